import Music
public import SessionCore
import Sys

extension Node {
  /// The songs a folder may list: more than anybody keeps in one.
  private static let maximumSongs = 100_000

  /// The mp3 and m4a files of a folder (nil: the receive folder), sorted by name.
  public func songs(in directory: String?) throws(Failure) -> [Song] {
    let path = directory ?? places.receive
    let names: [String]
    do throws(SystemError) {
      names = try Directory(path: path).entries().map(\.name)
    } catch {
      // A receive folder that nothing came to yet is an empty one.
      if directory == nil, error.isNotFound { return [] }
      throw Failure(local: error, path: path)
    }
    var songs: [Song] = []
    for name in names.filter(Song.isSong).sorted().prefix(Self.maximumSongs) {
      let file = path + "/" + name
      guard let status = try? Path.status(file), status.kind == .regular else { continue }
      let tags = Tags.read(file)
      let title = tags?.title ?? ""
      songs.append(
        Song(
          number: songs.count + 1, path: file, title: title.isEmpty ? name : title, artist: tags?.artist ?? "",
          album: tags?.album ?? "", length: tags.map { Double($0.seconds) }, size: status.size))
    }
    return songs
  }

  /// Removes a song that `songs` listed.
  public func remove(_ song: Song) throws(Failure) {
    let (folder, name) = Path.split(song.path)
    do throws(SystemError) {
      try Directory(path: folder).unlink(name)
    } catch {
      throw error.isNotFound
        ? Failure(.noSuchFile, song.path) : Failure(.unwritable, song.path, detail: error.message)
    }
  }

  /// Plays a file through mpv or ffplay and waits until it ends.
  public func play(_ path: String) async throws(Failure) {
    let status: FileStatus?
    do throws(SystemError) {
      status = try Path.status(path)
    } catch {
      throw Failure(local: error, path: path)
    }
    guard let status else { throw Failure(.noSuchFile, path) }
    guard status.kind == .regular else { throw Failure(.notAFile, path) }
    guard let player = Player.find() else { throw Failure(.noPlayer) }
    let end: ChildEnd
    do throws(SystemError) {
      let child = try ChildProcess(
        player.path, arguments: player.arguments + [path], input: .inherited, output: .inherited, error: .inherited)
      end = try await child.wait()
    } catch {
      throw Failure(.failed, player.path, detail: error.message)
    }
    if end != .exited(0) { throw Failure(.failed, player.path, detail: "it could not play the file") }
  }
}

extension Song {
  /// Whether a file of that name is listed, and played, as a song.
  static func isSong(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && (lower.hasSuffix(".mp3") || lower.hasSuffix(".m4a"))
  }
}

import KeyedArchive
import SessionCore
import SocketplayNode

extension Runner {
  /// Lists the songs of a folder, or removes some of them.
  func songs(_ parsed: Parsed, _ node: Node, _ output: Output) throws(Complaint) {
    if parsed.operands.first == "" { throw .text(FailureText(UsageError("DIR is empty"))) }
    let folder = parsed.operands.first.map(console.absolute)
    let order = try usage { () throws(UsageError) in try parsed.songOrder() }
    let all = try list(in: folder, node)
    if let numbers = parsed[.remove] { return try remove(numbers, of: all, parsed, node, output) }
    let songs = order.sorted(parsed[.filter].map { text in all.filter { $0.contains(text) } } ?? all)
    if songs.isEmpty {
      let place = printable(path: folder ?? node.places.receive)
      output.line(.talk(all.isEmpty ? "no mp3 or m4a file in \(place)" : "none of the songs in \(place) fits"))
    }
    if output.modes.json {
      for song in songs { output.object(song.fields) }
    } else {
      for line in Self.table(songs) { output.line(.answer(line)) }
    }
  }

  /// Plays a song by its number, or a file.
  func play(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let operand = parsed.operands.first ?? ""
    let path: String
    if !operand.isEmpty, operand.utf8.allSatisfy({ $0.isDigit }) {
      let songs = try list(in: nil, node)
      guard let song = songs.first(where: { String($0.number) == operand }) else {
        throw .text(
          FailureText(
            status: .localFile, message: noSong(operand, of: songs),
            hint: "socketplay songs; a file of that name is ./\(printable(operand))"))
      }
      path = song.path
    } else {
      path = try file(operand)
    }
    output.line(.talk("playing \(quoted(path.split(separator: "/").last.map(String.init) ?? path))"))
    try await asked { () async throws(Failure) in try await node.play(path) }
  }

  /// Asks which songs of the receive folder to send; their paths.
  func pickSongs(_ node: Node, _ output: Output) throws(Complaint) -> [String] {
    guard console.inputIsTerminal, console.talkIsTerminal else {
      throw .text(
        FailureText(
          UsageError("send-file needs PATH...", hint: "on a terminal it asks which songs of the receive folder to send")
        ))
    }
    let songs = try list(in: nil, node)
    guard !songs.isEmpty else {
      throw .text(
        FailureText(
          status: .localFile, message: "no mp3 or m4a file in \(printable(path: node.places.receive))",
          hint: "socketplay send-file PATH..."))
    }
    for line in Self.table(songs) { output.line(.question(line)) }
    let numbers = prompt("which ones (1 3-5, empty for none)? ", output) { NumberRanges.parse($0, in: 1...songs.count) }
    guard let numbers else { throw .text(FailureText(status: .misused, message: "no song was chosen", hint: nil)) }
    return numbers.map { songs[$0 - 1].path }
  }

  private func remove(
    _ text: String, of songs: [Song], _ parsed: Parsed, _ node: Node, _ output: Output
  ) throws(Complaint) {
    guard !songs.isEmpty, let numbers = NumberRanges.parse(text, in: 1...songs.count) else {
      throw .text(FailureText(status: .localFile, message: noSong(text, of: songs), hint: "socketplay songs"))
    }
    let chosen = numbers.map { songs[$0 - 1] }
    if !parsed.has(.yes), try !confirmed(chosen, output) { throw .said(.misused) }
    for song in chosen {
      do throws(Failure) {
        try node.remove(song)
      } catch {
        throw .failure(error)
      }
      if output.modes.json {
        output.object(song.fields)
      } else {
        output.line(.answer("removed \(quoted(song.fileName))"))
      }
    }
  }

  private func confirmed(_ songs: [Song], _ output: Output) throws(Complaint) -> Bool {
    guard console.inputIsTerminal, console.talkIsTerminal else {
      throw .text(FailureText(UsageError("--rm asks first, and there is no terminal to ask on", hint: "--yes")))
    }
    for line in Self.table(songs) { output.line(.question(line)) }
    return confirm("remove \(songs.count == 1 ? "it" : "them") for good", output)
  }

  private func noSong(_ number: String, of songs: [Song]) -> String {
    "there is no song \(printable(number)): the folder has \(Units.count(songs.count, "song"))"
  }

  private func file(_ path: String) throws(Complaint) -> String {
    if path.isEmpty { throw .text(FailureText(UsageError("FILE is empty"))) }
    switch console.kind(path) {
    case .success(.file): return console.absolute(path)
    case .success(.missing): throw .failure(Failure(.noSuchFile, path))
    case .success: throw .failure(Failure(.unreadable, path, detail: "it is not a regular file"))
    case .failure(let failure): throw .failure(Failure(.unreadable, path, detail: failure.message))
    }
  }

  private func list(in directory: String?, _ node: Node) throws(Complaint) -> [Song] {
    do throws(Failure) {
      return try node.songs(in: directory)
    } catch {
      throw .failure(error)
    }
  }

  private static func table(_ songs: [Song]) -> [String] {
    let rows = songs.map { song in
      [
        String(song.number), printable(song.title.isEmpty ? song.fileName : song.title, columns: 60),
        printable(song.artist, columns: 40), printable(song.album, columns: 40), song.length.map(Units.clock) ?? "-",
        Units.bytes(song.size),
      ]
    }
    return Table.lines(rows, right: [0, 4, 5])
  }
}

extension Song {
  fileprivate var fields: PropertyListDictionary {
    [
      "number": .integer(Int128(number)), "title": .string(title), "artist": .string(artist), "album": .string(album),
      "length": length.map { .real($0) } ?? .null, "size": .integer(Int128(size)), "path": .string(path),
    ]
  }
}

import KeyedArchive
import SessionCore
import SocketplayNode

extension Runner {
  func songs(_ parsed: Parsed, _ node: Node, _ output: Output) throws(Complaint) {
    if parsed.operands.first == "" { throw .text(FailureText(UsageError("DIR is empty"))) }
    let songs = try list(in: parsed.operands.first.map(console.absolute), node)
    if songs.isEmpty {
      let folder = parsed.operands.first.map(console.absolute) ?? node.places.receive
      output.line(.talk("no mp3 or m4a file in \(printable(path: folder))"))
    }
    if output.modes.json {
      for song in songs { output.object(song.fields) }
    } else {
      for line in Table.lines(songs.map(Self.row), right: [0, 3, 4]) { output.line(.answer(line)) }
    }
  }

  func play(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let operand = parsed.operands.first ?? ""
    let path: String
    if !operand.isEmpty, operand.utf8.allSatisfy({ $0.isDigit }) {
      let songs = try list(in: nil, node)
      guard let song = songs.first(where: { String($0.number) == operand }) else {
        let count = Units.count(songs.count, "song")
        throw .text(
          FailureText(
            status: .localFile, message: "there is no song \(printable(operand)): the folder has \(count)",
            hint: "socketplay songs; a file of that name is ./\(printable(operand))"))
      }
      path = song.path
    } else {
      path = try file(operand)
    }
    output.line(.talk("playing \(quoted(path.split(separator: "/").last.map(String.init) ?? path))"))
    try await asked { () async throws(Failure) in try await node.play(path) }
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

  private static func row(_ song: Song) -> [String] {
    let name = song.path.split(separator: "/").last.map(String.init) ?? song.path
    return [
      String(song.number), printable(song.title.isEmpty ? name : song.title, columns: 60),
      printable(song.artist, columns: 40), song.length.map(Units.clock) ?? "-", Units.bytes(song.size),
    ]
  }
}

extension Song {
  fileprivate var fields: PropertyListDictionary {
    [
      "number": .integer(Int128(number)), "title": .string(title), "artist": .string(artist),
      "length": length.map { .real($0) } ?? .null, "size": .integer(Int128(size)), "path": .string(path),
    ]
  }
}

import Framing
import TestSupport
import Testing

/// What an independent implementation sends (GNUstep's archiver), see Tests/Fixtures/README.md.
@Suite struct FixtureTests {
  static let song = "a song é.mp3"
  static let thousand = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)

  static func piece(_ data: [UInt8], name: String = song, isLast: Bool = false) -> Package {
    Package(kind: .file, intent: .data, name: name, isLast: isLast, data: data)
  }

  static func arrivals(_ packages: Package..., className: String = "socketG.Package") -> [Arrival] {
    packages.map { .package($0, className: className) }
  }

  /// The preferences of the apps' Mac form, as the packets carry them.
  static let preferences = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>_age_</key><integer>80</integer><key>name</key><string>嗯嗯</string>\
    <key>vip</key><true/></dict></plist>

    """.utf8)

  static let expected: [String: [Arrival]] = [
    "prefs-socketG.pkt": arrivals(Package(kind: .preferences, intent: .data, data: preferences)),
    "prefs-socketD.pkt": arrivals(
      Package(kind: .preferences, intent: .data, data: preferences), className: "socketD.Package"),
    "text.pkt": arrivals(Package(kind: .text, intent: .data, word: "say \"hi\" 嗯"), className: "Package"),
    "text-empty-classes.pkt": arrivals(Package(kind: .text, intent: .data, word: "hello")),
    "start.pkt": arrivals(Package(kind: .preferences, intent: .start, data: Array("start".utf8))),
    "file-last-bytes.pkt": arrivals(piece(thousand, isLast: true)),
    "file-empty-final.pkt": arrivals(piece(thousand), piece([], isLast: true)),
    "file-small-chunks.pkt": arrivals(
      piece(Array(thousand[..<300])), piece(Array(thousand[..<300])), piece(Array(thousand[..<300])),
      piece(Array(thousand[..<100])), piece([], isLast: true)),
    "file-mutable-data.pkt": arrivals(piece(thousand, isLast: true)),
    "file-empty.pkt": arrivals(piece([], name: "empty.mp3"), piece([], name: "empty.mp3", isLast: true)),
    "folder.pkt": arrivals(
      Package(kind: .folderFile, intent: .data, word: "songs", name: "a.mp3", isLast: true, data: [97]),
      Package(kind: .folderFile, intent: .data, word: "songs", name: "b.m4a", isLast: true, data: [98, 98])),
    "unknown-kind.pkt": arrivals(Package(kind: .init(rawValue: 99), intent: .data, word: "hello")),
    "foreign-class.pkt": [.error(.foreignClass("Foo.Widget"))],
  ]

  @Test("every packet is in the table")
  func tableIsComplete() {
    #expect(Fixtures.names(in: "", suffix: ".pkt") == Self.expected.keys.sorted())
  }

  @Test(
    "an independent archiver's packets are read, however they are cut (000-5, 000-19, 000-25)",
    arguments: expected.keys.sorted())
  func packets(name: String) throws {
    let expected = try #require(Self.expected[name])
    let stream = try Fixtures.bytes(name)
    #expect(try PackageStream.verifier.mismatches(of: stream, with: expected).isEmpty)
  }

  @Test("all packets glued together, and one of them ten times, give the same packages (000-5)")
  func glued() throws {
    var stream: [UInt8] = []
    for name in Self.expected.keys.sorted() { stream += try Fixtures.bytes(name) }
    let all = Self.expected.keys.sorted().flatMap { Self.expected[$0] ?? [] }
    #expect(try PackageStream.arrivals(stream) == all)
    let text = try Fixtures.bytes("text.pkt")
    let ten = (0..<10).flatMap { _ in text }
    let expected = (0..<10).flatMap { _ in Self.expected["text.pkt"] ?? [] }
    #expect(try PackageStream.verifier.mismatches(of: ten, with: expected).isEmpty)
  }

  @Test("a packet that breaks off is not a packet, and the decoder says so at the end")
  func brokenOff() throws {
    let stream = try Fixtures.bytes("text.pkt")
    for count in 1..<stream.count {
      let (messages, rest) = try PackageStream.verifier.messages(of: Array(stream[..<count]), cutAt: [])
      #expect(messages.isEmpty && rest == count)
      var decoder = FrameDecoder(maximumLength: ProductLimits.frameLength)
      #expect(throws: count < 8 ? FrameError.truncatedHeader : .truncatedBody) { try decoder.finish(remaining: rest) }
    }
  }
}

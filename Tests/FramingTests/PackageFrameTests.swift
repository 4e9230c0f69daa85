import Framing
import KeyedArchive
import TestSupport
import Testing

@Suite struct PackageFrameTests {
  /// The end packet of `a.mp3`, which Foundation decodes.
  static let golden: [UInt8] = bytes(
    hex: """
      250100000000000062706c6973743030d4010203040506070a582476657273696f6e592461726368697665725424746f7058246f626a6563
      747312000186a05f100f4e534b657965644172636869766572d1080954726f6f748001a50b0c1b1c1d55246e756c6cd70d0e0f1011121314
      15161718191a5464617461547479706554776f7264546e616d6558746f546865456e64546b696e645624636c617373800210008000800309
      100380044055612e6d7033d21e1f20215a24636c6173736e616d655824636c61737365735f100f736f636b6574472e5061636b616765a220
      22584e534f626a65637408111a24293237494c5153595f6e73787d828b9097999b9d9fa0a2a4a5abb0bbc4d6d90000000000000101000000
      0000000023000000000000000000000000000000e2
      """)

  static let endOfFile = Package(kind: .file, intent: .data, name: "a.mp3", isLast: true, data: [])

  /// Packages with every field there and absent, and with everything that a layout may depend on.
  static let samples: [Package] = [
    endOfFile,
    Package(kind: .text, intent: .data, word: "say \"hi\" 嗯"),
    Package(kind: .preferences, intent: .start, data: Array("start".utf8)),
    Package(kind: .folderFile, intent: .data, word: "songs", name: "a song e\u{301}.mp3", data: [1]),
    Package(
      kind: .control, intent: .none, word: "hello", name: "", isLast: false, data: [UInt8](repeating: 7, count: 300)),
    Package(kind: .init(rawValue: .min), intent: .init(rawValue: .max)),
    Package(kind: .file, intent: .data, word: "data", name: "data", data: [UInt8](repeating: 1, count: 70_000)),
    Package(kind: .text, intent: .data, word: String(repeating: "long ", count: 100), name: "$null"),
  ]

  @Test("the end packet of a file is the golden vector, byte for byte")
  func goldenVectorIsWritten() {
    #expect(Self.endOfFile.frame() == Self.golden)
  }

  @Test("the golden vector is read as the end packet of a file")
  func goldenVectorIsRead() throws {
    #expect(try PackageStream.arrivals(Self.golden) == [.package(Self.endOfFile, className: "socketG.Package")])
  }

  @Test("a package that was sent is what is received", arguments: samples)
  func roundTrip(package: Package) throws {
    for name in ["socketG.Package", "Package", "长连玩具.Package"] {
      let stream = package.frame(className: name)
      #expect(try PackageStream.arrivals(stream) == [.package(package, className: name)])
    }
  }

  @Test("prefix, payload and suffix are the package's frame, byte for byte", arguments: samples)
  func chunk(package: Package) {
    let payload = package.data ?? []
    var package = package
    package.data = payload
    for name in [ChunkFrame.defaultClassName, "长连玩具.Package"] {
      let chunk = ChunkFrame(
        kind: package.kind, intent: package.intent, word: package.word, name: package.name, isLast: package.isLast,
        payloadCount: payload.count, className: name)
      #expect(chunk.prefix + payload + chunk.suffix == package.frame(className: name))
    }
  }

  @Test("a frame around a payload beyond 4 GiB has its offsets, though no payload is there")
  func hugeChunk() {
    let count = 5 << 30
    let chunk = ChunkFrame(
      kind: .file, intent: .data, word: nil, name: "a", isLast: false, payloadCount: count, className: "Package")
    let declared = chunk.prefix[..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(declared == chunk.prefix.count - 8 + count + chunk.suffix.count)
    #expect(chunk.suffix[chunk.suffix.count - 32 + 6] == 8)
  }

  @Test("the archive is what the general writer makes of the same objects")
  func generalWriter() throws {
    for package in Self.samples where package.word != package.name && package.word != "data" {
      var writer = KeyedArchiveWriter()
      let data = try package.data.map { try writer.add(.data($0)) } ?? 0
      let word = try package.word.map { try writer.add(.string($0)) } ?? 0
      let name = try package.name.map { try writer.add(.string($0)) } ?? 0
      let root = writer.add(
        className: "socketG.Package",
        fields: [
          "data": .uid(data), "type": .integer(Int128(package.intent.rawValue)), "word": .uid(word),
          "name": .uid(name), "toTheEnd": .bool(package.isLast), "kind": .integer(Int128(package.kind.rawValue)),
        ])
      let body = try writer.binary(root: root)
      #expect(PackageStream.arrival(body) == .package(package, className: "socketG.Package"))
      let own = Array(package.frame()[8...])
      let limits = PropertyListLimits(
        maximumSize: 1 << 20, maximumObjects: 100, maximumDepth: 8, maximumNodes: 10_000)
      let reader = try KeyedArchiveReader(own, limits: limits)
      #expect(try reader.root().data("data") == package.data)
      #expect(try reader.root().string("word") == package.word)
    }
  }
}

import Framing
import KeyedArchive
import Testing

/// The decoder that knows a chunk from the one before says of every body what the plain one says.
@Suite struct PackageDecoderTests {
  private let limits = ProductLimits.package

  private func chunk(
    name: String = "a.mp3", isLast: Bool = false, fill: UInt8, count: Int = 10_000
  ) -> [UInt8] {
    let package = Package(
      kind: .file, intent: .data, word: "7", name: name, isLast: isLast, data: Array(repeating: fill, count: count))
    return Array(package.frame().dropFirst(8))
  }

  private func expectSame(_ bodies: [[UInt8]]) {
    var decoder = PackageDecoder()
    for body in bodies {
      body.withUnsafeBytes { body in
        let plain = Result { () throws(PackageError) in try Package.decode(body: body, limits: limits) }
        let remembering = Result { () throws(PackageError) in try decoder.decode(body: body, limits: limits) }
        switch (plain, remembering) {
        case (.success(let one), .success(let other)): #expect(one == other)
        case (.failure(let one), .failure(let other)): #expect(one == other)
        default: Issue.record("\(plain) and \(remembering)")
        }
      }
    }
  }

  @Test("chunks of one file, of another, of another length, and the last are what they are")
  func chunks() {
    expectSame([
      chunk(fill: 1), chunk(fill: 2), chunk(fill: 3, count: 9_999), chunk(fill: 3), chunk(name: "b.mp3", fill: 4),
      chunk(fill: 5), chunk(isLast: true, fill: 6), chunk(fill: 7, count: 10),
    ])
  }

  @Test("any byte around the payload that changes is seen")
  func mutations() throws {
    let good = chunk(fill: 1)
    let range = try good.withUnsafeBytes { try #require(Package.decode(body: $0, limits: limits).data) }
    for position in good.indices where !range.contains(position) {
      var bad = good
      bad[position] ^= 0x11
      expectSame([good, good, bad, good])
    }
    expectSame([good, Array(good.dropLast()), good + [0], Array(good.dropFirst()), []])
  }

  @Test("an archive whose payload holds other objects is read anew each time")
  func objectsInThePayload() throws {
    // The name's offset in the table is moved into the payload, where two bodies have different strings.
    func body(_ letter: Character) throws -> [UInt8] {
      var bytes = chunk(fill: 0)
      let range = try bytes.withUnsafeBytes { try #require(Package.decode(body: $0, limits: limits).data) }
      let name = try #require(bytes.firstRange(of: [0x55] + Array("a.mp3".utf8))).lowerBound
      let entry = try #require(
        bytes[range.upperBound...].firstRange(of: [UInt8(name >> 8), UInt8(truncatingIfNeeded: name)])
      ).lowerBound
      bytes.replaceSubrange(range.lowerBound..<(range.lowerBound + 2), with: [0x51, try #require(letter.asciiValue)])
      bytes[entry] = UInt8(range.lowerBound >> 8)
      bytes[entry + 1] = UInt8(truncatingIfNeeded: range.lowerBound)
      return bytes
    }
    let (x, y) = (try body("x"), try body("y"))
    let decoded = try x.withUnsafeBytes { try Package.decode(body: $0, limits: limits) }
    #expect(decoded.name == "x")
    expectSame([x, y, x, y])
  }
}

import SessionCore
import Testing

@Suite("A peer's id")
struct PeerIDTests {
  private static let text = "sha256:00ff" + String(repeating: "3a", count: 30)

  @Test("its text and its bytes stand for each other")
  func roundTrip() throws {
    let id = try #require(PeerID(Self.text))
    #expect(id.bytes == [0x00, 0xff] + Array(repeating: 0x3a, count: 30))
    #expect(id.description == Self.text)
    #expect(PeerID(id.bytes) == id)
  }

  @Test(
    "anything but sha256: and 64 lower-case digits is none",
    arguments: [
      "", "sha256:", text + "0", String(text.dropLast()), text.uppercased(), "SHA256:" + text.dropFirst(7),
      String(text.dropFirst(7)), text.replacing("f", with: "g"), text + "\n", " " + text,
      text.replacing("3a3a", with: "é"),
    ])
  func refused(text: String) {
    #expect(PeerID(text) == nil)
  }

  @Test("other counts of bytes are none", arguments: [0, 31, 33])
  func otherCounts(count: Int) {
    #expect(PeerID(Array(repeating: 0, count: count)) == nil)
  }
}

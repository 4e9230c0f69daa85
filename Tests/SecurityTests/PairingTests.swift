import Security
import SessionCore
import Testing

@Suite("A pairing code") struct PairingTests {
  static let host = PeerID([UInt8](0..<32)) ?? { preconditionFailure("32 bytes") }()
  static let token: [UInt8] = [0xF0, 0x0D, 0xCA, 0xFE, 0x42]

  @Test("is thirty characters in six groups of five, and reads back") func form() throws {
    let code = PairingCode(host: Self.host, token: Self.token)
    let text = code.description
    let groups = text.split(separator: "-")
    #expect(groups.count == 6 && groups.allSatisfy { $0.count == 5 })
    let back = try PairingCode(text)
    #expect(back == code && back.token == Self.token && back.isOf(Self.host))
  }

  @Test("is the one that an independent calculation gives") func vector() {
    // python3: the 140 bits, 4 zero bits, sha256, 10 bits, Crockford's base 32; see Tests/Oracles/pairing_code.py.
    #expect(PairingCode(host: Self.host, token: Self.token).description == "000G4-0R40M-30E20-9185G-Y06WN-ZJ2NC")
  }

  @Test("may be typed in lower case, without dashes, with spaces, with O for 0 and L or I for 1") func typed() throws {
    let code = PairingCode(host: Self.host, token: Self.token)
    let plain = code.description.replacing("-", with: "")
    #expect(try PairingCode(plain.lowercased()) == code)
    #expect(try PairingCode(" " + plain.lowercased() + "\t") == code)
    #expect(try PairingCode(plain.replacing("0", with: "o").replacing("1", with: "l")) == code)
    #expect(try PairingCode(plain.replacing("0", with: "O").replacing("1", with: "I")) == code)
  }

  @Test("has any single wrong character, and nearly any swap of two, found by its checksum") func slips() throws {
    let code = PairingCode(host: Self.host, token: Self.token)
    let characters = Array(code.description.replacing("-", with: ""))
    var missed = 0
    var tried = 0
    for place in characters.indices {
      for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != characters[place] {
        var typed = characters
        typed[place] = other
        tried += 1
        if (try? PairingCode(String(typed))) != nil { missed += 1 }
      }
    }
    // 10 bits miss one slip in 1024.
    #expect(tried == 930 && missed <= 6)
  }

  @Test("tells what is wrong with what was typed") func problems() {
    #expect(throws: PairingCode.Problem.length(0)) { try PairingCode("") }
    #expect(throws: PairingCode.Problem.length(29)) { try PairingCode(String(repeating: "A", count: 29)) }
    #expect(throws: PairingCode.Problem.length(1_000_000)) { try PairingCode(String(repeating: "A", count: 1_000_000)) }
    #expect(throws: PairingCode.Problem.character("U", at: 3)) { try PairingCode("AAU") }
    #expect(throws: PairingCode.Problem.character("é", at: 1)) { try PairingCode("é") }
    #expect(throws: PairingCode.Problem.character("ſ", at: 1)) { try PairingCode("ſ") }
    #expect(throws: PairingCode.Problem.checksum) { try PairingCode(String(repeating: "A", count: 30)) }
  }

  @Test("is no code of another host, and differs with each bit of the token") func others() throws {
    var other = Self.host.bytes
    other[12] ^= 0x10
    #expect(!PairingCode(host: Self.host, token: Self.token).isOf(try #require(PeerID(other))))
    for bit in 0..<40 {
      var token = Self.token
      token[bit / 8] ^= 1 << UInt8(bit % 8)
      let code = PairingCode(host: Self.host, token: token)
      #expect(try PairingCode(code.description).token == token)
    }
  }
}

@Suite("The pairing desk") struct PairingDeskTests {
  private let start = Moment(nanoseconds: 1_000_000_000)
  private let wrong: [UInt8] = [0, 0, 0, 0, 0]

  private func desk() -> PairingDesk {
    var desk = PairingDesk()
    #expect(desk.issue(host: PairingTests.host, token: PairingTests.token, at: start) != nil)
    return desk
  }

  @Test("gives one code out at a time") func one() {
    var desk = desk()
    #expect(desk.issue(host: PairingTests.host, token: wrong, at: start + 599) == nil)
    #expect(desk.issue(host: PairingTests.host, token: wrong, at: start + 600) != nil)
  }

  @Test("takes the right token once") func once() {
    var desk = desk()
    #expect(desk.judge(PairingTests.token, at: start + 1) == .right)
    #expect(desk.judge(PairingTests.token, at: start + 1) == .none)
  }

  @Test("takes it for ten minutes") func expired() {
    var early = desk()
    #expect(early.judge(PairingTests.token, at: start + 599.9) == .right)
    var late = desk()
    #expect(late.judge(PairingTests.token, at: start + 600) == .none)
    #expect(late.deadline == nil)
  }

  @Test("burns a code with the tenth wrong token, and the right one is no good then") func burnt() {
    var desk = desk()
    for _ in 0..<9 { #expect(desk.judge(wrong, at: start) == .wrong) }
    #expect(desk.judge(wrong, at: start) == .burnt)
    #expect(desk.judge(PairingTests.token, at: start) == .none)
  }

  @Test("takes no token of another length") func length() {
    var desk = desk()
    #expect(desk.judge([], at: start) == .wrong)
    #expect(desk.judge(PairingTests.token + [0], at: start) == .wrong)
    #expect(desk.judge(Array(PairingTests.token.prefix(4)), at: start) == .wrong)
  }
}

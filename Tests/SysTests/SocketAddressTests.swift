import Sys
import Testing

@Suite("Socket addresses")
struct SocketAddressTests {
  @Test(
    "a numeric address is read and told again",
    arguments: [
      ("10.0.0.1", "10.0.0.1:80"), ("::1", "[::1]:80"), ("::", "[::]:80"), ("fe80::1%lo", "[fe80::1%lo]:80"),
      ("fe80::1%1", "[fe80::1%lo]:80"), ("fe80::1", "[fe80::1]:80"), ("2001:db8:0:0::5", "[2001:db8::5]:80"),
      ("::ffff:10.0.0.1", "10.0.0.1:80"), ("fe80::1%4000000", "[fe80::1%4000000]:80"),
      ("2001:db8::5%lo", "[2001:db8::5]:80"),
    ])
  func text(text: String, description: String) {
    #expect(SocketAddress(text, port: 80)?.description == description)
  }

  @Test(
    "what is no numeric address is not taken for one",
    arguments: [
      "", "host", "10.0.0", "10.0.0.256", "1.2.3.4 ", "[::1]", "::1:80:x", "fe80::1%", "fe80::1%absent0", "%lo",
      "fe80::1%0", "10.0.0.1\0", "fe80::1%-1",
    ])
  func refused(text: String) {
    #expect(SocketAddress(text, port: 80) == nil)
  }

  @Test("an IPv4 address mapped into IPv6 is the IPv4 address")
  func mapped() {
    let address = SocketAddress("::ffff:127.0.0.1", port: 1)
    #expect(address == SocketAddress.loopback(port: 1))
    #expect(address?.family == .ipv4)
    #expect(address?.isLoopback == true)
  }

  @Test("link-local and loopback addresses are known, both families")
  func kinds() throws {
    func address(_ text: String) throws -> SocketAddress { try #require(SocketAddress(text, port: 1)) }
    for text in ["fe80::1", "febf::1", "169.254.1.1"] { #expect(try address(text).isLinkLocal) }
    for text in ["fec0::1", "169.253.1.1", "::1"] { #expect(try address(text).isLinkLocal == false) }
    for text in ["::1", "127.0.0.1", "127.9.9.9"] { #expect(try address(text).isLoopback) }
    for text in ["::2", "128.0.0.1", "::"] { #expect(try address(text).isLoopback == false) }
  }

  @Test("an address is the same after its bytes")
  func bytes() throws {
    for text in ["10.1.2.3", "2001:db8:1:2:3:4:5:6", "fe80::1%lo"] {
      let address = try #require(SocketAddress(text, port: 9))
      #expect(SocketAddress(bytes: address.bytes, scope: address.scope, port: 9) == address)
    }
    #expect(SocketAddress(bytes: [1, 2, 3], scope: 0, port: 9) == nil)
  }

  @Test("the loopback interface is there, with its addresses")
  func interfaces() throws {
    let loopback = try #require(try NetworkInterface.all().first { $0.isLoopback })
    #expect(loopback.isUp)
    #expect(loopback.addresses.contains(.loopback(port: 0)))
    #expect(NetworkInterface.name(ofIndex: loopback.index) == loopback.name)
    #expect(NetworkInterface.index(ofName: loopback.name) == loopback.index)
    #expect(NetworkInterface.index(ofName: "absent0") == nil)
  }

  @Test("localhost has an address, and a name that cannot be has none")
  func lookup() throws {
    #expect(try HostLookup.addresses(of: "localhost", port: 5).contains { $0.isLoopback && $0.port == 5 })
    #expect(try HostLookup.addresses(of: "10.0.0.1", port: 5) == [SocketAddress(ipv4: (10, 0, 0, 1), port: 5)])
    #expect(throws: HostLookup.Failure.self) { try HostLookup.addresses(of: "", port: 5) }
    #expect(throws: HostLookup.Failure.self) { try HostLookup.addresses(of: "a\0b", port: 5) }
  }
}

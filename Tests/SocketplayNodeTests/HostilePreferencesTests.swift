import KeyedArchive
import SessionCore
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Preferences that are a bomb")
struct HostilePreferencesTests {
  private func outcome(_ bytes: [UInt8]) -> Failure? {
    bytes.withUnsafeBytes { buffer in
      do throws(Failure) {
        _ = try PreferencesDocument.dictionary(of: buffer, subject: "p")
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(
    "what is no dictionary is refused (000-28)",
    arguments: Fixtures.names(in: "hostile").filter { !$0.contains("ka") })
  func hostile(name: String) throws {
    let failure = try #require(outcome(try Fixtures.bytes("hostile/" + name)))
    #expect([.malformed, .notADictionary].contains(failure.reason))
  }

  @Test(
    "few bytes do not unfold into many values",
    arguments: ["laughs.plist", "laughs10.plist", "laughs14.plist", "laughs16.plist", "laughs20.plist"])
  func bomb(name: String) throws {
    let failure = try #require(outcome(try Fixtures.bytes("hostile/" + name)))
    #expect(failure.detail.contains("tooManyNodes"))
  }

  @Test("preferences that repeat a value in earnest are taken")
  func honest() throws {
    let list = PropertyList.array(Array(repeating: .bool(true), count: 5000))
    let bytes = try PropertyList.dictionary(PropertyListDictionary([("list", list)])).binary()
    #expect(outcome(bytes) == nil)
  }
}

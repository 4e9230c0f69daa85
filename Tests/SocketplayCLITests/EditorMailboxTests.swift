import KeyedArchive
import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("What waits for the editor")
struct EditorMailboxTests {
  private static func heard(_ value: PropertyList) -> EditorInput {
    .heard(
      PreferencesReceived(
        peer: "", bytes: 0, keys: 1, path: "", applied: [KeyChange(key: "k", from: nil, to: value)], revision: 1))
  }

  private static func isUnknown(_ input: EditorInput) -> Bool {
    if case .heard(let received) = input { received.applied == nil && received.keys == -1 } else { false }
  }

  @Test("It is taken in its order, and all at once")
  func order() {
    let mailbox = EditorMailbox()
    mailbox.post(.typed([1]))
    mailbox.post(.tick)
    mailbox.post(.typed(nil))
    let taken = mailbox.take()
    #expect(taken.count == 3)
    guard case .typed([1]?) = taken[0], case .tick = taken[1], case .typed(nil) = taken[2] else {
      Issue.record("another order")
      return
    }
    #expect(mailbox.take().isEmpty)
  }

  @Test("More changes than may wait become one of nothing known, and what else waits stays")
  func manyChanges() {
    let mailbox = EditorMailbox()
    mailbox.post(.tick)
    for _ in 0...EditorMailbox.maximumChanges { mailbox.post(Self.heard(.integer(1))) }
    let taken = mailbox.take()
    #expect(taken.count == 2)
    #expect(taken.last.map(Self.isUnknown) ?? false)
  }

  @Test("So do few that are large, whatever they are made of")
  func largeChanges() {
    let data = PropertyList.data([UInt8](repeating: 0, count: 1 << 20))
    let text = PropertyList.string(String(repeating: "x", count: 1 << 20))
    for value in [data, text, .array([text]), .dictionary(["d": data])] {
      let mailbox = EditorMailbox()
      for _ in 0..<4 { mailbox.post(Self.heard(value)) }
      let taken = mailbox.take()
      #expect(taken.count == 1 && Self.isUnknown(taken[0]))
    }
  }

  @Test("More typing than can wait is told as lost, once, and typing that comes later is taken")
  func typing() {
    let mailbox = EditorMailbox()
    for _ in 0..<20 { mailbox.post(.typed([UInt8](repeating: 0x61, count: 100_000))) }
    let taken = mailbox.take()
    let overruns = taken.count { if case .overrun = $0 { true } else { false } }
    #expect(overruns == 1)
    #expect(taken.count < 12)
    mailbox.post(.typed([0x61]))
    #expect(mailbox.take().count == 1)
  }
}

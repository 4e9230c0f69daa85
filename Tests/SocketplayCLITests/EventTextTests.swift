import KeyedArchive
import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("Events for a person")
struct EventTextTests {
  static func end(
    _ direction: Direction, stored: Bool? = nil, folder: String? = nil, verified: String = "xxh3-128",
    already: Bool = false, as name: String? = nil, failure: Failure? = nil
  ) -> Event {
    .file(
      FileEnd(
        direction: direction, peer: "p", name: "song.mp3", folder: folder, path: "/r/song.mp3", bytes: 4_200_000,
        seconds: 0.5, verified: verified, stored: stored, storedAs: name, alreadyThere: already, failure: failure))
  }

  static let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))

  static let sessionLines: [(Event, [Line])] = [
    (
      .listening(name: "studio", port: 43121, addresses: ["::"]),
      [.answer("Hosting \"studio\" on port 43121."), .detail("reachable at ::")]
    ),
    (.advertised(name: "studio #2"), [.talk("advertised as \"studio #2\"")]),
    (
      .connected(peer: "laptop", address: "10.0.0.7", security: "none", original: false),
      [
        .answer(
          "Connected to \"laptop\" (10.0.0.7), PLAIN: anyone on the network may read and change this.")
      ]
    ),
    (
      .connected(peer: "phone", address: "fe80::1%eth0", security: "none", original: true),
      [
        .answer(
          "Connected to \"phone\" (fe80::1%eth0), an original app, "
            + "PLAIN: anyone on the network may read and change this.")
      ]
    ),
    (
      .connected(peer: "studio", address: "10.0.0.7:1", security: "none", original: true, isGuess: true),
      [
        .answer(
          "Connected to \"studio\" (10.0.0.7:1), waiting to be let in, or an original app, "
            + "PLAIN: anyone on the network may read and change this.")
      ]
    ),
    (
      .connected(peer: "10.0.0.7:1", address: "10.0.0.7:1", security: "none", original: false),
      [.answer("Connected to \"10.0.0.7:1\", PLAIN: anyone on the network may read and change this.")]
    ),
    (.text(peer: "laptop", text: "hello"), [.answer("laptop: hello")]),
    (
      .text(peer: "\u{1b}[2J", text: "\u{9b}31m\r\nx"), [.answer(#"\u{1B}[2J: \u{9B}31m\u{D}\u{A}x"#)]
    ),
    (.start(peer: "p", text: "start"), [.answer("peer started a task"), .detail("it was \"p\"")]),
    (
      .preferences(PreferencesReceived(peer: "p", bytes: 9, keys: 3, path: "/r/prefer.plist", applied: nil)),
      [.answer("saved prefer.plist (3 keys) to /r/prefer.plist")]
    ),
    (
      .preferences(
        PreferencesReceived(
          peer: "p", bytes: 9, keys: 3, path: "/s.plist",
          applied: [
            change, KeyChange(key: "name", from: .string("a\u{7}"), to: nil),
            KeyChange(key: "new", from: nil, to: .array([.bool(true), .real(1)])),
          ])),
      [
        .answer("age: 80 -> 81"), .answer(#"name: "a\u{7}" -> (none)"#), .answer("new: (none) -> [true,1.0]"),
        .detail("applied 3 keys to /s.plist"),
      ]
    ),
    (
      .preferences(PreferencesReceived(peer: "p", bytes: 9, keys: 1, path: "/s.plist", applied: [])),
      [.answer("no key changed (1 key)"), .detail("applied 0 keys to /s.plist")]
    ),
    (end(.receiving), [.answer("stored \"song.mp3\" (4.2 MB in 0.50 s, 8.4 MB/s, verified)")]),
    (
      end(.receiving, folder: "Album/x", verified: "none"),
      [.answer("stored \"Album/x/song.mp3\" (4.2 MB in 0.50 s, 8.4 MB/s, unverified)")]
    ),
    (
      end(.receiving, failure: Failure(.noSpace, "song.mp3")),
      [.error(FailureText(Failure(.noSpace, "song.mp3")))]
    ),
    (
      .disconnected(peer: "laptop", reason: "lost", partial: ["a.mp3", "b\u{1b}"]),
      [.answer(#"disconnected from "laptop": lost, partial: "a.mp3", "b\u{1B}""#)]
    ),
    (.disconnected(peer: "p", reason: "goodbye", partial: []), [.answer("disconnected from \"p\": goodbye")]),
    (.watching(peer: "p", revision: nil), [.talk("watching; interrupt to end")]),
    (.reconnecting(attempt: 3, delay: 1.26), [.talk("reconnecting in 1.3 s (attempt 3)")]),
    (
      .fileBegin(FileBegin(direction: .receiving, peer: "p", name: "a", folder: nil, size: 2000, resumedAt: 1000)),
      [.talk("\"a\": resuming at 1.0 kB of 2.0 kB")]
    ),
    (.warning(Failure(.noDiscovery)), [.warning(FailureText(Failure(.noDiscovery)))]),
    (.delivered(Delivery(what: .text, peer: "p", result: .delivered)), [.detail("text to \"p\": delivered")]),
  ]

  @Test("a session tells its events", arguments: sessionLines)
  func session(event: Event, lines: [Line]) {
    #expect(EventText.lines(event, in: .session) == lines)
  }

  static let errandLines: [(Event, [Line])] = [
    (.delivered(Delivery(what: .text, peer: "p", result: .delivered)), [.answer("delivered")]),
    (.delivered(Delivery(what: .preferences, peer: "p", result: .stored)), [.answer("stored")]),
    (
      .delivered(
        Delivery(what: .preferences, peer: "p", result: .applied, applied: [change, change, change], count: 3)),
      [.answer("applied 3 keys")]
    ),
    (
      .delivered(Delivery(what: .preferences, peer: "p", result: .applied, applied: [change], count: 1)),
      [.answer("applied 1 key")]
    ),
    (.delivered(Delivery(what: .start, peer: "p", result: .sent)), [.answer("sent (this peer cannot confirm)")]),
    (
      end(.sending, stored: true), [.answer("stored \"song.mp3\" (4.2 MB in 0.50 s, 8.4 MB/s, verified)")]
    ),
    (
      end(.sending, stored: true, as: "song (2).mp3"),
      [.answer("stored \"song.mp3\" as \"song (2).mp3\" (4.2 MB in 0.50 s, 8.4 MB/s, verified)")]
    ),
    (end(.sending, stored: true, already: true), [.answer("stored \"song.mp3\" (already there, 4.2 MB)")]),
    (
      end(.sending, stored: nil, verified: "none"),
      [.answer("sent \"song.mp3\" (4.2 MB in 0.50 s, 8.4 MB/s; this peer cannot confirm)")]
    ),
    (
      end(.sending, stored: false, failure: Failure(.noSpaceThere)),
      [
        .error(
          FailureText(
            status: .refusedThere, message: "\"song.mp3\": the other end has no space for it", hint: nil))
      ]
    ),
    (.disconnected(peer: "p", reason: "goodbye", partial: []), [.detail("disconnected from \"p\": goodbye")]),
  ]

  @Test("an errand tells what became of what it sent", arguments: errandLines)
  func errand(event: Event, lines: [Line]) {
    #expect(EventText.lines(event, in: .errand) == lines)
  }

  @Test(
    "a text of an original system stands behind the nick that a room has put in front, and else behind a question mark",
    arguments: [
      ("ann", "ann: hello", "ann: hello"), ("ann lee", "ann lee: hello", "ann lee: hello"),
      ("ann", "hello", "ann: hello"),
      (nil, "ann: hello", "ann: hello"), (nil, "127.0.0.1:4000: hello", "127.0.0.1:4000: hello"),
      (nil, "hello", "?: hello"),
      (nil, ": hello", "?: : hello"), (nil, "hello:", "?: hello:"), (nil, "two words: hello", "?: two words: hello"),
      (nil, "a\u{1b}: hello", #"a\u{1B}: hello"#), (nil, "a\nb: c", #"a\u{A}b: c"#),
    ] as [(String?, String, String)])
  func originalText(from: String?, text: String, line: String) {
    #expect(
      EventText.lines(.room(.text(from: from, to: nil, text: text, number: nil)), in: .session) == [.answer(line)])
  }
}

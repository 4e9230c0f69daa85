import SocketplayNode
import Testing

@testable import SocketplayCLI

@Suite("Lists of songs")
struct SongListTests {
  private let songs = [
    Song(number: 1, path: "/m/a.mp3", title: "Zebra", artist: "", album: "Night", length: 10, size: 5),
    Song(number: 2, path: "/m/b.mp3", title: "apple", artist: "Bob", album: "Day", length: nil, size: 50),
    Song(number: 3, path: "/m/Drive.m4a", title: "Apple", artist: "ann", album: "", length: 300, size: 7),
  ]

  @Test(
    "each order has its own first, what is not known stands last (000-14)",
    arguments: [
      (SongOrder.name, [1, 2, 3]), (.title, [2, 3, 1]), (.artist, [3, 2, 1]), (.album, [2, 1, 3]),
      (.length, [3, 1, 2]),
      (.size, [2, 3, 1]),
    ])
  func sorted(order: SongOrder, numbers: [Int]) {
    #expect(order.sorted(songs).map(\.number) == numbers)
  }

  @Test("a filter looks at title, artist, album and file name, in either case")
  func filter() {
    #expect(songs.filter { $0.contains("APPLE") }.map(\.number) == [2, 3])
    #expect(songs.filter { $0.contains("drive") }.map(\.number) == [3])
    #expect(songs.filter { $0.contains("night") }.map(\.number) == [1])
    #expect(songs.filter { $0.contains("bob") }.map(\.number) == [2])
    #expect(songs.filter { $0.contains("/m/") }.isEmpty)
  }

  @Test(
    "numbers and ranges, in any of the usual forms",
    arguments: [
      ("2", [2]), ("1,4-6", [1, 4, 5, 6]), (" 3  1 ", [1, 3]), ("2-2,2", [2]), ("0", nil), ("7", nil), ("3-1", nil),
      ("a", nil), ("-2", nil), ("1-", nil), ("", nil), ("1-2-3", nil), ("+1", nil), ("99999999999999999999", nil),
    ] as [(String, [Int]?)])
  func ranges(text: String, numbers: [Int]?) {
    #expect(NumberRanges.parse(text, in: 1...6) == numbers)
  }
}

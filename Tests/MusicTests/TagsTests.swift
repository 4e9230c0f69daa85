import Music
import Testing

@Suite("The tags of a song")
struct TagsTests {
  let song = SongFile.mp3(title: "长连", artist: "空格 🎵", album: "A", frames: 200)

  @Test("an mp3 gives title, artist, album and length")
  func mp3() throws {
    try SongFile.with(song, suffix: ".mp3") { path in
      // 200 frames of 1152 samples are 5.22 s.
      #expect(Tags.read(path) == Tags(title: "长连", artist: "空格 🎵", album: "A", seconds: 5))
    }
  }

  @Test("a WAV without a tag gives its length alone")
  func wav() throws {
    try SongFile.with(SongFile.wav(seconds: 2), suffix: ".wav") { path in
      #expect(Tags.read(path) == Tags(title: "", artist: "", album: "", seconds: 2))
    }
  }

  @Test("a title without end is cut")
  func long() throws {
    let title = String(repeating: "é", count: 100_000)
    try SongFile.with(SongFile.mp3(title: title, artist: "", album: "", frames: 3), suffix: ".mp3") { path in
      #expect(Tags.read(path)?.title == String(title.prefix(1024)))
    }
  }

  @Test("what is no music has no tags", arguments: ["", "no music at all", "ID3"])
  func none(_ text: String) throws {
    try SongFile.with(Array(text.utf8), suffix: ".txt") { #expect(Tags.read($0) == nil) }
    try SongFile.with(Array(text.utf8), suffix: ".m4a") { path in
      let tags = Tags.read(path)
      #expect(tags == nil || tags == Tags(title: "", artist: "", album: "", seconds: 0))
    }
  }

  @Test("a file that is not there, and a name with a NUL, have no tags")
  func missing() {
    #expect(Tags.read("/nowhere/song.mp3") == nil)
    #expect(Tags.read("/tmp/a\0b.mp3") == nil)
  }

  @Test("a song cut anywhere, or with any byte of its tag changed, is read to some end")
  func damaged() throws {
    let start = Array(song.prefix(120))
    for end in start.indices {
      try SongFile.with(Array(song.prefix(end)), suffix: ".mp3") { path in
        if let tags = Tags.read(path) { #expect(tags.seconds == 0) }
      }
    }
    let whole = Array(song.prefix(1200))
    for index in start.indices {
      for value in [0, 0x7f, 0x80, 0xff] as [UInt8] {
        var bytes = whole
        bytes[index] = value
        try SongFile.with(bytes, suffix: ".mp3") { path in
          if let tags = Tags.read(path) { #expect(tags.title.count <= 1024) }
        }
      }
    }
  }

  @Test("songs are read side by side")
  func sideBySide() async throws {
    try await withThrowingTaskGroup(of: Tags?.self) { group in
      for number in 0..<50 {
        group.addTask {
          let bytes = SongFile.mp3(title: "\(number)", artist: "b", album: "c", frames: 10)
          return try SongFile.with(bytes, suffix: ".mp3") { Tags.read($0) }
        }
      }
      var titles: Set<String> = []
      for try await tags in group { titles.insert(tags?.title ?? "") }
      #expect(titles == Set((0..<50).map { "\($0)" }))
    }
  }
}

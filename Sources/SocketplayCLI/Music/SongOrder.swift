import SocketplayNode

/// What a list of songs is sorted by; songs that are alike in that stand by number.
enum SongOrder: String, CaseIterable {
  case name, title, artist, album, length, size

  /// The songs in this order; what is not known stands last, long and large ones first.
  func sorted(_ songs: [Song]) -> [Song] {
    switch self {
    case .name: by(songs) { ($0.number, $1.number) }
    case .title: by(songs) { (Self.key($0.title), Self.key($1.title)) }
    case .artist: by(songs) { (Self.key($0.artist), Self.key($1.artist)) }
    case .album: by(songs) { (Self.key($0.album), Self.key($1.album)) }
    case .length: by(songs) { (-($0.length ?? -1), -($1.length ?? -1)) }
    case .size: by(songs) { (-$0.size, -$1.size) }
    }
  }

  private func by<Key: Comparable>(_ songs: [Song], _ keys: (Song, Song) -> (Key, Key)) -> [Song] {
    songs.sorted { left, right in
      let (one, other) = keys(left, right)
      return one == other ? left.number < right.number : one < other
    }
  }

  /// Upper and lower case are alike, and what is empty stands behind everything.
  private static func key(_ text: String) -> String { text.isEmpty ? "\u{10FFFF}" : text.lowercased() }
}

extension Song {
  /// The file's name.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether it has that text in what is said of it, upper and lower case alike.
  func contains(_ text: String) -> Bool {
    let text = text.lowercased()
    return [title, artist, album, fileName].contains { $0.lowercased().contains(text) }
  }
}

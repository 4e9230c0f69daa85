/// A word with the letters that are shown and those that are not.
struct WordMask: Equatable {
  private let letters: [Character]
  private var isShown: [Bool]
  private let key: String

  init(_ word: String) {
    letters = Array(word)
    // Blanks and hyphens hide nothing.
    isShown = letters.map { !$0.isLetter && !$0.isNumber }
    key = Self.key(word)
  }

  /// The word with `_` for each hidden letter.
  var shown: String { String(zip(letters, isShown).map { $1 ? $0 : "_" }) }

  /// The places of the letters that are hidden.
  var hiddenLetters: [Int] { isShown.indices.filter { !isShown[$0] } }

  /// How many letters could be hidden.
  var letterCount: Int { letters.count { $0.isLetter || $0.isNumber } }

  /// Shows one letter.
  mutating func show(_ place: Int) { isShown[place] = true }

  /// Whether a text is the word: capitals and blanks around do not count.
  func isWord(_ text: String) -> Bool { Self.key(text) == key }

  /// Whether a text holds the word.
  func isWithin(_ text: String) -> Bool {
    // The needle is short and the hay at most a text: no need for more than a look at each place.
    Self.key(text).contains(key)
  }

  private static func key(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

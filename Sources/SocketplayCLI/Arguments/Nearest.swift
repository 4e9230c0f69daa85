/// Finds what somebody meant.
enum Nearest {
  /// The candidate that is most like `word`; nil where none is like it.
  ///
  /// A candidate that begins with `word` counts as one letter away.
  static func to(_ word: String, among candidates: [String]) -> String? {
    // A guess is welcome only where most of the word is right.
    let limit = max(2, word.count / 2)
    let ranked = candidates.map { candidate in
      let begins = word.count >= 2 && candidate.hasPrefix(word)
      return (candidate, begins ? 1 : distance(word, candidate))
    }
    guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= limit, best.1 < word.count else { return nil }
    return best.0
  }

  /// Letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.prefix(64))
    let right = Array(right.prefix(64))
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[right.count]
  }
}

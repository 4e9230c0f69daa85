import Digest
import Security

/// What makes two offers one transfer: who makes them, and where the file is to stand.
struct TransferKey: Sendable, Hashable {
  /// Whose bytes they are: what proves the other end.
  var owner: String
  /// The receive folder's absolute path.
  var folder: String
  /// The checked path in it, `/` between components.
  var path: String

  /// Names the transfer's part and journal: 16 hexadecimal digits.
  ///
  /// `number` tells several at a time apart, from 1. It is shorter than a digest should be, so who finds a journal compares
  /// the key that it holds.
  func identifier(_ number: Int) -> String {
    XXH3.hexadecimal(Array(digest(number).prefix(8)))
  }

  /// 32 bytes that stand for the key, and that nobody can make another key have: what is kept under them is told to
  /// whoever has the key.
  func digest(_ number: Int = 1) -> [UInt8] {
    // No field can hold a NUL, so none can reach into the next.
    SHA256.digest(of: Array([owner, folder, path, String(number)].joined(separator: "\0").utf8))
  }
}

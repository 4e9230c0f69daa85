import Dialects
import TestSupport

/// The positions at which a stream of `count` bytes is cut, in many ways: not at all, everywhere, at each place alone, and
/// at random.
func cuttings(of count: Int) -> [[Int]] {
  var generator = SeededGenerator(seed: 1)
  let random = (0..<100).map { _ in
    (0..<Int.random(in: 1...12, using: &generator)).map { _ in Int.random(in: 0...count, using: &generator) }.sorted()
  }
  return [[], Array(0...count)] + (0...count).map { [$0] } + random
}

/// A stream in the pieces between its cuts, none of them empty.
func pieces(of stream: [UInt8], cutAt cuts: [Int]) -> [[UInt8]] {
  zip([0] + cuts, cuts + [stream.count]).filter { $0 < $1 }.map { Array(stream[$0..<$1]) }
}

extension String {
  /// The bytes of the text.
  var bytes: [UInt8] { Array(utf8) }
}

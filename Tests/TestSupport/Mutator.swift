/// Changes bytes at random, the same way for the same seed.
public struct Mutator {
  private var source: SeededGenerator

  /// A mutator at the start of the sequence of `seed`.
  public init(seed: UInt64) {
    source = SeededGenerator(seed: seed)
  }

  /// The bytes with one to four changes: a bit, a byte, an edge value, a piece cut out, doubled or moved, or the end lost.
  public mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &source) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &source)
      let end = min(bytes.count, position + Int.random(in: 1...16, using: &source))
      switch Int.random(in: 0..<8, using: &source) {
      case 0, 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &source)
      case 2, 3: bytes[position] = .random(in: 0...255, using: &source)
      case 4: bytes[position] = [0x00, 0x7f, 0x80, 0xff].randomElement(using: &source) ?? 0
      case 5: bytes.removeSubrange(position..<end)
      case 6:
        bytes.insert(contentsOf: Array(bytes[position..<end]), at: Int.random(in: 0...bytes.count, using: &source))
      default: bytes.removeLast(Int.random(in: 0...min(bytes.count, 40), using: &source))
      }
    }
    return bytes
  }
}

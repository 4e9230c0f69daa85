import SessionCore
import Synchronization
import Sys

/// The bytes of the files that go to several peers, kept from the first that reads them until the others have: a tree is
/// read once.
///
/// Who is ahead waits for the slowest of those who have begun: that one is never further behind than what is kept. One that
/// begins late, or leaves and comes back, reads for itself what is kept no more.
final class SharedBlocks: Sendable {
  /// A file as it was when it was opened: another version of it is another file.
  struct File: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modified: Int64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
      size = status.size
      modified = status.modified
    }
  }

  /// What is read at once: one chunk of the largest size.
  static let blockSize = ChunkSizer.largest
  /// How far one may be ahead of another, in bytes of the tree: twenty blocks, some 4 MB.
  static let window = Int64(20 * blockSize)
  /// How much is kept, in bytes: what is between the slowest and the fastest, and as much again for the ends of files.
  static let maximumBytes = 40 * blockSize
  /// What a block costs beside its bytes, so that small files count.
  fileprivate static let overhead = 256

  fileprivate struct Key: Hashable {
    var file: File
    var number: Int64
  }

  fileprivate struct Block {
    let bytes: [UInt8]
    /// Which of the blocks that were read it is.
    let serial: Int
    /// How many peers have not read it to its end.
    var awaited: Int

    var cost: Int { bytes.count + SharedBlocks.overhead }
  }

  fileprivate struct State {
    var blocks: [Key: Block] = [:]
    /// The blocks in the order in which they were read, from `first`; some are gone.
    var order: [(key: Key, serial: Int)] = []
    var first = 0
    var nextSerial = 0
    var bytes = 0
    /// How far each peer is that has not left, in bytes of the tree; the end of all numbers for one that has not begun.
    var places: [Int: Int64]
    /// Those who wait for the slowest, and how far it has to be for that.
    var waiting: [(place: Int64, tell: @Sendable () -> Void)] = []
  }

  private let state: Mutex<State>

  /// Nothing read yet, for so many peers.
  init(takers count: Int) {
    state = Mutex(State(places: Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, .max) })))
  }

  /// What each of the peers reads through.
  func takers() -> [BlockTaker] {
    state.withLock { $0.places.keys.sorted() }.map { BlockTaker(self, $0) }
  }

  /// Sets how far a peer is; nil for one that has left.
  fileprivate func move(_ number: Int, to place: Int64?) {
    let ready = state.withLock { state in
      guard state.places[number] != nil else { return [] as [@Sendable () -> Void] }
      state.places[number] = place
      return state.takeReady()
    }
    for tell in ready { tell() }
  }

  fileprivate func read(
    _ file: File, _ descriptor: UnownedDescriptor, into room: UnsafeMutableRawBufferPointer, at offset: Int64,
    place: Int64, by number: Int, whenReady: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Int? {
    let mayRead = state.withLock { state in
      let slowest = state.slowest(beside: number)
      if place - Self.window <= slowest { return true }
      // Told once there is room for several chunks, not for each.
      state.waiting.append((max(place - Self.window, slowest + Self.window / 4), whenReady))
      return false
    }
    guard mayRead else { return nil }
    var done = 0
    while done < room.count {
      let key = Key(file: file, number: (offset + Int64(done)) / Int64(Self.blockSize))
      let start = Int((offset + Int64(done)) % Int64(Self.blockSize))
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
      let count = try state.withLock { (state) throws(SystemError) in
        if state.blocks[key] == nil {
          let bytes = try Self.load(key, descriptor)
          // Of a file that was cut short nothing is kept: it is another one now.
          guard bytes.count == Self.length(key) else { return Self.copy(bytes, from: start, into: rest) }
          state.add(bytes, key)
        }
        return state.take(key, from: start, into: rest)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  private static func load(_ key: Key, _ descriptor: UnownedDescriptor) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length(key))
    var span = bytes.mutableSpan
    let count = try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
      try descriptor.readAll(into: buffer, at: key.number * Int64(blockSize))
    }
    return count == bytes.count ? bytes : Array(bytes[..<count])
  }

  /// How many bytes a block has.
  private static func length(_ key: Key) -> Int {
    Int(min(max(key.file.size - key.number * Int64(blockSize), 0), Int64(blockSize)))
  }

  fileprivate static func copy(_ bytes: [UInt8], from start: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
    guard start < bytes.count else { return 0 }
    let count = min(bytes.count - start, room.count)
    bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)])) }
    return count
  }
}

extension SharedBlocks.State {
  /// How far the slowest of the others is, of those who have begun.
  fileprivate func slowest(beside number: Int? = nil) -> Int64 {
    places.reduce(.max) { $1.key == number ? $0 : min($0, $1.value) }
  }

  /// Those for whom the slowest is far enough now.
  fileprivate mutating func takeReady() -> [@Sendable () -> Void] {
    if waiting.isEmpty { return [] }
    let slowest = slowest()
    let ready = waiting.filter { $0.place <= slowest }.map(\.tell)
    waiting.removeAll { $0.place <= slowest }
    return ready
  }

  /// Keeps a block that was read; what is too much goes.
  fileprivate mutating func add(_ bytes: [UInt8], _ key: SharedBlocks.Key) {
    let block = SharedBlocks.Block(bytes: bytes, serial: nextSerial, awaited: places.count)
    nextSerial += 1
    blocks[key] = block
    order.append((key, block.serial))
    self.bytes += block.cost
    while self.bytes > SharedBlocks.maximumBytes, first < order.count - 1 {
      let oldest = order[first]
      if blocks[oldest.key]?.serial == oldest.serial { remove(oldest.key) }
      first += 1
    }
    if order.count > 2 * blocks.count + 1_024 {
      order = order[first...].filter { blocks[$0.key]?.serial == $0.serial }
      first = 0
    }
  }

  /// Copies what there is of a block from `start` on; it goes once everybody has read it to its end.
  fileprivate mutating func take(
    _ key: SharedBlocks.Key, from start: Int, into room: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let block = blocks[key] else { return 0 }
    let count = SharedBlocks.copy(block.bytes, from: start, into: room)
    if start + count == block.bytes.count {
      blocks[key]?.awaited -= 1
      if block.awaited <= 1 { remove(key) }
    }
    return count
  }

  private mutating func remove(_ key: SharedBlocks.Key) {
    if let block = blocks.removeValue(forKey: key) { bytes -= block.cost }
  }
}

/// One peer's way to read files that go to several.
struct BlockTaker: Sendable {
  private let blocks: SharedBlocks
  private let number: Int

  fileprivate init(_ blocks: SharedBlocks, _ number: Int) {
    self.blocks = blocks
    self.number = number
  }

  /// Fills `room` with the bytes from `offset` of the file that `descriptor` is open at; tells how many there were.
  ///
  /// Nil where `place`, where they stand in the tree, is too far ahead of another peer: `whenReady` is then called, once and on
  /// any queue, when to try again. Blocks on the disk where the bytes are not here.
  func read(
    _ file: SharedBlocks.File, _ descriptor: UnownedDescriptor, into room: UnsafeMutableRawBufferPointer,
    at offset: Int64, place: Int64, whenReady: @escaping @Sendable () -> Void
  ) throws(SystemError) -> Int? {
    try blocks.read(file, descriptor, into: room, at: offset, place: place, by: number, whenReady: whenReady)
  }

  /// Everything before that place of the tree was read, or is not wanted.
  func moved(to place: Int64) { blocks.move(number, to: place) }

  /// Reads no more through it.
  ///
  /// Further calls do nothing.
  func leave() { blocks.move(number, to: nil) }
}

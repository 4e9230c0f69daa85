import Framing

/// The bytes of a connection that came and were not taken yet: one buffer, reused, in which frames are found in place.
///
/// It starts at room for several full chunks and grows only as bytes of a larger frame really arrive, doubling up to
/// that frame's size; it shrinks back once the frame was taken. A declared length allocates nothing. One that borrows its memory
/// from a pool has none while nothing is in it.
struct FrameBuffer: ~Copyable {
  /// Room for four full chunks with their archives.
  static let ordinaryCapacity = 1 << 20
  /// Room for one read, where memory is spared.
  static let sparingCapacity = 64 << 10

  /// What is read at once where no large frame is under way.
  private static let ordinaryRead = 64 << 10
  /// A rest this small is moved to the front at once.
  private static let smallRest = 4 << 10

  /// How many bytes the frame that has begun lacks, at least.
  private var missing = 0
  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var decoder: FrameDecoder

  /// What it has where no large frame is under way.
  private let capacity: Int
  /// Where its memory comes from and goes to; nil where it has its own.
  private let pool: BufferPool?

  init(maximumFrame: Int, pool: BufferPool? = nil) {
    self.pool = pool
    capacity = pool?.byteCount ?? Self.ordinaryCapacity
    storage = pool == nil ? .allocate(byteCount: capacity, alignment: 64) : Self.nothing
    decoder = FrameDecoder(maximumLength: maximumFrame)
  }

  deinit {
    storage.deallocate()
  }

  /// Lets `read` put bytes behind those that are here; returns what it returns.
  ///
  /// It gets room for the rest of the frame that has begun and the header after it, and at least `ordinaryRead`: a run of
  /// large frames is then read one by one into the same memory, which stays in the processor's cache, and no frame's
  /// beginning is left over to be moved.
  mutating func fill<R, E: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(E) -> (count: Int, result: R)
  ) throws(E) -> R {
    if end == storage.count { makeRoom() }
    defer { spare() }
    let limit = max(missing + FrameDecoder.headerLength, Self.ordinaryRead)
    let room = storage[end..<min(storage.count, end + limit)]
    let (count, result) = try read(UnsafeMutableRawBufferPointer(rebasing: room))
    end += count
    return result
  }

  /// Hands each whole frame's body to `take`, in place, until none is left or `take` returns false.
  mutating func frames(_ take: (UnsafeRawBufferPointer) -> Bool) throws(FrameError) {
    missing = 0
    while true {
      let available = UnsafeRawBufferPointer(rebasing: storage[start..<end])
      switch try decoder.decode(available) {
      case .frame(let body):
        start += body.upperBound
        if take(UnsafeRawBufferPointer(rebasing: available[body])) { continue }
      case .incomplete(let bytes):
        missing = bytes
      }
      break
    }
    if end - start <= Self.smallRest { moveToFront() }
    spare()
    if end == 0, storage.count > capacity { resize(to: capacity) }
  }

  /// What has come of a frame of which not all is here.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<end]) }

  /// Bytes of that frame, header included, as far as is known.
  var frameUnderWay: Int { end - start + missing }

  /// Forgets what is here: another holds it now.
  mutating func giveAway() {
    (start, end, missing) = (0, 0, 0)
  }

  /// Takes back what another held of a frame of which not all has come; nothing may be here.
  mutating func takeBack(_ bytes: UnsafeRawBufferPointer) {
    precondition(end == start, "one at a time holds what has come")
    (start, end) = (0, 0)
    if bytes.count > storage.count { resize(to: bytes.count) }
    storage.copyMemory(from: bytes)
    end = bytes.count
  }

  /// Whether a frame has begun of which not all is here.
  var hasBegun: Bool { end > start }

  private static var nothing: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: nil, count: 0) }

  /// Gives the memory back to the pool, where it came from one and nothing is in it.
  private mutating func spare() {
    guard let pool, end == 0, !storage.isEmpty else { return }
    pool.giveBack(storage)
    storage = Self.nothing
  }

  /// Bytes it holds now, used or not.
  var capacityInUse: Int { storage.count }

  /// Judges the end of the stream.
  mutating func finish() throws(FrameError) {
    try decoder.finish(remaining: end - start)
  }

  /// The buffer is full: what is here moves to the front, or, where it fills all of it, the buffer doubles.
  private mutating func makeRoom() {
    if start > 0 { return moveToFront() }
    if let pool, storage.isEmpty { return storage = pool.take() }
    let frame = end + missing + FrameDecoder.headerLength
    resize(to: min(storage.count * 2, max(frame, capacity)))
  }

  private mutating func moveToFront() {
    let kept = end - start
    UnsafeMutableRawBufferPointer(rebasing: storage[0..<kept])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    start = 0
    end = kept
  }

  private mutating func resize(to capacity: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 64)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    end -= start
    start = 0
    storage.deallocate()
    storage = larger
  }
}

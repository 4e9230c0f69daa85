/// Bytes of a stream that came and were not taken yet, in one buffer that is reused and grows as bytes really arrive.
///
/// It doubles when it is full and shrinks back once it is empty; no declared length makes it grow.
public struct StreamBuffer: ~Copyable {
  /// What it has room for at the start, and again whenever it is empty.
  private static let ordinaryCapacity = 64 << 10
  /// A rest this small is moved to the front rather than the buffer made larger.
  private static let smallRest = 4 << 10

  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  /// An empty buffer.
  public init() {
    storage = .allocate(byteCount: Self.ordinaryCapacity, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// How many bytes are here.
  public var count: Int { end - start }

  /// Lets `read` put bytes behind those that are here, and returns what it returns: how many they are, or nil for none.
  public mutating func fill<E: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(E) -> Int?
  ) throws(E) -> Int? {
    if storage.count - end < Self.smallRest { makeRoom() }
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: storage[end...]))
    end += count ?? 0
    return count
  }

  /// Shows the bytes to `body`.
  public borrowing func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(rebasing: storage[start..<end]))
  }

  /// Takes `count` bytes off the front.
  public mutating func remove(_ count: Int) {
    precondition(count <= end - start, "no more than is here")
    start += count
    guard start == end else { return }
    start = 0
    end = 0
    if storage.count > Self.ordinaryCapacity { resize(to: Self.ordinaryCapacity) }
  }

  private mutating func makeRoom() {
    // Moving costs what is kept; it pays where that is less than what it frees.
    if count <= start { return moveToFront() }
    resize(to: storage.count * 2)
  }

  private mutating func moveToFront() {
    let kept = count
    UnsafeMutableRawBufferPointer(rebasing: storage[0..<kept])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    start = 0
    end = kept
  }

  private mutating func resize(to capacity: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
    end -= start
    start = 0
    storage.deallocate()
    storage = larger
  }
}

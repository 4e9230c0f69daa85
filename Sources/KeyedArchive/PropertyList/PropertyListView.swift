/// A binary property list read in place: nothing is copied and nothing is built.
///
/// The header and the trailer are checked once; every object is checked when it is asked for. An object costs
/// constant time, whatever its length. The view does not own the bytes: it must not outlive the closure or the buffer that
/// `bytes` comes from.
public struct PropertyListView {
  /// The whole input.
  public let bytes: UnsafeRawBufferPointer
  let layout: Layout

  /// How many objects there are.
  public var objectCount: Int { layout.objectCount }
  /// The number of the object that is the property list's value.
  public var topObject: Int { layout.topObject }

  /// What the trailer says of the input, which holds for any copy of it.
  struct Layout: Sendable {
    var objectCount: Int
    var topObject: Int
    var referenceSize: Int
    var offsetSize: Int
    var offsetTable: Int
  }

  /// The bytes of `bplist00` and its relatives that must be there.
  static let magic: [UInt8] = Array("bplist0".utf8)
  /// The length of the header: the magic and a version digit.
  static let headerLength = 8
  /// The length of the trailer.
  static let trailerLength = 32

  /// Checks header, trailer and the place of the offset table.
  public init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListError) {
    guard bytes.count <= limits.maximumSize else { throw .tooLarge(bytes.count, limit: limits.maximumSize) }
    guard bytes.starts(with: Self.magic) else { throw .notBinary }
    let trailer = bytes.count - Self.trailerLength
    guard trailer > Self.headerLength else { throw .truncated }
    let offsetSize = Int(bytes[trailer + 6])
    let referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize else { throw .badTrailer }
    let count = bytes.bigEndian(at: trailer + 8, count: 8)
    let top = bytes.bigEndian(at: trailer + 16, count: 8)
    let table = bytes.bigEndian(at: trailer + 24, count: 8)
    guard count >= 1, top < count, table > Self.headerLength, table <= trailer else { throw .badTrailer }
    guard count <= limits.maximumObjects else { throw .tooManyObjects(count, limit: limits.maximumObjects) }
    guard count <= (UInt64(trailer) - table) / UInt64(offsetSize) else { throw .badTrailer }
    self.init(
      bytes,
      Layout(
        objectCount: Int(count), topObject: Int(top), referenceSize: referenceSize, offsetSize: offsetSize,
        offsetTable: Int(table)))
  }

  /// A view of bytes whose header and trailer were checked before.
  init(_ bytes: UnsafeRawBufferPointer, _ layout: Layout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// The object of number `index`.
  public func object(_ index: Int) throws(PropertyListError) -> Object {
    try object(atOffset: offset(of: index))
  }

  /// Where the object of number `index` begins.
  @inline(__always)
  func offset(of index: Int) throws(PropertyListError) -> Int {
    guard index >= 0, index < objectCount else { throw .badReference(UInt64(truncatingIfNeeded: index)) }
    let offset = bytes.bigEndian(at: layout.offsetTable + index * layout.offsetSize, count: layout.offsetSize)
    guard offset >= Self.headerLength, offset < layout.offsetTable else { throw .badOffset(object: index) }
    return Int(offset)
  }

  /// The number of the object that is the element at `position` of `references`.
  @inline(__always)
  public func object(_ position: Int, of references: References) throws(PropertyListError) -> Int {
    precondition(position >= 0 && position < references.count, "a position is one of the references")
    let number = bytes.bigEndian(at: references.offset + position * layout.referenceSize, count: layout.referenceSize)
    guard number < UInt64(objectCount) else { throw .badReference(number) }
    return Int(number)
  }
}

extension PropertyListView {
  /// One object, its bytes and references left where they are.
  public enum Object: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int128)
    case real32(Float)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// The place of the bytes in the input.
    case data(Range<Int>)
    case string(Text)
    case uid(UInt64)
    case array(References)
    case set(References)
    /// As many keys as values.
    case dictionary(keys: References, values: References)
  }

  /// The place of a string in the input.
  public struct Text: Sendable, Hashable {
    /// The place of its bytes.
    public let range: Range<Int>
    /// Whether they are UTF-16, big-endian; they should be ASCII where not.
    public let isUTF16: Bool
  }

  /// The place of a container's references in the input; all of it lies before the offset table.
  public struct References: Sendable, Hashable {
    /// How many there are.
    public let count: Int
    let offset: Int
  }
}

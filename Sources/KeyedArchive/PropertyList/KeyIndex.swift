/// Where each key of a dictionary is, found in constant time.
///
/// A table of twice as many places as keys or more. A place holds the position of a key, from 1, and above it as many bits
/// of the key's hash as there is room for, so that few keys are compared in vain.
struct KeyIndex: Sendable {
  private var places: [UInt32]
  private let positionBits: UInt32
  private let hash: KeyHash

  /// The most keys: more would leave too few bits of the hash.
  static let maximumCount = 1 << 26

  /// Dictionaries of so few keys have them compared one by one: a table would cost more than it saves.
  private static let maximumCompared = 8

  /// Whether so many keys have an index.
  static func isMade(of keys: PropertyListView.References) -> Bool { keys.count > maximumCompared }

  /// The index of `keys`, which were checked; nil where one is there twice.
  ///
  /// - Parameter known: the keys' hashes, in their order; fewer than keys where they are to be found.
  init?(
    _ keys: PropertyListView.References, in view: PropertyListView, hashes known: [UInt64] = []
  ) throws(PropertyListError) {
    // So many keys cannot be distinct objects; nor is a table made for a count that few bytes declare.
    guard keys.count <= view.objectCount else { return nil }
    guard keys.count <= Self.maximumCount else {
      throw .tooManyObjects(UInt64(keys.count), limit: Self.maximumCount)
    }
    let bits = UInt32(Int.bitWidth - keys.count.leadingZeroBitCount)
    let hash = KeyHash()
    // All hashes first: the table's cache misses then overlap.
    var hashes = known
    if hashes.count != keys.count {
      hashes = []
      hashes.reserveCapacity(keys.count)
      for position in 0..<keys.count { hashes.append(try hash.of(view.object(position, of: keys), in: view)) }
    }
    var places = [UInt32](repeating: 0, count: 2 << bits)
    for position in 0..<keys.count {
      var place = Int(truncatingIfNeeded: hashes[position]) & (places.count - 1)
      let tag = Self.tag(hashes[position], bits)
      while places[place] != 0 {
        if places[place] >> bits == tag >> bits {
          let other = Self.position(places[place], bits)
          if try view.isSameKey(view.object(position, of: keys), as: view.object(other, of: keys), in: view) {
            return nil
          }
        }
        place = (place + 1) & (places.count - 1)
      }
      places[place] = tag | UInt32(truncatingIfNeeded: position + 1)
    }
    self.places = places
    self.hash = hash
    positionBits = bits
  }

  /// The position of a key among those of `view`.
  func position(
    of key: PropertyList, _ keys: PropertyListView.References, in view: PropertyListView
  ) throws(PropertyListError) -> Int? {
    try position(hash: hash.of(key)) { (position) throws(PropertyListError) in
      try view.key(view.object(position, of: keys), is: key)
    }
  }

  /// The position among the keys of `view` of the key that is an object of another view.
  func position(
    ofKey object: Int, in other: PropertyListView, _ keys: PropertyListView.References, _ view: PropertyListView
  ) throws(PropertyListError) -> Int? {
    try position(hash: hash.of(object, in: other)) { (position) throws(PropertyListError) in
      try view.isSameKey(view.object(position, of: keys), as: object, in: other)
    }
  }

  private func position(
    hash: UInt64, where isSame: (Int) throws(PropertyListError) -> Bool
  ) throws(PropertyListError) -> Int? {
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    let tag = Self.tag(hash, positionBits)
    while places[place] != 0 {
      if places[place] >> positionBits == tag >> positionBits {
        let position = Self.position(places[place], positionBits)
        if try isSame(position) { return position }
      }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Other bits of the hash than those that choose the place.
  private static func tag(_ hash: UInt64, _ bits: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32) & ~(1 << bits - 1)
  }

  private static func position(_ place: UInt32, _ bits: UInt32) -> Int {
    Int(place & (1 << bits - 1)) - 1
  }
}

/// A hash of keys with two secret numbers, drawn anew in each process: nobody who does not know them can choose keys that
/// collide.
///
/// Equal keys have one hash, whatever they are written as. Each 16 bytes cost one multiplication, since a dictionary
/// of a hundred thousand keys is hashed whenever it is read.
struct KeyHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// The numbers of this process: the standard library's own hash is keyed with random ones.
  private static let secret: (UInt64, UInt64) = (number(1), number(2))

  private static func number(_ index: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(index)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  init() {
    (first, second) = Self.secret
  }

  /// The hash of the key that is an object of a checked property list.
  func of(_ object: Int, in view: PropertyListView) throws(PropertyListError) -> UInt64 {
    guard let text = try view.text(of: object), !text.isUTF16 else {
      return of(try PropertyListBuilder.value(object, in: view))
    }
    return of(UnsafeRawBufferPointer(rebasing: view.bytes[text.range]))
  }

  /// The hash of a key.
  func of(_ key: PropertyList) -> UInt64 {
    guard case .string(var text) = key else {
      var hasher = Hasher()
      key.hash(into: &hasher)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of the key that is a text of these bytes, UTF-8.
  @inline(__always)
  func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = first ^ UInt64(truncatingIfNeeded: bytes.count)
    var position = 0
    while position + 16 <= bytes.count {
      hash = mixed(hash ^ bytes.word(at: position), bytes.word(at: position + 8))
      position += 16
    }
    // What is left, and something of what came before it where there is enough: no byte is read one by one.
    let left = bytes.count - position
    if left > 8 {
      hash = mixed(hash ^ bytes.word(at: position), bytes.word(at: bytes.count - 8))
    } else if left > 0 {
      var rest: UInt64 = 0
      if bytes.count >= 8 {
        rest = bytes.word(at: bytes.count - 8)
      } else {
        for byte in bytes { rest = rest << 8 | UInt64(byte) }
      }
      hash = mixed(hash ^ rest, 0)
    }
    return mixed(hash, first)
  }

  private func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right ^ second)
    return product.high ^ product.low
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

public import KeyedArchive

/// Makes property lists at random, the same for the same seed.
public struct PropertyListGenerator {
  /// What others cannot carry and so is left out.
  public struct Profile: Sendable {
    /// Whether there are values that the name says.
    public var hasNullAndUIDs = true
    /// Whether there are values that the name says.
    public var hasSets = true
    /// Whether there are values that the name says.
    public var hasWideIntegers = true
    /// Whether there are values that the name says.
    public var hasReal32 = true
    /// Whether there are values that the name says.
    public var hasAnyKeys = true
    /// Whether there are values that the name says.
    public var hasFractionsOfSeconds = true
    /// Foundation on Linux loses one of two keys that are canonically equivalent.
    public var hasDecomposedTexts = true

    /// Whether texts have characters that XML does not allow.
    public var hasControls = true

    /// All that a binary property list has.
    public static let everything = Profile()
    /// No sets, no keys but strings; dates to the microsecond.
    public static let plistlib = Profile(hasSets: false, hasAnyKeys: false, hasFractionsOfSeconds: false)
    /// All but keys that are no strings.
    public static let stringKeys = Profile(hasAnyKeys: false)
    /// What libplist keeps as it is: neither narrow reals nor texts that XML does not allow.
    public static let libplist = Profile(
      hasNullAndUIDs: false, hasSets: false, hasWideIntegers: false, hasReal32: false, hasAnyKeys: false,
      hasFractionsOfSeconds: false, hasControls: false)
    /// What an ordinary property list has.
    public static let foundation = Profile(
      hasNullAndUIDs: false, hasSets: false, hasWideIntegers: false, hasAnyKeys: false, hasDecomposedTexts: false)
  }

  private let profile: Profile
  private var source: SeededGenerator

  /// A generator at the start of the sequence of `seed`.
  public init(seed: UInt64, _ profile: Profile) {
    self.profile = profile
    source = SeededGenerator(seed: seed)
  }

  /// The next value, nested no deeper than `depth`.
  public mutating func value(depth: Int = 4) -> PropertyList {
    switch Int.random(in: 0..<(depth > 1 ? 14 : 10), using: &source) {
    case 0: return .bool(.random(using: &source))
    case 1, 2: return .integer(integer())
    case 3: return .real(Double(bitPattern: .random(in: 0..<(0x7ff << 52), using: &source)))
    case 4: return profile.hasReal32 ? .real32(.random(in: -1...1, using: &source)) : .real(0)
    case 5: return .date(date())
    case 6: return .data((0..<count()).map { _ in .random(in: 0...255, using: &source) })
    case 7, 8: return .string(string())
    case 9: return special()
    case 10: return profile.hasSets ? .set(values(depth)) : .array(values(depth))
    case 11: return .array(values(depth))
    default: return .dictionary(dictionary(depth))
    }
  }

  private mutating func special() -> PropertyList {
    guard profile.hasNullAndUIDs else { return .string(string()) }
    if Bool.random(using: &source) { return .null }
    let largest = UInt64.max >> UInt64.random(in: 0..<64, using: &source)
    return .uid(UInt64.random(in: 0...largest, using: &source))
  }

  private mutating func values(_ depth: Int) -> [PropertyList] {
    (0..<count()).map { _ in value(depth: depth - 1) }
  }

  private mutating func dictionary(_ depth: Int) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    for _ in 0..<count() {
      let key =
        profile.hasAnyKeys && Int.random(in: 0..<8, using: &source) == 0 ? value(depth: depth - 1) : .string(string())
      dictionary[key] = value(depth: depth - 1)
    }
    return dictionary
  }

  /// Numbers around the widths at which the format changes.
  private mutating func integer() -> Int128 {
    let bits =
      [0, 1, 7, 8, 15, 16, 31, 32, 62, 63, 64, 100].prefix(profile.hasWideIntegers ? 12 : 9)
      .randomElement(using: &source) ?? 0
    let edge = (Int128(1) << Int128(bits)) + Int128(Int.random(in: -1...1, using: &source))
    let isNegative = Int.random(in: 0..<4, using: &source) == 0
    return isNegative ? -edge : edge
  }

  private mutating func date() -> Double {
    let seconds = Double(Int.random(in: -(1 << 30)...(1 << 30), using: &source))
    return profile.hasFractionsOfSeconds ? seconds + .random(in: 0..<1, using: &source) : seconds
  }

  /// Mostly small; around 15, where the count moves behind the marker; seldom more than a byte counts.
  private mutating func count() -> Int {
    [0, 1, 1, 2, 2, 3, 3, 14, 15, 16].randomElement(using: &source) ?? 0
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "Z", "_age_", "嗯", "\u{e9}", profile.hasDecomposedTexts ? "e\u{301}" : "è", "🎵", "\0", "\u{7f}", "\u{80}",
      "\n", "ß", "\u{ffff}", " ",
    ]
    let allowed = profile.hasControls ? pieces : pieces.filter { !["\0", "\u{ffff}"].contains($0) }
    return (0..<count()).map { _ in allowed.randomElement(using: &source) ?? "" }.joined()
  }
}

import KeyedArchive

/// Reads one XML property list.
///
/// Containers stand on an own stack, so a peer's depth costs no recursion. Where it throws, its cursor stands at, or next to, what is wrong.
struct XMLPropertyListReader {
  typealias Reason = TextPropertyListError.Reason

  /// A container that is open, with what it holds so far.
  private struct Container {
    let isDictionary: Bool
    var elements: [PropertyList] = []
    var entries: PropertyListDictionary = [:]
    var key: String?
  }

  var cursor: XMLCursor
  /// Whether the bytes were UTF-16 before.
  let wide: Bool
  private let limits: XMLPropertyListLimits
  private var open: [Container] = []
  private var root: PropertyList?
  private var nodes = 0

  init(_ cursor: XMLCursor, wide: Bool, limits: XMLPropertyListLimits) {
    self.cursor = cursor
    self.wide = wide
    self.limits = limits
  }

  /// The whole document's value.
  mutating func document() throws(Reason) -> PropertyList {
    try prolog()
    let (name, closed) = try startTag()
    guard name == "plist" else { throw .element(name) }
    guard !closed else { throw .empty }
    while true {
      cursor.takeSpace()
      if try skipMiscellany() { continue }
      guard let byte = cursor.next else { throw .truncated }
      guard byte == UInt8(ascii: "<"), !cursor.starts(with: "<![") else { throw .text }
      if cursor.starts(with: "</") {
        if try endTag() { break }
      } else {
        try element()
      }
    }
    try epilog()
    guard let root else { throw .empty }
    return root
  }

  /// Takes an end tag; true where it is the property list's own.
  private mutating func endTag() throws(Reason) -> Bool {
    let name = try takeEndTag()
    guard let container = open.last else {
      guard name == "plist" else { throw .endTag(name) }
      return true
    }
    guard name == (container.isDictionary ? "dict" : "array") else { throw .endTag(name) }
    if let key = container.key { throw .missingValue(String(excerpt: key.utf8)) }
    open.removeLast()
    add(container.isDictionary ? .dictionary(container.entries) : .array(container.elements))
    return false
  }

  /// Takes a start tag, and a plain value to its end.
  private mutating func element() throws(Reason) {
    let (name, closed) = try startTag()
    guard nodes < limits.maximumNodes else { throw .tooManyNodes(limit: limits.maximumNodes) }
    nodes += 1
    guard open.count < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    if name == "key" { return try key(closed: closed) }
    if let top = open.indices.last {
      guard !open[top].isDictionary || open[top].key != nil else { throw .missingKey }
    } else {
      guard root == nil else { throw .severalValues }
    }
    switch name {
    case "array", "dict":
      let container = Container(isDictionary: name == "dict")
      if closed {
        add(container.isDictionary ? .dictionary([:]) : .array([]))
      } else {
        open.append(container)
      }
    default:
      add(try scalar(name, closed: closed))
    }
  }

  private mutating func key(closed: Bool) throws(Reason) {
    guard let top = open.indices.last, open[top].isDictionary else { throw .element("key") }
    if let pending = open[top].key { throw .missingValue(String(excerpt: pending.utf8)) }
    open[top].key = closed ? "" : try string(of: "key")
  }

  /// Puts a finished value where it belongs, in place: a copy of what it joins would make the reader quadratic.
  private mutating func add(_ value: PropertyList) {
    guard let top = open.indices.last else {
      root = value
      return
    }
    if let key = open[top].key {
      open[top].entries[key] = value
      open[top].key = nil
    } else {
      open[top].elements.append(value)
    }
  }
}

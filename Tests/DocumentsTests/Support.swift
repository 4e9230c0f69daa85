import Documents
import KeyedArchive

let ample = XMLPropertyListLimits(maximumSize: 1 << 24, maximumDepth: 64, maximumNodes: 1 << 20)

/// A property list of `body` alone.
func plist(_ body: String) -> [UInt8] {
  Array("<plist version=\"1.0\">\(body)</plist>".utf8)
}

/// The value of a property list of `body` alone.
func read(_ body: String, limits: XMLPropertyListLimits = ample) throws(TextPropertyListError) -> PropertyList {
  try PropertyList(xml: plist(body), limits: limits)
}

import Editor
import FuzzDriver
import KeyedArchive

@main enum FuzzKeys {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as what a terminal sends; the keys must be the same whole and byte by byte, and pressing them must not trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  var whole = KeyDecoder()
  let keys = whole.take(bytes) + whole.flush()
  var dripped = KeyDecoder()
  guard bytes.flatMap({ dripped.take([$0]) }) + dripped.flush() == keys else {
    fatalError("are other keys when they come byte by byte")
  }
  if whole.patience != nil { fatalError("waits, though nothing is to follow") }
  var model = EditorModel([
    "age": .integer(80), "list": .array([.integer(1), .string("two")]),
    "window": .dictionary(["width": .integer(640), "a.b": .real(1.5), "": .bool(true)]),
  ])
  model.resize(rows: 5)
  for key in keys.prefix(500) {
    if case .send(let edits) = model.press(key) { model.tried(edits) }
    model.resize(rows: 5)
  }
  return 0
}

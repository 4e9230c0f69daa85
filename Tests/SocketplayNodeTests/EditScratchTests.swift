import Documents
import KeyedArchive
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

@Suite("What is edited and has not arrived") struct EditScratchTests {
  private static let base: PropertyListDictionary = ["age": .integer(80), "when": .date(0.25)]
  private static let place = PreferencesPlace.peer(.name("studio"), name: nil)

  private func make(_ node: Node, hasEdits: Bool = false) throws -> EditScratch {
    try node.makeScratch(
      PropertyListDocument(.dictionary(PulledCopy.held(Self.base)), format: .xml), of: Self.place, base: Self.base,
      hasEdits: hasEdits)
  }

  @Test("It is kept with its base, for its place alone, until it is removed (000-9)")
  func kept() throws {
    let folder = try Scratch()
    let node = folder.node("laptop")
    let path: String
    do {
      let scratch = try make(node)
      path = scratch.path
      #expect(scratch.isUntouched)
      // Somebody works on it.
      #expect(node.keptScratch(of: Self.place) == nil)
      try WholeFile.replace(path, with: Array("edited".utf8), mode: 0o600)
      #expect(!scratch.isUntouched)
    }
    let kept = try #require(node.keptScratch(of: Self.place))
    #expect(kept.path == path && kept.base == Self.base && kept.shown == PulledCopy.held(Self.base))
    #expect(!kept.isUntouched)
    for other in [
      PreferencesPlace.store("studio"), .peer(.name("studio"), name: "a"), .peer(.session("studio"), name: nil),
    ] {
      #expect(node.keptScratch(of: other) == nil)
    }
    #expect(try Path.status(path)?.mode == 0o600)
    node.removeScratch(kept)
    #expect(node.keptScratch(of: Self.place) == nil)
    #expect(try Path.status(path) == nil && Path.status(path + ".base") == nil)
  }

  @Test(
    "Where nothing can be put into the state folder it stands in the private one of the sessions, and is found there (000-9)"
  )
  func spare() throws {
    let folder = try Scratch()
    let node = folder.node("laptop")
    _ = try Directory(makingPath: Path.split(node.places.state).parent, mode: 0o700)
    try WholeFile.replace(node.places.state, with: [1], mode: 0o600)
    let path: String
    do {
      let scratch = try make(node)
      path = scratch.path
      #expect(path.hasPrefix(node.places.runtime + "/edits/"))
      try WholeFile.replace(path, with: Array("edited".utf8), mode: 0o600)
    }
    let kept = try #require(node.keptScratch(of: Self.place))
    #expect(kept.path == path && kept.base == Self.base)
    node.removeScratch(kept)
    #expect(try Path.status(path) == nil && Path.status(path + ".base") == nil)
  }

  @Test("One whose file, or folder, an editor has removed is known as such, and its base goes with it")
  func removed() throws {
    let folder = try Scratch()
    let node = folder.node("laptop")
    let scratch = try make(node)
    #expect(!scratch.isRemoved)
    let (parent, name) = Path.split(scratch.path)
    let edits = try Directory(path: parent)
    let above = Path.split(parent)
    try edits.unlink(name)
    #expect(scratch.isRemoved && !scratch.isUntouched)
    node.removeScratch(scratch)
    #expect(try edits.entries().isEmpty)
    let other = try make(node)
    try edits.unlink(Path.split(other.path).name)
    try edits.unlink(Path.split(other.path).name + ".base")
    try Directory(path: above.parent).removeDirectory(above.name)
    #expect(other.isRemoved)
  }

  @Test("One that began with edits is never as it was made")
  func edits() throws {
    let folder = try Scratch()
    #expect(try !make(folder.node("laptop"), hasEdits: true).isUntouched)
  }

  @Test("What is being made, or was just removed, is offered to nobody else")
  func races() async throws {
    let folder = try Scratch()
    let node = folder.node("laptop")
    let offered = Task.detached {
      var count = 0
      while !Task.isCancelled { if node.keptScratch(of: Self.place) != nil { count += 1 } }
      return count
    }
    for _ in 0..<100 { node.removeScratch(try make(node)) }
    offered.cancel()
    #expect(await offered.value == 0)
  }

  @Test("Of many the last ones are kept, the newest first")
  func many() throws {
    let folder = try Scratch()
    let node = folder.node("laptop")
    var last = ""
    for _ in 0..<(EditScratch.maximumKept + 3) { last = try make(node).path }
    #expect(try Path.status(last) != nil)
    var count = 0
    while let kept = node.keptScratch(of: Self.place) {
      if count == 0 { #expect(kept.path == last) }
      node.removeScratch(kept)
      count += 1
    }
    #expect(count == EditScratch.maximumKept)
  }
}

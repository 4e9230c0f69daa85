/// How output is wanted.
struct Modes: Sendable, Equatable {
  var json = false
  var quiet = false
  var verbose = false
  /// Whether each line says which peer it is of: something goes to all of them.
  var namesPeers = false

  init(json: Bool = false, quiet: Bool = false, verbose: Bool = false) {
    self.json = json
    self.quiet = quiet
    self.verbose = verbose && !quiet
  }

  init(_ parsed: Parsed) {
    self.init(json: parsed.has(.json), quiet: parsed.has(.quiet), verbose: parsed.has(.verbose))
    namesPeers = parsed[.peer] == "all"
  }
}

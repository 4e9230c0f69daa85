/// How output is wanted.
struct Modes: Sendable, Equatable {
  var json = false
  var quiet = false
  var verbose = false

  init(json: Bool = false, quiet: Bool = false, verbose: Bool = false) {
    self.json = json
    self.quiet = quiet
    self.verbose = verbose && !quiet
  }

  init(_ parsed: Parsed) {
    self.init(json: parsed.has(.json), quiet: parsed.has(.quiet), verbose: parsed.has(.verbose))
  }
}

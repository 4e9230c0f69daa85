extension Runner {
  /// Asks on the terminal, three times at most, until `read` understands the answer; nil where nothing is typed.
  func prompt<Value>(_ text: String, _ output: Output, read: (String) -> Value?) -> Value? {
    output.asking {
      interruption.prompting { () -> Value? in
        for _ in 0..<3 {
          console.talk(Array(text.utf8))
          guard let line = console.readAnswer() else {
            console.talk([UInt8(ascii: "\n")])
            return nil
          }
          if line.allSatisfy({ $0 == " " || $0 == "\t" }) { return nil }
          if let value = read(line) { return value }
        }
        return nil
      }
    }
  }

  /// Asks for a yes or a no; no where nothing is typed.
  func confirm(_ text: String, _ output: Output) -> Bool {
    prompt(text + " (y/N)? ", output) { line in
      switch line.filter({ $0 != " " }).lowercased() {
      case "y", "yes": true
      case "n", "no": false
      default: nil
      }
    } ?? false
  }
}

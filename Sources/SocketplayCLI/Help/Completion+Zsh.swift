extension Completion {
  static var zsh: String {
    let verbs = Verb.all.map { "    \(quote("\($0.name):\($0.summary)"))" }.joined(separator: "\n")
    return """
      #compdef socketplay
      # zsh completion of socketplay
      _socketplay() {
        local curcontext="$curcontext" state line
        local -a verbs
        verbs=(
      \(verbs)
        )
        _arguments -C '(-)'{-h,--help}'[show help]' '(-)'{-V,--version}'[show the version]' \\
          '1: :->verb' '*:: :->rest'
        case $state in
          verb) _describe -t verbs 'verb' verbs ;;
          rest)
            case $words[1] in
      \(Verb.all.map(zshVerb).joined(separator: "\n"))
            esac ;;
        esac
      }
      if [[ $funcstack[1] == _socketplay ]]; then _socketplay "$@"; else compdef _socketplay socketplay; fi

      """
  }

  private static func zshVerb(_ verb: Verb) -> String {
    var specs = verb.allFlags.map(zshFlag)
    if verb.name == Verb.help.name {
      let cases = verbsWithWords.map { "\($0.verb)) compadd \($0.words.joined(separator: " ")) ;;" }
      specs.append(quote("1:VERB:\(zshAction(.words(Verb.all.map(\.name))))"))
      specs.append(quote("2:WORD:{case $words[CURRENT-1] in \(cases.joined(separator: " ")) esac}"))
    } else if verb.operands.count.upperBound > 0 {
      let action = words(verb).map { zshAction(.words($0)) } ?? zshAction(verb.operands.completes)
      let position = verb.operands.count.upperBound > 1 ? "*" : "1"
      specs.append(quote("\(position):\(zshEscaped(verb.operands.usage)):\(action)"))
    }
    return "          \(verb.name)) _arguments -S \(specs.joined(separator: " \\\n            ")) ;;"
  }

  private static func zshFlag(_ flag: Flag) -> String {
    let repeated = flag.isRepeatable ? "*" : ""
    let help = "[\(zshEscaped(flag.help))]"
    return switch flag.value {
    case .none: quote("\(repeated)\(flag.spelling)\(help)")
    case .required(let placeholder, let completes):
      quote("\(repeated)\(flag.spelling)=\(help):\(zshEscaped(placeholder)):\(zshAction(completes))")
    case .optional(let placeholder): quote("\(repeated)\(flag.spelling)=-\(help)::\(zshEscaped(placeholder)):")
    }
  }

  private static func zshAction(_ completes: Flag.Completes) -> String {
    switch completes {
    case .nothing: " "
    case .files: "_files"
    case .directories: "_files -/"
    case .interfaces: "_net_interfaces"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Text inside a specification of `_arguments`: brackets, colons and backslashes stand for themselves.
  private static func zshEscaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "[]:\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}

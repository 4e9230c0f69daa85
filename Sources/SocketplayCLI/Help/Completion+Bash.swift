extension Completion {
  static var bash: String {
    let verbs = Verb.all.map(\.name).joined(separator: " ")
    return """
      # bash completion of socketplay
      _socketplay() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev= verb= word
        (( COMP_CWORD > 0 )) && prev=${COMP_WORDS[COMP_CWORD-1]}
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in -*) ;; *) verb=$word; break ;; esac
        done
        COMPREPLY=()
        if [[ -z $verb ]]; then
          COMPREPLY=( $(compgen -W '\(verbs) --help --version' -- "$cur") )
          return
        fi
        case $verb:$prev in
      \(bashValues.joined(separator: "\n"))
        esac
        case $verb in
      \(Verb.all.map(bashVerb).joined(separator: "\n"))
        esac
      }
      complete -F _socketplay socketplay

      """
  }

  /// What completes the value of a flag.
  private static var bashValues: [String] {
    var lines: [String] = []
    for verb in Verb.all {
      for flag in verb.allFlags {
        guard case .required(_, let completes) = flag.value else { continue }
        lines.append("    \(verb.name):\(flag.spelling)) \(bashAction(completes)); return ;;")
      }
    }
    for (verb, words) in verbsWithWords {
      lines.append("    help:\(verb)) \(bashAction(.words(words))); return ;;")
    }
    let others = Verb.all.map(\.name).filter { verb in verb != "help" && !verbsWithWords.contains { $0.verb == verb } }
    lines.append("    \(others.map { "help:\($0)" }.joined(separator: "|"))) return ;;")
    return lines
  }

  private static func bashVerb(_ verb: Verb) -> String {
    let flags = verb.allFlags.map(\.spelling).joined(separator: " ")
    let operand = words(verb).map { bashAction(.words($0)) } ?? bashAction(verb.operands.completes)
    return """
          \(verb.name))
            if [[ $cur == -* ]]; then COMPREPLY=( $(compgen -W '\(flags)' -- "$cur") )
            else \(operand); fi ;;
      """
  }

  private static func bashAction(_ completes: Flag.Completes) -> String {
    switch completes {
    case .nothing: ":"
    case .files: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
    case .directories: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")"
    case .interfaces: "COMPREPLY=( $(compgen -W \"$(command ls /sys/class/net 2>/dev/null)\" -- \"$cur\") )"
    case .words(let words): "COMPREPLY=( $(compgen -W \(quote(words.joined(separator: " "))) -- \"$cur\") )"
    }
  }
}

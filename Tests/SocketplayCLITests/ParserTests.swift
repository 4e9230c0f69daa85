import SocketplayNode
import Testing

@testable import SocketplayCLI

/// What a command line of several words is parsed to; the words stand as a shell would split them.
func parsed(_ words: String...) throws -> Parsed { try parsed(words) }

func parsed(_ words: [String]) throws -> Parsed {
  guard case .run(let parsed) = try Parser.parse(words) else { throw UsageError("no verb to run") }
  return parsed
}

@Suite("Reading a command line")
struct ParserTests {
  @Test("flags take their values behind = or as the next word, and stand anywhere")
  func flags() throws {
    let one = try parsed("host", "--name=studio", "--port", "43121", "--once", "--interface", "lo", "--interface=eth0")
    #expect(one[.name] == "studio")
    #expect(one[.port] == "43121")
    #expect(one.has(.once))
    #expect(!one.has(.noAdvertise))
    #expect(one.all(.interface) == ["lo", "eth0"])
    let two = try parsed("--json", "send-file", "a", "--as", "b=c", "-q")
    #expect(two.operands == ["a"])
    #expect(two[.sendAs] == "b=c")
    #expect(two.has(.json) && two.has(.quiet))
  }

  @Test("the last of a flag that is given twice holds")
  func twice() throws {
    #expect(try parsed("host", "--name", "a", "--name", "b")[.name] == "b")
  }

  @Test("-- ends the flags, and a dash alone is an operand")
  func end() throws {
    #expect(try parsed("say", "--", "--json").operands == ["--json"])
    #expect(try parsed("send-file", "-", "--as", "x").operands == ["-"])
    #expect(try parsed("send-file", "--", "-x", "--").operands == ["-x", "--"])
  }

  @Test("an empty value is a value")
  func empty() throws {
    #expect(try parsed("host", "--name=")[.name] == "")
    #expect(try parsed("host", "--name", "")[.name] == "")
  }

  @Test("an optional value comes behind = only")
  func optional() throws {
    #expect(try parsed("host", "--allow-plain").has(.allowPlain))
    #expect(try parsed("host", "--allow-plain")[.allowPlain] == nil)
    #expect(try parsed("host", "--allow-plain=10.0.0.0/8")[.allowPlain] == "10.0.0.0/8")
    #expect(throws: UsageError.self) { try parsed("host", "--allow-plain", "10.0.0.0/8") }
  }

  @Test("help and version are found wherever they stand")
  func help() throws {
    for words in [["--help"], ["-h"], ["help"]] {
      guard case .help(nil) = try Parser.parse(words) else {
        Issue.record("\(words)")
        continue
      }
    }
    for words in [
      ["host", "--help"], ["host", "--port", "1", "-h"], ["help", "host"], ["host", "x", "--help"],
      ["help", "host", "--json"], ["--json", "help", "host"],
    ] {
      guard case .help(let verb?) = try Parser.parse(words), verb.name == "host" else {
        Issue.record("\(words)")
        continue
      }
    }
    for words in [["--version"], ["-V"], ["version"]] {
      guard case .version(json: false) = try Parser.parse(words) else {
        Issue.record("\(words)")
        continue
      }
      for words in [words + ["--json"], ["--json"] + words] {
        guard case .version(json: true) = try Parser.parse(words) else {
          Issue.record("\(words)")
          continue
        }
      }
    }
  }

  @Test(
    "help of a verb and its word is the help of the verb",
    arguments: [
      ["room", "host"], ["room", "join"], ["prefs", "set"], ["transfers", "clean"], ["completion", "bash"],
    ])
  func helpOfWords(words: [String]) throws {
    guard case .help(let verb?) = try Parser.parse(["help"] + words) else {
      Issue.record("\(words)")
      return
    }
    #expect(verb.name == words[0])
  }

  static let mistakes: [([String], String, String?)] = [
    ([], "no verb given", "socketplay help"),
    (["hots"], #"unknown verb "hots""#, "did you mean host?"),
    (["sendfile", "x"], #"unknown verb "sendfile""#, "did you mean send-file?"),
    (["xyzzy"], #"unknown verb "xyzzy""#, "socketplay help"),
    (["help", "jion"], #"unknown verb "jion""#, "did you mean join?"),
    (["help", "prefs", "sett"], #"unknown word "sett" for prefs"#, "did you mean socketplay help prefs set?"),
    (["help", "room", "xyzzy"], #"unknown word "xyzzy" for room"#, "socketplay help room"),
    (["help", "host", "x"], #"host has no help on single words, so not on "x""#, "socketplay help host"),
    (["help", "room", "host", "x"], #"unexpected operand "x""#, "socketplay help [VERB [WORD]]"),
    (["version", "x"], #"unexpected operand "x""#, nil),
    (["\u{1b}[31m"], #"unknown verb "\u{1B}[31m""#, "socketplay help"),
    (["host", "--nmae", "x"], #"unknown flag "--nmae" for host"#, "did you mean --name?"),
    (
      ["join", "--recon"], #"unknown flag "--recon" for join"#,
      "socketplay help join, or -- before a word that begins with a dash"
    ),
    (["host", "--sess=x"], #"unknown flag "--sess" for host"#, "did you mean --session?"),
    (["--jsno", "status"], #"unknown flag "--jsno""#, "did you mean --json?"),
    (["status", "--port", "1"], #"unknown flag "--port" for status"#, "socketplay help status"),
    (["host", "--once=1"], "--once takes no value", nil),
    (["host", "--name"], "--name needs a value", "--name=NAME"),
    (["host", "--name", "--once"], "--name needs a value", "--name=NAME"),
    (["host", "x"], #"unexpected operand "x""#, nil),
    (["join", "a", "b"], #"unexpected operand "b""#, "socketplay join [NAME]"),
    (["say", "a", "b"], #"the text is several words: "b" is one too many"#, "put it in quotes"),
    (["completion"], "completion needs bash|zsh|fish", "socketplay help completion"),
  ]

  @Test("what is wrong is named, and the nearest right word with it", arguments: mistakes)
  func wrong(words: [String], message: String, hint: String?) {
    #expect(throws: UsageError(message, hint: hint)) { try Parser.parse(words) }
  }

  @Test("no verb has two flags of one name")
  func names() {
    for verb in Verb.all {
      #expect(Set(verb.allFlags.map(\.name)).count == verb.allFlags.count)
      let short = verb.allFlags.compactMap(\.short)
      #expect(Set(short).count == short.count)
    }
  }

  @Test("distance counts letters put in, left out, replaced and swapped")
  func distance() {
    #expect(Nearest.distance("host", "host") == 0)
    #expect(Nearest.distance("hots", "host") == 1)
    #expect(Nearest.distance("", "host") == 4)
    #expect(Nearest.distance("boast", "host") == 2)
    #expect(Nearest.to("stauts", among: ["start", "status", "stop"]) == "status")
    #expect(Nearest.to("z", among: ["a", "b"]) == nil)
  }
}

public import KeyedArchive

extension Command {
  /// The command as a dictionary, as the control socket carries it: `command` first, then what it needs.
  public var fields: PropertyListDictionary {
    switch self {
    case .say(let text): ["command": .string("say"), "text": .string(text)]
    case .start: ["command": .string("start")]
    case .sendPreferences(let path): ["command": .string("send-prefs"), "path": .text(path)]
    case .sendFiles(let files):
      [
        "command": .string("send-file"), "paths": .texts(files.paths), "name": .text(files.name),
        "fromDescriptor": .bool(files.fromDescriptor), "all": .bool(files.all),
        "digest": .string(files.digest.rawValue),
        "priority": .string(files.priority.rawValue), "limit": .number(files.limit),
      ]
    case .preferences(let question): ["command": .string("prefs"), "question": .dictionary(question.fields)]
    case .watchPreferences: ["command": .string("watch-prefs")]
    case .status: ["command": .string("status")]
    case .stop: ["command": .string("stop")]
    }
  }

  /// The command of a dictionary that `fields` made; nil for one this version does not know, or a field that is missing
  /// or of another type.
  public init?(fields: PropertyListDictionary) {
    guard let command = try? Command(FieldReader(fields: fields)) else { return nil }
    self = command
  }

  private init(_ read: FieldReader) throws(FieldMissing) {
    switch try read.string("command") {
    case "say": self = .say(try read.string("text"))
    case "start": self = .start
    case "send-prefs": self = .sendPreferences(path: try read.optional("path", FieldReader.string))
    case "send-file":
      self = .sendFiles(
        FilesToSend(
          paths: try read.strings("paths"), name: try read.optional("name", FieldReader.string),
          fromDescriptor: try read.bool("fromDescriptor"), all: try read.bool("all"),
          digest: try read.word("digest", as: Offer.Digest.self),
          priority: try read.word("priority", as: Offer.Priority.self),
          limit: try read.optional("limit", FieldReader.int64)))
    case "prefs":
      self = .preferences(try PreferencesQuestion(FieldReader(fields: try read.dictionary("question"))))
    case "watch-prefs": self = .watchPreferences
    case "status": self = .status
    case "stop": self = .stop
    default: throw FieldMissing()
    }
  }
}

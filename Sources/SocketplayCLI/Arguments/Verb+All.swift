extension Verb {
  /// Every verb of this version, in the order of help.
  static let all: [Verb] = [
    host, join, browse, sendPrefs, sendFile, transfers, say, start, prefs, status, stop, id, listPeers, trust, forget,
    songs, play, room, chat, im, draw, request, answer, ping, doctor, completion, help, version,
  ]

  /// The verb of that name.
  static func named(_ name: String) -> Verb? { all.first { $0.name == name } }

  private static let taking: [Flag] = [.ask, .accept, .acceptMax, .receiveTo, .play]
  private static let takingAbout = """
    --accept takes patterns with commas between, in which * is any run of characters, ? any one and [a-z] one of a set;
    they are compared with a file's name without its folders, and ASCII letters fit in either case. --ask shows the
    whole list with sizes first. With --receive-to - one file goes to stdout, events go to stderr, and the session ends
    with 0 once all is written and verified (8: it arrived damaged, 4: the connection was lost).
    """

  static let host = Verb(
    name: "host", summary: "listen, advertise, and serve a peer",
    flags: [
      .name, .port, .bind, .interface, .directory, .apply, .readOnly, .once, .peers, .noAdvertise, .allowPlain, .pair,
      .codeFile,
      .session,
    ] + taking,
    about: [
      """
      Listens on a TCP port, advertises _deng._tcp on the local network and serves one peer at a time (--peers N: up
      to N). It is not advertised while it has as many peers as it takes.
      """,
      """
      Received files go to the receive folder; received preferences are saved there as prefer.plist, or set key by key
      in the plist file given with --apply.
      """,
      takingAbout,
      """
      Only known peers, and this user's own other end, come in. On a terminal a peer that is not known makes it show a
      pairing code; off a terminal, make one with --pair --code-file F, or use socketplay trust. Whoever speaks the original,
      unencrypted protocol is asked about on a terminal, and else refused unless --allow-plain.
      """,
      """
      The first SIGINT or SIGTERM ends it cleanly (exit status 130 for SIGINT, 0 for SIGTERM), the second at once.
      """,
    ],
    example: [
      "socketplay host --name studio --dir ~/Music/in", "# Hosting \"studio\" on port 43121.",
      "# on the other machine: socketplay join studio",
    ])

  static let join = Verb(
    name: "join", summary: "find a host, connect, and stay connected",
    operands: Operands(usage: "[NAME]", count: 0...1, completes: .nothing),
    flags: [
      .address, .directory, .apply, .readOnly, .timeout, .noReconnect, .plain, .pair, .codeFile, .session,
    ] + taking,
    about: [
      """
      With no NAME it joins the only host there is; of several it asks for one on a terminal, and else lists them (exit
      status 3). After a lost connection it comes back by itself, not after a goodbye.
      """,
      takingAbout,
      """
      A NAME that is a known peer's takes that peer's key alone. At a host that is not known it asks for the code that the host
      shows (--code-file F: reads it), once; later they connect without a word. Beside --address, NAME is the known peer
      expected there, or the name that pairing gives it.
      """,
      """
      The first SIGINT or SIGTERM ends it cleanly (exit status 130 for SIGINT, 0 for SIGTERM), the second at once.
      """,
    ],
    example: [
      "socketplay join studio", "# where nothing is advertised:", "socketplay join --address 10.0.0.7:43121",
      "socketplay join --address '[fe80::1%eth0]:43121'",
    ])

  static let browse = Verb(
    name: "browse", summary: "list the hosts on the local network", flags: [.watch, .timeout],
    about: ["Listens for 3 seconds (--timeout S: that long); with --watch until it is interrupted."],
    example: ["socketplay browse --watch", "# + studio", "# - studio"])

  private static let reaching: [Flag] = [.useSession, .to, .address, .peer, .timeout, .plain, .codeFile]
  private static let reachingAbout = """
    Goes through the session that runs on this machine; where none runs, or with --to or --address, it joins for just
    this, waits until the other end has it, and leaves. It looks for a host for 30 seconds (--timeout S: that long).
    """

  static let sendPrefs = Verb(
    name: "send-prefs", summary: "send a property list",
    operands: Operands(usage: "[FILE]", count: 0...1, completes: .files), flags: reaching + [.directory],
    about: [
      reachingAbout,
      """
      Without FILE it sends the session's STORE, or prefer.plist of the receive folder. Says what became of it: stored,
      or applied 3 keys, or sent (this peer cannot confirm).
      """,
    ],
    example: ["socketplay send-prefs settings.plist --to studio", "# applied 3 keys"])

  static let sendFile = Verb(
    name: "send-file", summary: "send files and folders",
    operands: Operands(usage: "[PATH...]", count: 0...Int.max, completes: .files),
    flags: reaching + [.sendAs, .all, .sha256, .priority, .limit, .directory],
    about: [
      reachingAbout,
      """
      PATH may be a folder; - is standard input and needs --as. Without PATH, on a terminal, it asks which songs of the
      receive folder to send.
      """,
      """
      Several sends of one session share its line: by --priority, each gets 1, 4 or 16 parts of it; --limit holds one of
      them to a rate, in bytes a second (k M G are powers of 1000, Ki Mi Gi of 1024).
      """,
    ],
    example: [
      "socketplay send-file song.mp3 Album/", "tar cz notes | socketplay send-file - --as notes.tgz --to studio",
    ])

  static let transfers = Verb(
    name: "transfers", summary: "list what broke off, or remove it",
    operands: Operands(usage: "[clean]", count: 0...1, completes: .words(["clean"])), flags: [.directory, .yes],
    about: [
      """
      A file that broke off stays in the receive folder as a part, and goes on there when the same peer sends it again. One
      whose digest was wrong is set aside. Neither ever goes by itself: clean removes them all but those under way, and asks
      first (--yes: it does not).
      """
    ],
    example: ["socketplay transfers", "socketplay transfers clean --yes"])

  static let say = Verb(
    name: "say", summary: "say a text to the peer",
    operands: Operands(usage: "TEXT", count: 1...1, completes: .nothing), flags: reaching, about: [reachingAbout],
    example: ["socketplay say 'hello there'", "# delivered"])

  static let start = Verb(
    name: "start", summary: "send the peer a start signal", flags: reaching, about: [reachingAbout],
    example: ["socketplay start --to studio", "# delivered"])

  static let prefs = Verb(
    name: "prefs", summary: "look at and change preferences",
    operands: Operands(
      usage: "[WORD [KEY] [VALUE]]", count: 0...1_001, completes: .words(PreferencesAction.words)),
    flags: reaching + [
      .file, .directory, .int, .real, .bool, .string, .date, .data, .xml, .binary, .recursive, .dryRun, .yes,
    ],
    about: [
      "Words: " + PreferencesAction.words.joined(separator: ", ") + ".",
      """
      Without a word, on a terminal, it is a full-screen editor: a tree of keys, searched as you type, edited in place and
      sent only as far as edited; what changes at the other end meanwhile is shown at once. ? in it lists the keys.
      """,
      """
      They act on the other end's store at once, or on the plist file given with --file. KEY may be a path: a.b.0.c; a
      dot in a key is typed \\. . A value keeps the type that the key has, unless a flag gives another.
      """,
      """
      ls [KEY] lists keys, get KEY prints a value, type KEY its type (bool int real string date data array dict), find
      TEXT looks through keys and values. set KEY VALUE and unset KEY change that value alone. export FILE and import
      FILE write and read preferences as XML, binary or JSON. log tells what was changed, undo [N] takes the last N
      changes back. watch tells every change until it is interrupted.
      """,
      """
      pull saves the other end's preferences as prefer.plist of the receive folder. diff [FILE] compares that copy (or
      FILE) with the other end; push sends only what was edited in it since, and does nothing where those keys were
      changed there meanwhile (exit status 1). edit does the same in $EDITOR, as XML or with --json as JSON, and asks
      before it sends; what was typed and does not arrive is kept, and offered the next time. Toward an original app push sends the whole list: no key is removed there.
      """,
      """
      With --json, set takes VALUE as JSON, and export writes JSON; what JSON has no form for stands as {"$data":
      "AAEC"}, {"$date": "2024-01-02T03:04:05Z"}, {"$real": "nan"}.
      """,
    ],
    example: [
      "socketplay prefs --to studio", "socketplay prefs ls --to studio",
      "socketplay prefs set window.width 800 --to studio",
      "# window.width: 640 -> 800", "socketplay prefs get age --file settings.plist",
    ])

  static let status = Verb(
    name: "status", summary: "tell how the running session stands", flags: [.useSession],
    example: ["socketplay status --json | jq '.peers[].name'"])

  static let stop = Verb(
    name: "stop", summary: "end the running session", flags: [.useSession],
    example: ["socketplay stop --session host"])

  static let songs = Verb(
    name: "songs", summary: "list the music of a folder",
    operands: Operands(usage: "[DIR]", count: 0...1, completes: .directories), flags: [.sort, .filter, .remove, .yes],
    about: [
      """
      The mp3 and m4a files of DIR (default: the receive folder): number, title, artist, album, length and size. A song's
      number is its place by file name, however the list is sorted or filtered.
      """,
      "--rm N removes songs, after asking; off a terminal it needs --yes.",
    ],
    example: ["socketplay songs --sort artist --filter night", "socketplay play 2", "socketplay songs --rm 3"])

  static let play = Verb(
    name: "play", summary: "play a song",
    operands: Operands(usage: "N|FILE", count: 1...1, completes: .files), flags: [.directory],
    about: ["N is a number that songs shows for the receive folder. Plays through mpv or ffplay."],
    example: ["socketplay play 2", "socketplay play ./2   # a file of that name"])

  static let doctor = Verb(
    name: "doctor", summary: "look for what keeps peers apart", flags: [.directory],
    about: ["Exit status 0 where nothing is wrong, 1 where something is."], example: ["socketplay doctor"])

  static let completion = Verb(
    name: "completion", summary: "print a completion script for a shell",
    operands: Operands(usage: "bash|zsh|fish", count: 1...1, completes: .words(["bash", "zsh", "fish"])), flags: [],
    example: [
      "source <(socketplay completion bash)",
      "socketplay completion fish > ~/.config/fish/completions/socketplay.fish",
    ])

  static let help = Verb(
    name: "help", summary: "show the help of a verb",
    operands: Operands(usage: "[VERB [WORD]]", count: 0...2, completes: .words([])), flags: [],
    about: ["WORD is one that the verb takes first, as in room host and prefs set: its page tells of it too."],
    example: ["socketplay help send-file", "socketplay help room host"])

  static let version = Verb(
    name: "version", summary: "show the version", flags: [],
    example: ["socketplay version --json | jq -r .version"])
}

// Every flag there is; which verb takes which stands in Verb+All.swift.
extension Flag {
  // Every verb.
  static let help = Flag("help", short: "h", "show this help")
  static let json = Flag("json", "print one JSON object a line on stdout")
  static let quiet = Flag("quiet", short: "q", "no talk on stderr: errors only")
  static let verbose = Flag("verbose", short: "v", "more talk on stderr")
  static let version = Flag("version", short: "V", "show the version")

  // Sessions.
  static let name = Flag("name", value: .required("NAME", .nothing), "the name to advertise (default: the host name)")
  static let port = Flag("port", value: .required("N", .nothing), "the TCP port to listen on (default: a free one)")
  static let bind = Flag(
    "bind", value: .required("ADDR", .nothing), "the numeric address to listen on (default: all of them)")
  static let interface = Flag(
    "interface", value: .required("IF", .interfaces), repeatable: true, "advertise on this network interface only")
  static let directory = Flag("dir", value: .required("DIR", .directories), "the receive folder")
  static let apply = Flag(
    "apply", value: .required("STORE", .files),
    "set received preferences, key by key, in this plist file, defaults:DOMAIN or dconf:/path/")
  static let once = Flag("once", "end after the first peer has left")
  static let peers = Flag("peers", value: .required("N", .nothing), "serve up to N peers at a time (default: 1)")
  static let noAdvertise = Flag("no-advertise", "do not advertise: peers join by --address")
  static let allowPlain = Flag(
    "allow-plain", value: .optional("CIDR"), "let original apps in, without encryption, in this run (from CIDR only)")
  static let plain = Flag("plain", "speak without encryption, as an original app does; to no known peer")
  static let pair = Flag("pair", "make a pairing code at once; join: ask for it at once")
  static let codeFile = Flag(
    "code-file", value: .required("F", .files), "the pairing code's file: host writes it (0600), the other end reads it"
  )
  static let may = Flag(
    "may", value: .required("WHAT", .words(["prefs,files", "prefs", "files", "none"])),
    "what the peer may send beside texts: prefs,files (default), prefs, files or none")
  static let noReconnect = Flag("no-reconnect", "end when the connection is lost")
  static let session = Flag(
    "session", value: .required("S", .nothing), "the session's name on this machine (default: host or join)")

  // Taking files.
  static let ask = Flag("ask", "show what a peer wants to send, and ask before a byte of it comes")
  static let accept = Flag(
    "accept", value: .required("PATTERNS", .nothing), repeatable: true,
    "take only files of such names: '*.mp3,*.m4a'")
  static let acceptMax = Flag(
    "accept-max", value: .required("SIZE", .nothing), "take no file larger than SIZE (500M, 2Gi)")
  static let play = Flag("play", "play songs as they come, through mpv or ffplay")
  static let receiveTo = Flag(
    "receive-to", value: .required("-", .words(["-"])), "write one file to stdout as it comes, and end with it")

  // Music.
  static let sort = Flag(
    "sort", value: .required("FIELD", .words(SongOrder.allCases.map(\.rawValue))),
    "in the order of this: " + SongOrder.allCases.map(\.rawValue).joined(separator: ", "))
  static let filter = Flag(
    "filter", value: .required("TEXT", .nothing), "only songs with TEXT in their title, artist, album or name")
  static let remove = Flag("rm", value: .required("N", .nothing), "remove these songs: 2, or 1,4-6")

  // Reaching a peer.
  static let address = Flag("address", value: .required("HOST:PORT", .nothing), "connect there, without discovery")
  static let timeout = Flag("timeout", value: .required("S", .nothing), "give up after S seconds")
  static let tls = Flag("tls", "under TLS, the server's certificate checked")
  static let authority = Flag(
    "ca", value: .required("FILE", .files), "trust the authorities of this PEM file, not the system's")
  static let pin = Flag(
    "pin", value: .required("ID", .nothing), "trust the server with this key: sha256:<64 hex digits>")
  static let chatNick = Flag("nick", value: .required("NICK", .nothing), "what to be called there")
  static let patience = Flag(
    "timeout", value: .required("S", .nothing), "give up after S seconds of waiting (default: 30)")
  static let useSession = Flag(
    "session", value: .required("S", .nothing), "use the running session of that name (default: the only one)")
  static let to = Flag("to", value: .required("NAME", .nothing), "join the host of that name for just this")
  static let peer = Flag(
    "peer", value: .required("NAME", .nothing),
    "the peer it is for, where the session has several; all for each of them")

  // Files and browsing.
  static let sendAs = Flag("as", value: .required("NAME", .nothing), "the name to send it under")
  static let sha256 = Flag("sha256", "compare and print the SHA-256 too, which sha256sum prints as well")
  static let all = Flag("all", "toward an original app: files of any kind, not only music and texts")
  static let priority = Flag(
    "priority", value: .required("LEVEL", .words(["low", "normal", "high"])),
    "its part of the line beside other sends: low 1, normal 4, high 16")
  static let limit = Flag(
    "limit", value: .required("RATE", .nothing), "send at most RATE bytes a second (500k, 2M, 4Mi)")
  static let yes = Flag("yes", short: "y", "do it without asking")
  static let watch = Flag("watch", "go on, and tell which hosts appear and disappear")

  // Preferences.
  static let file = Flag(
    "file", value: .required("FILE", .files), "a plist file of this machine instead of the other end's store")
  static let readOnly = Flag("read-only", "peers may look at preferences, and change none")
  static let recursive = Flag("recursive", short: "r", "ls: with all that is below")
  static let dryRun = Flag("dry-run", short: "n", "say what would be changed, and change nothing")
  static let int = Flag("int", "set: VALUE is an integer, decimal or 0x…")
  static let real = Flag("real", "set: VALUE is a real number")
  static let bool = Flag("bool", "set: VALUE is true or false")
  static let string = Flag("string", "set: VALUE is a string")
  static let date = Flag("date", "set: VALUE is a date, as 2024-01-02T03:04:05Z")
  static let data = Flag("data", "set: VALUE is data in base64")
  static let xml = Flag("xml", "export: as XML")
  static let binary = Flag("binary", "export: as a binary property list")
}

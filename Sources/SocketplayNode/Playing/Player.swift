import Sys

/// The program that plays songs: mpv, or ffplay where there is no mpv.
struct Player: Sendable {
  var path: String
  var arguments: [String]

  /// The first one in PATH; nil where there is none.
  static func find() -> Player? {
    if let mpv = Program.find("mpv") { return Player(path: mpv, arguments: ["--no-video", "--"]) }
    if let ffplay = Program.find("ffplay") {
      return Player(path: ffplay, arguments: ["-nodisp", "-autoexit", "-loglevel", "error", "-i"])
    }
    return nil
  }
}

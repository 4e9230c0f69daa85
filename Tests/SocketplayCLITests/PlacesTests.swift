import SocketplayNode
import Testing

@testable import SocketplayCLI

@Suite("Where things are kept")
struct PlacesTests {
  private let world = FakeConsole()

  private func places(
    _ environment: [String: String] = [:], directory: String? = nil, home: String? = "/home/空 格",
    files: [String: String] = [:]
  ) throws -> Places {
    try PlacesFinder(console: world.console(environment: environment, home: home, files: files))
      .places(directory: directory)
  }

  @Test("with nothing set, all is in the home directory, whatever its name (000-37)")
  func defaults() throws {
    #expect(
      try places()
        == Places(
          receive: "/home/空 格/Downloads/socketPlay", state: "/home/空 格/.local/state/socketplay",
          runtime: "/tmp/socketplay-1000", configuration: "/home/空 格/.config/socketplay"))
  }

  @Test("the flag comes before the variable, the variable before the download folder")
  func receive() throws {
    let file = ["/home/空 格/.config/user-dirs.dirs": "XDG_DOWNLOAD_DIR=\"$HOME/下载\"\n"]
    #expect(try places(["SOCKETPLAY_DIR": "/v"], directory: "in", files: file).receive == "/home/me/here/in")
    #expect(try places(["SOCKETPLAY_DIR": "../v"], files: file).receive == "/home/me/v")
    #expect(try places(files: file).receive == "/home/空 格/下载/socketPlay")
    #expect(try places(["XDG_DOWNLOAD_DIR": "/d"]).receive == "/d/socketPlay")
    #expect(
      try places(["XDG_CONFIG_HOME": "/c"], files: ["/c/user-dirs.dirs": "XDG_DOWNLOAD_DIR=\"/x y\"\n"]).receive
        == "/x y/socketPlay")
  }

  @Test("a variable of our own comes before the XDG one, and a relative XDG one does not count")
  func others() throws {
    let xdg = ["XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/run/user/1000"]
    #expect(try places(xdg).state == "/s/socketplay")
    #expect(try places(xdg).runtime == "/run/user/1000/socketplay")
    let own = xdg.merging(["SOCKETPLAY_STATE": "/a", "SOCKETPLAY_RUNTIME": "r"]) { $1 }
    #expect(try places(own).state == "/a")
    #expect(try places(own).runtime == "/home/me/here/r")
    #expect(try places(["XDG_STATE_HOME": "s", "XDG_RUNTIME_DIR": "r"]).state == "/home/空 格/.local/state/socketplay")
    #expect(try places(["XDG_RUNTIME_DIR": "r"]).runtime == "/tmp/socketplay-1000")
    #expect(try places(["SOCKETPLAY_HOME": "/h", "XDG_CONFIG_HOME": "/c"]).configuration == "/h")
    #expect(try places(["XDG_CONFIG_HOME": "/c"]).configuration == "/c/socketplay")
  }

  @Test("without a home directory the flag to give is named")
  func homeless() throws {
    #expect(throws: UsageError("there is no home directory", hint: "set HOME, or --dir or SOCKETPLAY_DIR")) {
      try places(home: nil)
    }
    #expect(throws: UsageError.self) { try places(directory: "") }
    #expect(
      try places(["SOCKETPLAY_STATE": "/s", "SOCKETPLAY_HOME": "/h"], directory: "/d", home: nil).receive == "/d")
  }

  @Test(
    "of user-dirs.dirs only simple assignments count",
    arguments: [
      ("XDG_DOWNLOAD_DIR=\"$HOME/Down\"", "/h/Down"), ("  XDG_DOWNLOAD_DIR=\"/abs\"  # x", "/abs"),
      ("XDG_DOWNLOAD_DIR=\"$HOME\"", "/h"), ("XDG_DOWNLOAD_DIR=\"$HOME/a\\\"b\\\\c\"", "/h/a\"b\\c"),
      ("XDG_DOWNLOAD_DIR=\"/a\"\nXDG_DOWNLOAD_DIR=\"/b\"", "/b"),
      ("#XDG_DOWNLOAD_DIR=\"/a\"", nil), ("XDG_DOWNLOAD_DIR=/a", nil), ("XDG_DOWNLOAD_DIR=\"/a", nil),
      ("XDG_DOWNLOAD_DIR=\"rel\"", nil), ("XDG_DOWNLOAD_DIR=\"$HOMER/x\"", nil), ("XDG_MUSIC_DIR=\"/a\"", nil),
      ("", nil),
    ] as [(String, String?)])
  func userDirectories(text: String, expected: String?) {
    #expect(UserDirectories.downloads(in: Array(text.utf8), home: "/h") == expected)
  }

  @Test(
    "a path is made absolute so that its last component is a name",
    arguments: [
      ("a", "/w/d/a"), ("./a//b/.", "/w/d/a/b"), ("/x/./y/", "/x/y"), (".", "/w/d"), ("..", "/w"), ("../..", "/"),
      ("../../../x", "/x"), ("../a", "/w/a"), ("link/../b", "/w/d/link/../b"), ("a/..", "/w/d"), ("/", "/"),
    ])
  func absolute(path: String, expected: String) {
    #expect(AbsolutePath.of(path, in: "/w/d") == expected)
  }
}

// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with: the language's strictest checks, and no warning left standing.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module of the product; `scripts/check-layers` holds what it may import.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one module, in `Tests/<module>Tests`.
func tests(_ module: String, _ more: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: [.init(stringLiteral: module), "TestSupport"] + more,
    swiftSettings: settings)
}

let package = Package(
  name: "socketplay",
  // The libraries build there too: `Int128` sets the versions.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "KeyedArchive", targets: ["KeyedArchive"]),
    .library(name: "Framing", targets: ["Framing"]),
    .library(name: "SocketplayNode", targets: ["SocketplayNode", "SessionCore"]),
    .executable(name: "socketplay", targets: ["socketplay"]),
  ],
  targets: [
    // Bytes and values: no I/O, no clock, nothing but the standard library.
    module("KeyedArchive"),
    module("Framing", ["KeyedArchive"]),
    module("SessionCore", ["Framing", "KeyedArchive", "Dialects"]),
    module("Documents", ["KeyedArchive"]),
    module("Editor", ["Documents", "SessionCore", "KeyedArchive"]),
    module("Dialects", ["Framing"]),

    // The kernel, and one module per C library.
    .systemLibrary(name: "CEpoll"),
    module("Sys", ["CEpoll"]),
    .systemLibrary(name: "CXXHash"),
    module("Digest", ["CXXHash"]),
    .systemLibrary(name: "CTagLib"),
    module("Music", ["CTagLib"]),
    .systemLibrary(name: "CCairo"),
    .systemLibrary(name: "CTurboJPEG"),
    module("Canvas", ["CCairo", "CTurboJPEG"]),
    .systemLibrary(name: "CAvahi"),
    module("Discovery", ["CAvahi", "Sys", "SessionCore"]),
    .systemLibrary(name: "COpenSSL"),
    .systemLibrary(name: "CIPsecMB"),
    module("Security", ["COpenSSL", "CIPsecMB", "Sys", "SessionCore"]),

    // The world, wired.
    module("Transport", ["Sys", "Framing", "Digest", "Security"]),
    module("Stores", ["Sys", "KeyedArchive", "Documents", "SessionCore"]),
    module(
      "SocketplayNode",
      [
        "Transport", "Discovery", "Security", "Stores", "Music", "Canvas", "Digest", "Documents", "Dialects", "Sys",
        "SessionCore", "Framing",
        "KeyedArchive",
      ]),
    module(
      "SocketplayCLI", ["SocketplayNode", "Editor", "SessionCore", "Framing", "Documents", "KeyedArchive", "Sys"]),
    .executableTarget(name: "socketplay", dependencies: ["SocketplayCLI"], swiftSettings: settings),

    // Programs that show how to use the libraries; the scenarios run them.
    .executableTarget(
      name: "PreferencesAgent", dependencies: ["SocketplayNode", "SessionCore"], path: "Examples/PreferencesAgent",
      swiftSettings: settings),

    // Tests.
    .target(name: "TestSupport", dependencies: ["KeyedArchive"], path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(name: "FoundationOracle", path: "Tests/FoundationOracle", swiftSettings: settings),
    tests("KeyedArchive"),
    tests("Framing", ["KeyedArchive"]),
    tests("SessionCore", ["Framing", "KeyedArchive", "Documents", "Dialects"]),
    tests("Documents", ["KeyedArchive"]),
    tests("Dialects", ["Framing"]),
    tests("Editor", ["SessionCore", "KeyedArchive"]),
    tests("Sys"),
    tests("Digest"),
    tests("Music"),
    tests("Canvas"),
    tests("Discovery", ["Sys"]),
    tests("Security", ["COpenSSL", "Sys", "SessionCore"]),
    tests("Transport", ["Sys", "Framing", "Security", "COpenSSL"]),
    tests("Stores", ["Sys", "KeyedArchive", "Documents", "SessionCore"]),
    tests("SocketplayNode", ["SessionCore", "Sys", "Framing", "KeyedArchive", "Digest"]),
    tests("SocketplayCLI", ["SocketplayNode", "Editor", "SessionCore", "KeyedArchive", "Sys"]),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

// Programs for libFuzzer, one a target: `swift build`, then
// `.build/debug/FuzzPropertyList -max_total_time=60 corpus/PropertyList`. See README.md.

/// Instrumented, with the address sanitizer.
let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .unsafeFlags(["-sanitize=fuzzer,address"]),
]

/// A fuzzer of one way in.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzDriver"] + dependencies, swiftSettings: swift,
    // gold, the default, breaks on the sanitizer's symbols.
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
}

let package = Package(
  name: "Fuzz",
  targets: [
    // The product's own sources, by links, so that they are instrumented too.
    .target(name: "KeyedArchive", swiftSettings: swift),
    .target(name: "Framing", dependencies: ["KeyedArchive"], swiftSettings: swift),
    .target(name: "Documents", dependencies: ["KeyedArchive"], swiftSettings: swift),
    .target(name: "SessionCore", dependencies: ["Framing", "KeyedArchive", "Dialects"], swiftSettings: swift),
    .target(name: "Sys", swiftSettings: swift),
    .systemLibrary(name: "COpenSSL"),
    .target(name: "Security", dependencies: ["COpenSSL", "Sys", "SessionCore"], swiftSettings: swift),
    .target(name: "Dialects", dependencies: ["Framing"], swiftSettings: swift),
    .target(name: "Editor", dependencies: ["Documents", "SessionCore", "KeyedArchive"], swiftSettings: swift),
    .target(name: "FuzzDriver", swiftSettings: swift),
    .target(name: "RoundTrip", dependencies: ["KeyedArchive"], swiftSettings: swift),
    fuzzer("FuzzPropertyList", ["KeyedArchive"]),
    fuzzer("FuzzArchive", ["KeyedArchive"]),
    fuzzer("FuzzPackage", ["Framing"]),
    fuzzer("FuzzFrame", ["Framing"]),
    fuzzer("FuzzXML", ["Documents", "KeyedArchive"]),
    fuzzer("FuzzDialects", ["Dialects", "Framing"]),
    fuzzer("FuzzHello", ["Security"]),
    fuzzer("FuzzJSON", ["RoundTrip", "Documents", "KeyedArchive"]),
    fuzzer("FuzzOpenStep", ["RoundTrip", "Documents", "KeyedArchive"]),
    fuzzer("FuzzGVariant", ["Documents"]),
    fuzzer("FuzzKeys", ["Editor", "KeyedArchive"]),
    fuzzer("FuzzKnownPeers", ["Security"]),
    fuzzer("FuzzControl", ["SessionCore", "KeyedArchive"]),
    fuzzer("FuzzNames", ["SessionCore"]),
    fuzzer("FuzzRoom", ["SessionCore", "Framing"]),
  ]
)

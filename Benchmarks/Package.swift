// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)]

// One program a benchmark: `swift run -c release CodecBenchmark`.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "socketplay", path: "..")],
  targets: [
    .executableTarget(
      name: "CodecBenchmark",
      dependencies: [
        .product(name: "Framing", package: "socketplay"), .product(name: "KeyedArchive", package: "socketplay"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "PlistBenchmark", dependencies: [.product(name: "KeyedArchive", package: "socketplay")],
      swiftSettings: settings),
  ]
)

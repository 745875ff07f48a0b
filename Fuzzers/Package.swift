// swift-tools-version: 6.1
import PackageDescription

// Built by tools/fuzz.sh, which adds the sanitizers.
let package = Package(
  name: "okit-fuzzers",
  dependencies: [.package(name: "okit", path: "..")],
  targets: [
    .executableTarget(
      name: "okit-fuzz",
      dependencies: [.product(name: "OKitFuzzing", package: "okit")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

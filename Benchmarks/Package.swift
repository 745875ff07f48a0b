// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "okit-benchmarks",
  dependencies: [.package(name: "okit", path: "..")],
  targets: [
    // What C needs for the same work: the floor of crossings between Lua and its host.
    .target(name: "CFloor", linkerSettings: [.linkedLibrary("lua5.4"), .linkedLibrary("m")]),
    .executableTarget(
      name: "okit-bench",
      dependencies: [
        "CFloor",
        .product(name: "OKitEngine", package: "okit"),
        .product(name: "OKitLua", package: "okit"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

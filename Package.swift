// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "okit",
  products: [
    .executable(name: "okit-run", targets: ["okit-run"]),
    .library(name: "OKitEngine", targets: ["OKitEngine"]),
    .library(name: "OKitLua", targets: ["OKitLua"]),
    .library(name: "OKitSQLite", targets: ["OKitSQLite"]),
    .library(name: "OKitHTTP", targets: ["OKitHTTP"]),
    .library(name: "OKitEncryption", targets: ["OKitEncryption"]),
    .library(name: "OKitBackup", targets: ["OKitBackup"]),
    .library(name: "OKitStoryboard", targets: ["OKitStoryboard"]),
    .library(name: "OKitExchange", targets: ["OKitExchange"]),
    .library(name: "OKitDocuments", targets: ["OKitDocuments"]),
    .library(name: "OKitTesting", targets: ["OKitTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(name: "OKitValues", swiftSettings: settings),
    .target(name: "OKitStorage", dependencies: ["OKitValues"], swiftSettings: settings),
    .target(
      name: "OKitModel", dependencies: ["OKitStorage"], swiftSettings: settings,
      // The ICU inside Foundation, whose C interface formats and parses by patterns.
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .target(name: "OKitScreen", dependencies: ["OKitValues"], swiftSettings: settings),
    .target(name: "CPages", exclude: ["coverage", "live", "map", "mutation", "page", "tests", "trace"]),
    .target(
      name: "OKitPages", dependencies: ["CPages", "OKitCoverage", "OKitStorage", "OKitTrace", "OKitValues"],
      swiftSettings: settings),
    .target(name: "OKitCoverage", dependencies: ["LuaSyntax", "OKitStorage", "OKitValues"], swiftSettings: settings),
    .target(name: "OKitEngine", dependencies: ["OKitModel", "OKitScreen"], swiftSettings: settings),
    .target(name: "OKitExchange", dependencies: ["OKitEngine"], swiftSettings: settings),
    .target(name: "OKitTrace", dependencies: ["OKitEngine", "OKitStorage"], swiftSettings: settings),
    .systemLibrary(name: "CSQLite"),
    .target(
      name: "OKitSQLite", dependencies: ["OKitEngine", "CSQLite"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CCrypto"),
    .target(name: "OKitEncryption", dependencies: ["CCrypto", "OKitEngine"], swiftSettings: settings),
    .target(name: "OKitBackup", dependencies: ["OKitEngine", "OKitEncryption"], swiftSettings: settings),
    .systemLibrary(name: "CExpat"),
    .target(
      name: "OKitStoryboard", dependencies: ["OKitEngine", "OKitExchange", "CExpat"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CCurl"),
    .target(name: "OKitHTTP", dependencies: ["OKitEngine", "CCurl"], swiftSettings: settings),
    .systemLibrary(name: "CLuaLibrary", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .target(
      name: "CLua",
      dependencies: ["CLuaLibrary"],
      exclude: ["lua"],
      cSettings: [.headerSearchPath(".")],
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "OKitLua", dependencies: ["OKitEngine", "CLua", "LuaSyntax"], swiftSettings: settings),
    .target(name: "LuaSyntax", dependencies: ["OKitEngine"], swiftSettings: settings),
    .target(
      name: "OKitTesting", dependencies: ["OKitEngine", "OKitLua", "OKitStorage"], swiftSettings: settings),
    .target(name: "CTesting", exclude: ["lua"]),
    .target(name: "OKitExplore", dependencies: ["LuaSyntax", "OKitEngine", "OKitLua"], swiftSettings: settings),
    .target(
      name: "OKitRender",
      dependencies: ["CPages", "OKitEngine", "OKitExchange", "OKitExplore", "OKitLua", "OKitPages"],
      swiftSettings: settings),
    .target(
      name: "OKitTestRunner",
      dependencies: [
        "LuaSyntax", "CTesting", "OKitCoverage", "OKitEngine", "OKitExchange", "OKitExplore", "OKitLua", "OKitRender",
        "OKitTrace",
      ],
      swiftSettings: settings),
    .target(
      name: "OKitCheck", dependencies: ["LuaSyntax", "OKitCoverage", "OKitEngine", "OKitLua"],
      swiftSettings: settings),
    .target(
      name: "OKitLanguageServer",
      dependencies: ["LuaSyntax", "OKitCheck", "OKitCoverage", "OKitEngine", "OKitLua"],
      swiftSettings: settings),
    .target(
      name: "OKitDocuments",
      dependencies: [
        "OKitBackup", "OKitEncryption", "OKitEngine", "OKitExchange", "OKitHTTP", "OKitLua", "OKitSQLite",
      ],
      swiftSettings: settings),
    .target(
      name: "OKitMutation",
      dependencies: [
        "LuaSyntax", "OKitCheck", "OKitCoverage", "OKitEngine", "OKitLua", "OKitStorage", "OKitTestRunner", "OKitTrace",
      ],
      swiftSettings: settings),
    .target(name: "OKitLive", dependencies: ["OKitLua", "OKitScreen"], swiftSettings: settings),
    .target(name: "OKitTerminal", dependencies: ["OKitLive", "OKitScreen"], swiftSettings: settings),
    .target(name: "OKitInspector", dependencies: ["OKitEngine", "OKitLive", "OKitLua"], swiftSettings: settings),
    .systemLibrary(name: "CZlib"),
    .target(
      name: "OKitServer",
      dependencies: [
        "CPages", "CZlib", "OKitLive", "OKitLua",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: settings, linkerSettings: [.linkedLibrary("z")]),
    .target(
      name: "OKitScaffold", dependencies: ["LuaSyntax", "OKitEngine", "OKitExchange", "OKitSQLite", "OKitStoryboard"],
      swiftSettings: settings),
    .executableTarget(
      name: "okit-run",
      dependencies: [
        "LuaSyntax", "OKitBackup", "OKitCheck", "OKitCoverage", "OKitDocuments", "OKitEncryption", "OKitEngine",
        "OKitExchange", "OKitExplore", "OKitHTTP", "OKitInspector", "OKitLanguageServer", "OKitLive", "OKitLua",
        "OKitMutation", "OKitPages", "OKitRender", "OKitScaffold", "OKitServer", "OKitSQLite", "OKitStoryboard",
        "OKitTerminal", "OKitTestRunner", "OKitTrace",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(
      name: "OKitTestSupport",
      dependencies: [
        "CSQLite", "OKitBackup", "OKitEncryption", "OKitEngine", "OKitHTTP", "OKitLive", "OKitSQLite", "OKitStoryboard",
      ], path: "Tests/OKitTestSupport",
      swiftSettings: settings, linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CPlainLua", dependencies: ["CLuaLibrary"], path: "Tests/CPlainLua"),
    .target(
      name: "OKitFuzzing",
      dependencies: [
        "OKitEngine", "OKitEncryption", "OKitExchange", "OKitBackup", "OKitLanguageServer", "OKitLive", "OKitLua",
        "OKitStoryboard", "OKitTerminal", "OKitTestSupport", "OKitTrace", "CPlainLua",
      ],
      path: "Tests/OKitFuzzing", swiftSettings: settings),
    .testTarget(
      name: "OKitValuesTests",
      dependencies: ["OKitModel", "OKitScreen", "OKitStorage", "OKitTestSupport", "OKitValues"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitStorageTests", dependencies: ["OKitStorage", "OKitTestSupport", "OKitTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitModelTests",
      dependencies: [
        "CSQLite", "OKitEngine", "OKitModel", "OKitSQLite", "OKitStorage", "OKitTestSupport", "OKitTesting",
        "OKitValues",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OKitCoverageTests", dependencies: ["LuaSyntax", "OKitCoverage", "OKitValues"], swiftSettings: settings),
    .testTarget(
      name: "OKitExchangeTests",
      dependencies: ["OKitExchange", "OKitModel", "OKitStorage", "OKitTestSupport", "OKitValues"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitScreenTests", dependencies: ["OKitEngine", "OKitScreen", "OKitTestSupport", "OKitTrace"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitEngineTests",
      dependencies: ["OKitEngine", "OKitModel", "OKitScreen", "OKitTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "OKitEncryptionTests",
      dependencies: ["OKitEncryption", "OKitEngine", "OKitLua", "OKitStorage", "OKitTestSupport", "OKitTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitBackupTests",
      dependencies: ["OKitBackup", "OKitEncryption", "OKitEngine", "OKitStorage", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitHTTPTests",
      dependencies: ["OKitEncryption", "OKitEngine", "OKitHTTP", "OKitLua", "OKitTestSupport", "OKitTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitStoryboardTests", dependencies: ["OKitStoryboard", "OKitEngine", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitLuaTests", dependencies: ["OKitLua", "OKitEncryption", "OKitEngine", "OKitSQLite", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitLiveTests",
      dependencies: ["OKitEncryption", "OKitLive", "OKitLua", "OKitScreen", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitTerminalTests",
      dependencies: ["OKitLive", "OKitLua", "OKitScreen", "OKitTerminal", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitInspectorTests",
      dependencies: ["OKitEncryption", "OKitInspector", "OKitLive", "OKitLua", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitServerTests",
      dependencies: [
        "OKitLive", "OKitLua", "OKitServer", "OKitTestSupport",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .testTarget(name: "LuaSyntaxTests", dependencies: ["LuaSyntax", "OKitEngine"], swiftSettings: settings),
    .testTarget(name: "OKitTestingTests", dependencies: ["OKitTesting", "OKitHTTP"], swiftSettings: settings),
    .testTarget(
      name: "OKitRenderTests", dependencies: ["OKitLua", "OKitRender", "OKitTestSupport"], swiftSettings: settings),
    .testTarget(
      name: "OKitTestRunnerTests",
      dependencies: ["OKitCoverage", "OKitExplore", "OKitTestRunner", "OKitLua", "OKitEngine", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitMutationTests",
      dependencies: [
        "LuaSyntax", "OKitCheck", "OKitCoverage", "OKitEngine", "OKitLua", "OKitMutation", "OKitStorage",
        "OKitTestRunner", "OKitTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OKitCheckTests", dependencies: ["LuaSyntax", "OKitCheck", "OKitEngine", "OKitLua", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitLanguageServerTests",
      dependencies: ["OKitLanguageServer", "OKitCoverage", "OKitEngine", "OKitLua", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitScaffoldTests", dependencies: ["CSQLite", "OKitScaffold", "OKitEngine", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitFuzzingTests", dependencies: ["OKitEngine", "OKitFuzzing", "OKitLua", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitDocumentsTests",
      dependencies: ["OKitDocuments", "OKitEngine", "OKitLua", "OKitSQLite", "OKitTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "OKitRunTests",
      dependencies: [
        "okit-run", "CSQLite", "OKitCheck", "OKitCoverage", "OKitDocuments", "OKitEncryption", "OKitEngine", "OKitLive",
        "OKitLua",
        "OKitPages", "OKitSQLite", "OKitStorage", "OKitTerminal", "OKitTestSupport", "OKitTrace",
      ],
      swiftSettings: settings),
    // The same work as OKit's, done in C.
    .target(
      name: "CFloor", dependencies: ["CLuaLibrary"], path: "Benchmarks/CFloor", linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "okit-bench",
      dependencies: [
        "CFloor", "CSQLite", "OKitBackup", "OKitCheck", "OKitEncryption", "OKitEngine", "OKitHTTP",
        "OKitLanguageServer", "OKitLive", "OKitLua", "OKitSQLite",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      path: "Benchmarks/okit-bench", swiftSettings: settings),
    .executableTarget(name: "okit-start", path: "Benchmarks/okit-start", swiftSettings: settings),
    .executableTarget(
      name: "okit-fuzz", dependencies: ["OKitFuzzing"],
      path: "Fuzzers/okit-fuzz", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

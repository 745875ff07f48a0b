// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "embedding",
  dependencies: [.package(name: "okit", path: "../..")],
  targets: [
    .target(name: "ShopService", dependencies: [.product(name: "OKitLua", package: "okit")]),
    .executableTarget(name: "shops", dependencies: ["ShopService"]),
    .testTarget(
      name: "ShopServiceTests", dependencies: ["ShopService", .product(name: "OKitTesting", package: "okit")]),
  ],
  swiftLanguageModes: [.v6]
)

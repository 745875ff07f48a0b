import OKitEngine

extension Workload {
  static let interface = Workload(
    name: "interface", about: "each public function of the engine in models of 10,000 and of 200,000 elements"
  ) { _, report in
    let (small, large) = (try GrowingShop(10_000), try GrowingShop(200_000))
    try small.open()
    try large.open()
    for operation in InterfaceOperation.measured {
      let (few, many) = (try operation.time(small), try operation.time(large))
      try report.add(
        "interface: \(operation.name)", many, .microseconds, besides: "of 10k", few, goal: operation.growth.goal)
    }
  } verify: { _ in
    let shop = try GrowingShop(200)
    let before = shop.fingerprint
    try shop.open()
    for operation in InterfaceOperation.measured {
      try operation.run(shop)
      try check(shop.fingerprint, equals: before, "after \(operation.name): okit")
    }
  }
}

/// What a public function does to a shop, which it leaves as it was.
///
/// A test compares the names with the declarations of the engine: a function that is missing fails it. What follows a
/// space in a name tells operations of one function apart.
struct InterfaceOperation: Sendable {
  enum Growth {
    /// The cost may grow with the logarithm of the number of elements.
    case flat
    /// The function looks at all elements by its meaning.
    case linear

    /// The limit of the time of twenty times as many elements.
    var goal: Double { self == .flat ? 3 : 25 }
  }

  let name: String
  let growth: Growth
  let run: @Sendable (GrowingShop) throws -> Void

  static let measured = models + collections + registry + bindings + runtime + driver

  static func flat(_ name: String, _ run: @escaping @Sendable (GrowingShop) throws -> Void) -> Self {
    Self(name: name, growth: .flat, run: run)
  }

  static func linear(_ name: String, _ run: @escaping @Sendable (GrowingShop) throws -> Void) -> Self {
    Self(name: name, growth: .linear, run: run)
  }

  func time(_ shop: GrowingShop) throws -> Double {
    let rounds = growth == .flat ? 50 : 1
    return try measure(.microseconds, per: rounds) { for _ in 0..<rounds { try run(shop) } }
  }
}

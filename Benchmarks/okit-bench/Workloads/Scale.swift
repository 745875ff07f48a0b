import OKitEngine

extension Workload {
  static let scale = Workload(name: "scale", about: "the same work for 1,000 to 1,000,000 entities") { _, report in
    var ofTenThousand: [String: Peers.Finding] = [:]
    for (size, count) in [("1k", 1000), ("10k", 10_000), ("100k", 100_000), ("1M", 1_000_000)] {
      let findings = try SeparateProcess.scale.findings(["\(count)"])
      if count == 10_000 { ofTenThousand = findings }
      for work in Scale.allCases {
        let value = try findings.required(work.rawValue).value
        let small = count == 1_000_000 ? ofTenThousand[work.rawValue]?.value : nil
        try report.add("scale: \(work.title), \(size)", value, work.unit, besides: "of 10k", small, goal: work.goal)
      }
    }
  }
}

/// The measurements at each size, per entity except for the change.
enum Scale: String, CaseIterable {
  case load, store, first, change, sum, entity, row

  var title: String {
    switch self {
    case .load: "load, an entity"
    case .store: "store, an entity"
    case .first: "list, an entity"
    case .change: "one change in the list"
    case .sum: "sum, an entity"
    case .entity: "memory of an entity"
    case .row: "memory of its row"
    }
  }

  var unit: Figure.Unit {
    switch self {
    case .change: .microseconds
    case .entity, .row: .bytes
    default: .nanoseconds
    }
  }

  /// The limit for the time per entity with a million entities, relative to ten thousand: twice, or three times where
  /// a tree is deeper.
  var goal: Double {
    switch self {
    case .first, .change: 3
    default: 2
    }
  }
}

extension SeparateProcess {
  static let scale = SeparateProcess(name: "scale") { arguments in
    guard let count = arguments.first.flatMap({ Int($0) }), count > 0 else { throw BenchError("scale needs a number") }
    let items = SameWork.items(count)
    let (document, expected) = (try SameWork.document(items), items.reduce(0) { $0 + $1.price })
    let repeats = count < 100_000 ? 15 : count < 1_000_000 ? 5 : 3
    var findings: [Finding] = []
    func add(_ work: Scale, _ value: Double, _ result: Int) { findings.append((work.rawValue, value, result)) }

    do {
      let shop = try Shop(document)
      add(.entity, try Memory.bytes(per: count) { try shop.load() }.bytes, count)
      let sum = try shop.engine.evaluator.program("items.@sum.price")
      guard case .int(let found) = shop.engine.evaluator.get(sum, shop.root) else {
        throw BenchError("there is no sum")
      }
      try check(found, equals: expected, "okit")
      add(
        .sum,
        measure(.nanoseconds, per: count, repeats: repeats) {
          if case .int(let sum) = shop.engine.evaluator.get(sum, shop.root) { use(sum) }
        }, found)
      let store = try measure(.nanoseconds, repeats: repeats, setup: { try shop.touch() }, { try shop.store() })
      try check(shop.storedSize(), equals: document.count, "okit")
      add(.store, store / Double(count), document.count)
    }
    let load = try measure(.nanoseconds, repeats: repeats, setup: { try Shop(document) }, { try $0.load() })
    add(.load, load / Double(count), count)

    let list = try ShopList(document)
    add(.row, try Memory.bytes(per: count) { try list.open() }.bytes, count)
    let first = try measure(.nanoseconds, repeats: repeats, setup: { try list.close() }, { try list.open() })
    add(.first, first / Double(count), try list.fingerprint())
    let changes = 20
    let change = try measure(.microseconds, per: changes) { for _ in 0..<changes { try list.change() } }
    add(.change, change, changes)
    return findings
  }
}

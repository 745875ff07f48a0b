import OKitEngine

extension Workload {
  static let growth = Workload(
    name: "growth", about: "changes of collections of 10,000 and of 200,000 elements, and their patches"
  ) { _, report in
    let (small, large) = (try GrowingShop(10_000), try GrowingShop(200_000))
    for operation in Growth.unobserved + Growth.opened { try operation.report(small, large, report) }
    for (screen, operations) in Growth.onScreens {
      try small.open(screen)
      try large.open(screen)
      for operation in operations { try operation.report(small, large, report) }
      try small.close()
      try large.close()
    }
    try small.openPages(Growth.pages)
    try large.openPages(Growth.pages)
    for operation in Growth.live { try operation.report(small, large, report) }
    small.closePages()
    large.closePages()
    try small.observe()
    try large.observe()
    for operation in Growth.observed { try operation.report(small, large, report) }
    try removalsAndUndo(report)
  } verify: { _ in
    let shop = try GrowingShop(1000)
    for operation in Growth.unobserved { try operation.run(shop) }
    try check(shop.fingerprint, equals: Growth.fingerprint(of: 1000), "okit")
    for operation in Growth.opened { try operation.run(shop) }
    for (screen, operations) in Growth.onScreens {
      try shop.open(screen)
      for operation in operations { try operation.run(shop) }
      try shop.close()
    }
    try shop.openPages(Growth.pages)
    for operation in Growth.live { try operation.run(shop) }
    shop.closePages()
    try shop.observe()
    for operation in Growth.observed { try operation.run(shop) }
    try check(shop.patches, equals: Growth.observed.count, "okit")
    let changes = try shop.runtime.undoService.changes {
      try shop.removeMany(100)
      try shop.undo()
    }
    try check(changes.count, equals: 0, "okit")
  }

  /// The net changes of removals and their undo: none.
  private static func removalsAndUndo(_ report: Report) throws {
    let shop = try GrowingShop(200_000)
    let store = shop.runtime.store
    let recorder = ChangeRecorder(store)
    store.startRecording(recorder)
    defer { store.stopRecording(recorder) }
    func time(_ work: () throws -> Void) rethrows -> Double {
      let start = processorTime()
      try work()
      return (processorTime() - start) * TimeUnit.milliseconds.perSecond
    }
    let removals = try time { try shop.removeMany(100_000) }
    let undo = try time { try shop.undo() }
    var patches: [Patch] = []
    let changes = time { patches = store.patches(recorder) }
    try check(patches.count, equals: 0, "okit")
    try report.add("growth: 100k removals of 200k", removals, .milliseconds)
    try report.add("growth: their undo", undo, .milliseconds, besides: "removals", removals)
    try report.add("growth: changes after both", changes, .milliseconds, besides: "removals", removals, goal: 1)
  }
}

/// A change of a collection that is measured at two sizes.
private struct Growth: Sendable {
  let name: String
  /// The limit of its time at the larger size, in microseconds.
  let goal: Double
  /// The limit of its time as a multiple of that at the smaller size, of which the larger one is twenty times.
  var growth: Double = 3
  let run: @Sendable (GrowingShop) throws -> Void

  static let unobserved = [
    Growth(name: "insert first", goal: 20) { try $0.insert(at: 0) },
    Growth(name: "insert inside", goal: 20) { try $0.insert(at: $0.count / 2) },
    Growth(name: "remove inside", goal: 20) { try $0.remove(at: $0.count / 2) },
    Growth(name: "remove last", goal: 20) { try $0.removeLast() },
    Growth(name: "move", goal: 20) { try $0.move(from: 1, to: $0.count / 2) },
    Growth(name: "set: add, remove", goal: 20) { try $0.changeSet() },
    Growth(name: "map: add, remove", goal: 40) { try $0.changeMap() },
    Growth(name: "texts: remove a value, add", goal: 40) { try $0.changeTexts() },
    Growth(name: "didSet: add, remove", goal: 40) { try $0.changeCounted() },
  ]

  static let opened = [
    Growth(name: "open a list, back", goal: 2000) { try $0.openAndClose("items") },
    // 26 cells in each of the same rows.
    Growth(name: "open a grid, back", goal: 20_000) { try $0.openAndClose("grid") },
  ]

  static let cells = [Growth(name: "change a shown cell of a grid", goal: 100) { try $0.changeShown(at: 5) }]

  static let shown = [
    Growth(name: "row by number", goal: 100) { try $0.findByNumber($0.count - 50) },
    // Each row is a comparison of stored texts.
    Growth(name: "row by text", goal: 20_000, growth: 25) { try $0.findByText($0.count * 3 / 4) },
    Growth(name: "tap a late row, back", goal: 200) { try $0.tap($0.count - 100) },
    Growth(name: "change a shown row", goal: 50) { try $0.changeShown(at: 5) },
    // Two changes and two screens each.
    Growth(name: "insert, remove, shown", goal: 200) { try $0.insertAndRemoveShown(at: $0.count / 2) },
    Growth(name: "insert, remove first, shown", goal: 200) { try $0.insertAndRemoveShown(at: 0) },
    Growth(name: "move there and back, shown", goal: 200) { try $0.moveShown(from: 1, to: $0.count / 2) },
  ]

  static let grouped = [
    Growth(name: "insert, remove, sorted and grouped", goal: 300) { try $0.insertAndRemoveShown(at: $0.count / 2) },
    Growth(name: "move there and back, sorted and grouped", goal: 300) {
      try $0.moveShown(from: 1, to: $0.count / 2)
    },
  ]

  /// The list is sorted and grouped by formulas, which also give its texts; its title has an average.
  static let formulas = [
    Growth(name: "change a row, formulas", goal: 150) { try $0.changeShown(at: 5) },
    Growth(name: "insert, remove, formulas", goal: 300) { try $0.insertAndRemoveShown(at: $0.count / 2) },
  ]

  /// A form shows the elements, sorted, between its fields.
  static let inForm = [
    Growth(name: "change a row, in a form", goal: 150) { try $0.changeShown(at: 5) },
    Growth(name: "insert, remove, in a form", goal: 300) { try $0.insertAndRemoveShown(at: $0.count / 2) },
    Growth(name: "find a cell after the rows of a form", goal: 300) { try $0.findCell("Total") },
    Growth(name: "add by a field, remove, in a form", goal: 500) { try $0.addByField() },
  ]

  static let onScreens = [
    ("grid", cells), ("items", shown), ("grouped", grouped), ("formulas", formulas), ("form", inForm),
  ]

  /// Live pages show the list. Each gets an update after each change.
  static let pages = 10
  static let live = [
    Growth(name: "change a row, 10 live pages", goal: 5000) { try $0.changeInPages(at: 5) },
    Growth(name: "insert, remove first, 10 live pages", goal: 10_000) { try $0.insertAndRemoveInPages(at: 0) },
  ]

  static let observed = [
    Growth(name: "insert first, onPatch", goal: 50) { try $0.insert(at: 0) },
    Growth(name: "remove inside, onPatch", goal: 50) { try $0.remove(at: $0.count / 2) },
    Growth(name: "move, onPatch", goal: 50) { try $0.move(from: 1, to: $0.count / 2) },
    Growth(name: "change late, onPatch", goal: 20) { try $0.change(at: $0.count - 100) },
  ]

  /// The fingerprint of a shop after each unobserved operation: one item less than after the insertions.
  static func fingerprint(of count: Int) -> Int { count + count + count + (count + 1) + (count - 2) }

  func report(_ small: GrowingShop, _ large: GrowingShop, _ report: Report) throws {
    let rounds = 50
    func value(_ shop: GrowingShop) throws -> Double {
      try measure(.microseconds, per: rounds) { for _ in 0..<rounds { try run(shop) } }
    }
    let (few, many) = (try value(small), try value(large))
    try report.add("growth: \(name), 10k", few, .microseconds)
    try report.add("growth: \(name), 200k", many, .microseconds, goal: goal)
    try report.add("growth: \(name), 200k", many, .microseconds, besides: "of 10k", few, goal: growth)
  }
}

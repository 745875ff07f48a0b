import OKitEngine

extension InterfaceOperation {
  /// Bindings.
  static let bindings: [Self] = [
    flat("Evaluator.program") { use(try $0.evaluator.program("name").text.count) },
    flat("Evaluator.get") { use($0.evaluator.get(try $0.evaluator.program("price"), try $0.item).int ?? 0) },
    flat("Evaluator.get of a count") {
      use($0.evaluator.get(try $0.evaluator.program("items.@count"), try $0.root).int ?? 0)
    },
    flat("Evaluator.getAll") { use($0.evaluator.getAll(try $0.evaluator.program("price"), try $0.item).count) },
    linear("Evaluator.getAll of a list") {
      use($0.evaluator.getAll(try $0.evaluator.program("items/price"), try $0.root).count)
    },
    flat("Evaluator.getParts") {
      use($0.evaluator.getParts(try $0.evaluator.program("name,price"), try $0.item).count)
    },
    flat("Evaluator.getString") {
      use($0.evaluator.getString(try $0.evaluator.program("price"), try $0.item)?.count ?? 0)
    },
    flat("Evaluator.getBool") { use($0.evaluator.getBool(try $0.evaluator.program("price"), try $0.item) ? 1 : 0) },
    flat("Evaluator.getInt") { use($0.evaluator.getInt(try $0.evaluator.program("price"), try $0.item) ?? 0) },
    flat("Evaluator.getDouble") {
      use(Int($0.evaluator.getDouble(try $0.evaluator.program("price"), try $0.item) ?? 0))
    },
    flat("Evaluator.getDate") {
      use($0.evaluator.getDate(try $0.evaluator.program("price"), try $0.item) == nil ? 0 : 1)
    },
    flat("Evaluator.getImage") {
      use($0.evaluator.getImage(try $0.evaluator.program("name"), try $0.item) == nil ? 0 : 1)
    },
    flat("Evaluator.resolve") {
      use($0.evaluator.resolve(try $0.evaluator.program("items[7]"), try $0.root)?.hashValue ?? 0)
    },
    linear("Evaluator.contexts") {
      use($0.evaluator.contexts(try $0.evaluator.program("items"), try $0.root).count)
    },
    flat("Evaluator.text") { use($0.evaluator.text(.double(1.5))?.count ?? 0) },
    flat("Evaluator.set") { shop in
      let (program, item) = (try shop.evaluator.program("name"), try shop.item)
      let name = shop.evaluator.get(program, item)
      try shop.runtime.turn { try shop.evaluator.set(program, item, .string("other")) }
      try shop.runtime.turn { try shop.evaluator.set(program, item, name) }
    },
    flat("Evaluator.call") { shop in
      let (program, item) = (try shop.evaluator.program("double()"), try shop.item)
      try shop.runtime.turn { shop.evaluator.call(program, item) { _ in } }
    },
    flat("Evaluator.because") { use($0.evaluator.because(.timer(startedAt: nil)) { 1 }) },
    flat("Evaluator.localized") { use($0.evaluator.localized("Items").count) },
  ]

  /// The application and its screens.
  static let runtime: [Self] = [
    flat("AppRuntime.turn") { shop in _ = try shop.runtime.turn { try shop.item } },
    flat("AppRuntime.advance") { try $0.runtime.advance(seconds: 1) },
    flat("AppRuntime.set") { try $0.runtime.set(clock: $0.runtime.clock.now) },
    flat("AppRuntime.undo") { shop in
      try shop.runtime.turn { try shop.store.set(try shop.item, "name", .string("other")) }
      try shop.undo()
    },
    flat("AppRuntime.redo") { shop in
      try shop.runtime.turn { try shop.store.set(try shop.item, "name", .string("other")) }
      try shop.undo()
      _ = try shop.runtime.redo()
      try shop.undo()
    },
    flat("AppRuntime.screen") { use($0.runtime.screen().sections.count) },
    flat("AppRuntime.screen of a window") { use($0.runtime.screen(window: 50..<60).sections.count) },
    flat("AppRuntime.perform") { shop in
      try shop.runtime.perform(.tapRow(.path(.init(section: 0, row: 3))))
      try shop.runtime.perform(.back)
    },
    flat("AppRuntime.navigate") { shop in
      try shop.runtime.turn { try shop.runtime.navigate(to: "item", context: try shop.item) }
      try shop.runtime.turn { try shop.runtime.back() }
    },
    flat("AppRuntime.back") { shop in
      try shop.runtime.turn { try shop.runtime.navigate(to: "item", context: try shop.item) }
      try shop.runtime.turn { try shop.runtime.back() }
    },
    flat("AppRuntime.dismiss") { shop in
      try shop.runtime.turn { try shop.runtime.navigate(to: "item", context: try shop.item, kind: .present) }
      try shop.runtime.turn { try shop.runtime.dismiss() }
    },
  ]

  /// What tests do on the screen.
  static let driver: [Self] = [
    flat("AppDriver.tap") { shop in
      try shop.driver.performTap(Locator("Item 3"))
      try shop.driver.back()
    },
    flat("AppDriver.back") { shop in
      try shop.driver.row(Locator(index: 2)).tap()
      try shop.driver.back()
    },
    flat("AppDriver.dump") { use($0.driver.dump().count) },
    flat("AppDriver.remember") { $0.driver.remember("a step") },
    // What the session commands `row N`, `tap N` and `type N` do; the number is that of a row beyond the screen.
    flat("command row N") { shop in
      let number = shop.driver.screen.window?.total ?? 8
      try shop.driver.row(Locator("\(number - 7)", rowNumber: number - 7)).tap()
      try shop.driver.back()
    },
    flat("command tap N") { shop in
      let number = shop.driver.screen.window?.total ?? 8
      try shop.driver.performTap(Locator("\(number - 7)", rowNumber: number - 7))
      try shop.driver.back()
    },
    flat("command type N") { shop in
      let number = shop.driver.screen.window?.total ?? 8
      use(try shop.driver.cell(Locator("\(number - 7)", rowNumber: number - 7)).target.name.count)
    },
    linear("AppDriver.rows") { use(try $0.driver.rows().count) },
    linear("AppDriver.search") { shop in
      try shop.driver.search("Item 77")
      try shop.driver.search("")
    },
  ]
}

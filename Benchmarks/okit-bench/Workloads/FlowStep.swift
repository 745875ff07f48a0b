import OKitBackup
import OKitEncryption
import OKitEngine
import OKitLua

extension Workload {
  static let flowStep = Workload(
    name: "flow", about: "a step through the bookshop: an action and the screen that follows"
  ) {
    surroundings, report in
    let flow = try Flow(script: "\(surroundings.root)/scripts/bookshop/app.lua")
    try flow.checkScreens()
    let rounds = 20
    let step = try measure(.microseconds, per: rounds * Flow.steps.count) {
      for _ in 0..<rounds { try flow.run() }
    }
    try report.add("flow: a step", step, .microseconds, goal: 30)
    for (index, name) in Flow.steps.enumerated() {
      try report.add("flow: \(name)", try flow.time(of: index), .microseconds, goal: index == 0 ? 50 : nil)
    }
  } verify: { surroundings in
    try Flow(script: "\(surroundings.root)/scripts/bookshop/app.lua").checkScreens()
  }
}

/// Opens a book, renames it, and goes back to the list.
private final class Flow {
  static let steps = ["tap a row", "tap Edit", "type", "tap Done", "back"]

  private let application: LuaApplication
  private let book = ScreenAction.RowTarget.path(RowPath(section: 0, row: 0))
  private var number = 0

  init(script: String) throws {
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 600_000_000)))
    options.parts = [.encryption, .backups]
    application = try LuaApplication(script: script, options: options)
  }

  private func step(_ index: Int) throws -> Screen {
    let action: ScreenAction
    switch index {
    case 0: action = .tapRow(book)
    case 1: action = try button("Edit")
    case 2:
      number += 1
      action = .edit(book, .text(number & 1 == 0 ? "A good book" : "A better book"))
    case 3: action = try button("Done")
    default: action = .back
    }
    try application.runtime.perform(action)
    return application.runtime.screen()
  }

  private func button(_ title: String) throws -> ScreenAction {
    if let editing = buttons[title] { return editing }
    let screen = application.runtime.screen()
    if let button = screen.barButtons.first(where: { $0.button.title == title }) {
      let action = ScreenAction.tapBarButton(button.id)
      buttons[title] = action
      return action
    }
    throw BenchError("\"\(screen.name)\" has no button \(title)")
  }
  private var buttons: [String: ScreenAction] = [:]

  func checkScreens() throws {
    let names = try Self.steps.indices.map { try step($0).name }
    guard names == ["book", "book", "book", "book", "books"] else {
      throw BenchError("the flow showed the screens \(names)")
    }
  }

  func run() throws { for index in Self.steps.indices { use(try step(index).sections.count) } }

  /// Returns the median time of one step, in microseconds.
  func time(of index: Int) throws -> Double {
    var times: [Double] = []
    for _ in 0..<200 {
      for step in Self.steps.indices {
        let start = processorTime()
        use(try self.step(step).sections.count)
        if step == index { times.append((processorTime() - start) * 1e6) }
      }
    }
    return times.median
  }
}

import OKitLua
import OKitTestSupport

@testable import OKitEngine

/// Random actions of a person in the windows of a random application.
final class RandomWalk {
  let application: LuaApplication
  var random: SplitMix64
  var runtime: AppRuntime { application.runtime }

  init(seed: UInt64) throws {
    var generator = RandomApplication(seed: seed)
    var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
    options.storage = TransientStorage()
    options.print = { _ in }
    application = try LuaApplication(
      text: generator.script(), chunk: "app.lua", folder: "/nowhere", options: options)
    random = SplitMix64(seed: ~seed)
  }

  private func pick<T>(_ values: [T]) -> T? {
    values.isEmpty ? nil : values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// Does something that a person might do; nothing where that is not possible.
  ///
  /// - Parameter window: Nil for the first one.
  func step(in window: AppWindow? = nil) {
    do { try act(AppDriver(runtime, window)) } catch {
      // Most actions are not possible on most screens.
    }
  }

  private func act(_ driver: AppDriver) throws {
    if let dialog = driver.window.dialogs.first { return try driver.perform(.answer(dialog.id, 0)) }
    let screen = driver.screen
    let row = pick(screen.sections.flatMap(\.rows))
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3: if let row { try driver.perform(.tapRow(.id(row.id))) }
    case 4: if let row { try driver.perform(.tapAccessory(.id(row.id))) }
    case 5...7:
      guard let button = pick(screen.left + screen.right + screen.toolbar) else { return }
      try driver.performTap(Locator(button.title))
    case 8: try driver.perform(.menu)
    case 9: try driver.perform(.tapTab(Int.random(in: 0..<3, using: &random)))
    case 10: try driver.perform(pick([.back, .close, .back, .tapHelp])!)
    case 11: try driver.perform(.search(pick(["a", "", "e"])!))
    case 12: if let row { try driver.perform(.select(.id(row.id), true)) }
    case 13, 14: if let row { try driver.perform(.edit(.id(row.id), .text(pick(["bad", "7", "many"])!))) }
    default: try driver.press(pick([.next, .previous, .done])!)
    }
  }

  /// What there is of all controllers: the screens, the contexts, and who has opened whom.
  var state: [String] {
    let store = runtime.store
    func id(_ entity: EntityID?) -> String { entity.flatMap(store.id(of:)) ?? "none" }
    let controllers = runtime.containers.controllers.map { controller in
      """
      \(controller.name) over \(id(controller.modelContext)), \(id(controller.effectiveContext)), \
      \(controller.contextOrigin), by \(controller.previous?.name ?? "none") \(id(controller.previous?.modelContext))
      \(runtime.text(of: controller.screen(), width: 72))
      """
    }
    return [runtime.stack.joined(separator: " "), application.driver.dump()] + controllers
  }
}

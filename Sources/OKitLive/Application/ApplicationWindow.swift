/// A window of a running application.
package final class ApplicationWindow: WindowContent {
  private let application: LuaApplication

  package init(_ application: LuaApplication) { self.application = application }

  private var runtime: AppRuntime { application.runtime }

  package var instance: Int? { runtime.screenPlace?.instances.last }

  package var screen: LiveScreen {
    var screen = application.driver.visibleScreen
    screen.stopped = application.state.stopReason?.message
    guard let place = runtime.screenPlace else { return LiveScreen(screen, place: NavigationPlace(stack: [])) }
    var actions = LiveScreen.Actions()
    if place.canGoBack { actions.insert(.back) }
    if place.canClose { actions.insert(.close) }
    if place.hasMenu { actions.insert(.menu) }
    if runtime.store.history.canUndo { actions.insert(.undo) }
    if runtime.store.history.canRedo { actions.insert(.redo) }
    return LiveScreen(
      screen, place: NavigationPlace(stack: place.instances, presented: place.presented), actions: actions,
      fields: fields(of: screen))
  }

  private func fields(of screen: Screen) -> [RowID: String] {
    var names: [RowID: String] = [:]
    for row in screen.sections.lazy.flatMap(\.rows) {
      if let name = runtime.fieldName(of: row) { names[row.id] = name }
      for cell in row.cells { names[cell.id] = runtime.fieldName(of: cell) }
    }
    return names
  }

  package func perform(_ action: LiveAction) throws {
    switch action {
    case .screen(let action): try application.perform(Action(action))
    case .undo: try step("undo") { try $0.undo() }
    case .redo: try step("redo") { try $0.redo() }
    }
  }

  private func step(_ name: String, _ step: (AppRuntime) throws -> Bool) throws {
    try runtime.checkUncovered()
    guard try step(runtime) else {
      throw Diagnostic(.init(rawValue: "app.\(name)"), "there is nothing to \(name)")
    }
  }

  package func scroll(to rows: Range<Int>) { runtime.scrolledRows = rows }

  package func close() {}
}

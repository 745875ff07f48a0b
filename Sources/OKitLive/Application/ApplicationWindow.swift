/// A window of a running application.
package final class ApplicationWindow: WindowContent {
  /// The number of the window that an application has from its launch to its end.
  static let first = 1

  private let application: LuaApplication
  let number: Int
  private let shown: (Diagnostic) -> Diagnostic

  /// - Parameter shown: Returns a diagnostic as pages show it.
  init(_ application: LuaApplication, number: Int, _ shown: @escaping (Diagnostic) -> Diagnostic) {
    (self.application, self.number, self.shown) = (application, number, shown)
  }

  private var runtime: AppRuntime { application.runtime }
  private var place: ScreenPlace? { runtime.window(numbered: number).flatMap(runtime.screenPlace) }

  package var screen: LiveScreen {
    get throws {
      let screen = try application.screen(ofWindow: number)
      guard let place else { return LiveScreen(screen, place: NavigationPlace(stack: [])) }
      var actions = LiveScreen.Actions()
      if place.canGoBack { actions.insert(.back) }
      if place.canClose { actions.insert(.close) }
      if place.hasMenu { actions.insert(.menu) }
      if place.canMark { actions.insert(.mark) }
      if runtime.store.history.canUndo { actions.insert(.undo) }
      if runtime.store.history.canRedo { actions.insert(.redo) }
      return LiveScreen(
        screen, place: NavigationPlace(stack: place.instances, presented: place.presented), actions: actions,
        fields: fields(of: screen), inert: inertRows(of: screen))
    }
  }

  private func fields(of screen: Screen) -> [RowID: String] {
    guard let window = runtime.window(numbered: number) else { return [:] }
    var names: [RowID: String] = [:]
    for row in screen.sections.lazy.flatMap(\.rows) {
      if let name = runtime.fieldName(of: row, in: window) { names[row.id] = name }
      for cell in row.cells { names[cell.id] = runtime.fieldName(of: cell, in: window) }
    }
    return names
  }

  private func inertRows(of screen: Screen) -> Set<RowID> {
    guard let window = runtime.window(numbered: number) else { return [] }
    return Set(screen.sections.lazy.flatMap(\.rows).filter { self.runtime.isInert($0, in: window) }.map(\.id))
  }

  package func perform(_ action: JSONValue, instance: Int?) throws {
    do { try performUnmasked(action, instance) } catch { throw shown(error.asDiagnostic) }
  }

  private func performUnmasked(_ action: JSONValue, _ instance: Int?) throws {
    if action != ["tap": "cover"] { try runtime.checkUncovered() }
    switch try LiveAction(json: action) {
    case .screen(let action): try application.perform(Action(action, instance: instance), inWindow: number)
    case .undo: try step("undo") { try $0.undo() }
    case .redo: try step("redo") { try $0.redo() }
    case .endEditing: try application.endEditing(inWindow: number, instance: instance)
    }
  }

  private func step(_ name: String, _ step: (AppRuntime) throws -> Bool) throws {
    guard try step(runtime) else {
      throw Diagnostic(.init(rawValue: "app.\(name)"), "there is nothing to \(name)")
    }
  }

  package func scroll(to rows: Range<Int>) throws { try application.scroll(to: rows, inWindow: number) }

  package func scroll(toColumn first: Int) throws {
    guard let total = try application.screen(ofWindow: number).topmost.columnWindow?.total else { return }
    (runtime.window(numbered: number)?.top as? GridController)?.scroll(toColumn: min(first, total - 1))
  }

  package func close() throws { try application.closeWindow(number) }
}

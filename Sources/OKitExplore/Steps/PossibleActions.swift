/// The actions that a person could perform on a screen, and what can happen around the application, always in the same
/// order.
package struct PossibleActions {
  package let screen: String
  /// Whether a sheet covers the screen.
  let isSheet: Bool
  package private(set) var all: [PossibleAction] = []

  /// Whether a field has the keyboard.
  private var isTyping = false
  /// The titles of the actions at the trailing edges of rows.
  private let titles: (delete: String, more: String)

  /// The largest number of rows of a list that are considered. A person scrolls to the others.
  private static let maximumRows = 40

  package init(_ session: AppSession) {
    let driver = session.driver
    let shown = driver.screen
    (screen, isSheet) = (shown.name, shown.sheet != nil)
    titles = (session.runtime.texts.text("Delete"), session.runtime.texts.text("More..."))
    addSurroundings(session)
    guard !session.runtime.isCovered else {
      all.append(PossibleAction(.tap, "cover", target: "cover"))
      return
    }
    if shown.alert != nil || shown.sheet != nil {
      addDialog(shown)
      return
    }
    if shown.help != nil {
      all.append(PossibleAction(.tap, "help", target: "help"))
      return
    }
    addScreen(shown, session.runtime.screenPlace(in: driver.window))
    var rows = 0
    for section in shown.sections {
      for (place, row) in section.rows.enumerated() where rows < Self.maximumRows {
        rows += 1
        let isInert = session.runtime.isInert(row, in: driver.window)
        add(row, in: shown, count: section.rows.count, place: place, isInert: isInert)
      }
    }
    if isTyping { addKeys(shown) }
  }

  /// Finds the element of a step.
  package func resolve(_ step: ExploredStep) -> PossibleAction? {
    guard step.screen.isEmpty || step.screen == screen else { return nil }
    let found = all.filter { $0.kind == step.kind && $0.element == step.element }
    guard let last = found.last else { return nil }
    let same = found.filter { $0.label == step.label }
    if !same.isEmpty { return same[min(step.index, same.count - 1)] }
    return found.count == 1 ? last : found[min(step.index, found.count - 1)]
  }

  /// Whether the screen has the element of a step, whatever screen the step names.
  func hasElement(of step: ExploredStep) -> Bool {
    all.contains { $0.kind == step.kind && $0.element == step.element && $0.label == step.label }
  }

  /// Returns the step of an action.
  package func step(_ action: PossibleAction, value: [String: JSONValue]) -> ExploredStep {
    let same = all.filter { $0.kind == action.kind && $0.element == action.element && $0.label == action.label }
    return ExploredStep(
      action.kind, screen: action.kind.isOfPerson ? screen : "", element: action.element, label: action.label,
      index: same.firstIndex { $0.target == action.target } ?? 0, value: value)
  }

  // MARK: Around the application

  private mutating func addSurroundings(_ session: AppSession) {
    let (runtime, process) = (session.runtime, session.process)
    let now = runtime.clock.now.secondsSince2001
    let due = [runtime.timers.nextDue, runtime.nextEvent].compactMap { $0?.secondsSince2001 }.min()
    all.append(PossibleAction(.clock, input: .seconds(due.map { max(0, $0 - now) })))
    all.append(PossibleAction(.background))
    if process != nil { all.append(PossibleAction(.relaunch)) }
    if runtime.isCovered, process != nil {
      all.append(PossibleAction(.authenticate, input: .choices("ok", [true, true, false])))
    }
    if process?.canFault == true { all.append(PossibleAction(.fault, input: .fault)) }
  }

  // MARK: The screen

  private mutating func addDialog(_ screen: Screen) {
    guard let dialog = screen.dialogID else { return }
    for (index, field) in (screen.alert?.fields ?? []).enumerated() {
      let id = ElementID.dialogPart(DialogPartID(dialog, .field, index))
      all.append(
        PossibleAction(
          .edit, "field:\(index)", label: field.name, target: id.description, input: .text(isSecure: field.isSecure)))
    }
    for (index, action) in (screen.alert?.actions ?? screen.sheet?.actions ?? []).enumerated() where action.isEnabled {
      let id = ElementID.dialogPart(DialogPartID(dialog, .action, index))
      all.append(PossibleAction(.tap, "action:\(index)", label: action.title, target: id.description))
    }
  }

  private mutating func addScreen(_ screen: Screen, _ place: ScreenPlace?) {
    for (id, button) in screen.barButtons where button.isEnabled && !button.isLabel {
      all.append(PossibleAction(.tap, id.description, label: button.title, target: id.description))
    }
    if place?.canGoBack == true { all.append(PossibleAction(.back)) }
    if place?.canClose == true { all.append(PossibleAction(.close)) }
    if place?.hasMenu == true { all.append(PossibleAction(.menu)) }
    if screen.gestures.contains(.refresh) { all.append(PossibleAction(.refresh)) }
    if screen.gestures.contains(.titleTap) || screen.titleView?.isButton == true && screen.titleView?.isEnabled != false
    {
      all.append(PossibleAction(.tap, "title", label: screen.title, target: "title"))
    }
    for (index, view) in screen.views.enumerated() where view.isButton && view.isEnabled {
      all.append(PossibleAction(.tap, "view:\(index)", label: view.text, target: "view:\(index)"))
    }
    for (index, tab) in screen.tabs.enumerated() {
      all.append(PossibleAction(.tap, "tab:\(index)", label: tab.title, target: "tab:\(index)"))
    }
    for column in screen.columns where column.isSortable {
      all.append(
        PossibleAction(.tap, "column:\(column.index)", label: column.title, target: "column:\(column.index)"))
    }
    for title in screen.index {
      all.append(PossibleAction(.tap, "index", label: title, target: ElementID.index(title).description))
    }
    for button in screen.keyboard?.buttons ?? [] where button.isEnabled {
      all.append(PossibleAction(.key, "key:\(button.key.rawValue)", label: button.title, target: button.key.rawValue))
    }
    if let search = screen.search {
      all.append(PossibleAction(.search, input: .text(isSecure: false)))
      if search.scopes.count > 1 {
        let others = search.scopes.indices.filter { $0 != search.scope }
        all.append(PossibleAction(.filter, input: .choices("filter", others.map { .int($0) })))
      }
    }
  }

  // MARK: Rows

  private mutating func add(_ row: Screen.Row, in screen: Screen, count: Int, place: Int, isInert: Bool) {
    let (element, target, label) = (Self.element(row.id), row.id.description, row.text ?? "")
    func add(_ kind: ExploredStep.Kind, _ input: PossibleAction.Input = .none) {
      all.append(PossibleAction(kind, element, label: label, target: target, input: input))
    }
    if row.isEnabled, !isInert { add(.tap) }
    if !row.leading.isEmpty {
      add(.quick)
      add(.swipe, .choices("edge", ["leading"]))
    }
    if !row.trailing.isEmpty {
      if row.trailing.contains(titles.delete) { add(.delete) }
      if row.trailing.contains(titles.more) { add(.more) }
      add(.swipe, .choices("edge", ["trailing"]))
    }
    if row.isMovable, count > 1 {
      add(.move, .choices("to", (0..<min(count, 8)).filter { $0 != place }.map { .int($0) }))
    }
    if screen.isEditing, !row.id.adds, screen.kind == .list || screen.kind == .grid {
      add(.select, .choices("on", [.bool(!row.isSelected)]))
    }
    if row.button?.isEnabled == true || row.accessory == .detailDisclosure || row.accessory == .detail {
      all.append(PossibleAction(.tap, "\(element)/accessory", label: label, target: "\(target)/accessory"))
    }
    if row.control?.isFocused == true { isTyping = true }
    if let control = row.control, control.isEnabled, control.kind.edits != nil {
      all.append(PossibleAction(.edit, element, label: label, target: "\(target)/control", input: .control(control)))
    }
    for cell in row.cells { self.add(cell, in: screen, count: 1, place: 0, isInert: false) }
  }

  /// The keys that end the editing of a field, besides those of the bar of the keyboard.
  private mutating func addKeys(_ screen: Screen) {
    let shown = Set(screen.keyboard?.buttons.map(\.key) ?? [])
    for (key, label) in [(Keyboard.Key.done, "Done"), (.cancel, "Cancel")] where !shown.contains(key) {
      all.append(PossibleAction(.key, "key:\(key.rawValue)", label: label, target: key.rawValue))
    }
  }

  /// The kind of a row without the entity that it shows.
  static func element(_ row: RowID) -> String {
    switch row {
    case .entity: "row"
    case .element(_, let section): "row:\(section)"
    case .gridCell(_, let column): "column-cell:\(column)"
    case .cell(let number): "cell:\(number)"
    case .add(let section): "add:\(section)"
    }
  }
}

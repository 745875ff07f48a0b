/// Taps on the buttons of a script, which pass through functions that it can override.
extension Controller {
  static let buttonFunctions: [OverridableFunction] = [.didTapBarButtonItem, .didTapButton, .onHelpTap]

  /// Taps a button of a bar. A built-in one runs its function; those of a script go through `didTapBarButtonItem`.
  final func tap(_ item: BarItem, _ id: BarButtonID) throws {
    let button = item.button
    guard !button.isLabel else { throw impossible("\"\(button.title)\" is a label, and has nothing to tap") }
    guard button.isEnabled else { throw impossible("the button \"\(button.title)\" is disabled") }
    guard button.role == nil else { return try item.tap() }
    let tapped = Self.description(id.description, button.title, button.element)
    try runFunction(item.view == nil ? .didTapBarButtonItem : .didTapButton, [tapped])
  }

  /// Taps a view through `didTapButton`.
  final func tap(_ view: BoundView, _ id: ElementID) throws {
    guard let shown = view.shown else { throw impossible("the view \(id) is hidden") }
    guard shown.isButton else { throw impossible("\"\(shown.text)\" is a label, and has nothing to tap") }
    guard shown.isEnabled else { throw impossible("the button \"\(shown.text)\" is disabled") }
    try runFunction(.didTapButton, [Self.description(id.description, shown.text, shown.element)])
  }

  /// The tapped button as its function sees it. It is enabled, because no other one can be tapped.
  private static func description(_ id: String, _ title: String, _ element: Accessibility) -> Value {
    var members: [String: Value] = [
      "id": .string(id), "title": .string(title), "enabled": .bool(true), "label": .string(element.label),
    ]
    members["identifier"] = element.identifier.map(Value.string)
    return .map(members)
  }

  /// Runs a built-in function of this file; nil for any other function.
  func inheritedOfButtons(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value? {
    switch function {
    case .didTapBarButtonItem: try barItem(function, arguments).tap()
    case .didTapButton: try runTap(function, arguments)
    case .onHelpTap: try showHelp()
    default: return nil
    }
    return .null
  }

  /// The text that identifies the tapped button, of the table that the function got.
  private func id(_ function: OverridableFunction, _ arguments: [Value]) throws -> String {
    if case .map(let members)? = arguments.first, case .string(let id)? = members["id"] { return id }
    throw Diagnostic(
      "controller.argument",
      "\(function) needs the button that was tapped, got \(store.summary(arguments.first ?? .null))")
  }

  private func barItem(_ function: OverridableFunction, _ arguments: [Value]) throws -> BarItem {
    let id = try id(function, arguments)
    if let button = BarButtonID(id), let item = barItem(button) { return item }
    throw Diagnostic("controller.argument", "\(function): \"\(name)\" has no button \"\(id)\"")
  }

  private func runTap(_ function: OverridableFunction, _ arguments: [Value]) throws {
    let id = try id(function, arguments)
    if let button = BarButtonID(id), let item = barItem(button) { return try item.tap() }
    guard let element = ElementID(id), let view = view(at: element) else {
      throw Diagnostic("controller.argument", "\(function): \"\(name)\" has no button \"\(id)\"")
    }
    try view.runTap()
  }
}

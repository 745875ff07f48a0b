extension ActionStatement {
  /// The lines that perform the action, each finding its element in another way that no other element fits: by the
  /// identifier, the role and the label, the label, and by the text.
  ///
  /// - Parameter screen: The screen with the element.
  package func alternatives(on screen: Screen) -> [String] {
    guard let target, let method = action.methodOfElements else { return [line] }
    let shown = screen.dialogElements + screen.ownElements + screen.keyboardElements
    let elements = (shown + screen.sections.flatMap(\.rows).flatMap(\.elements)).map(\.accessibility)
    var lines: [String] = []
    if let identifier = target.identifier, elements.count(where: { $0.identifier == identifier }) == 1 {
      lines.append("app:byIdentifier(\(LuaText.quoted(identifier)))\(method)")
    }
    let labelled = elements.filter { $0.label == target.label }
    if labelled.count(where: { $0.role.rawValue == target.role }) == 1 {
      lines.append("app:byRole(\(LuaText.quoted(target.role)), \(LuaText.quoted(target.label)))\(method)")
    }
    if labelled.count == 1 { lines.append("app:byLabel(\(LuaText.quoted(target.label)))\(method)") }
    return lines.contains(line) ? lines : lines + [line]
  }
}

extension ScreenAction {
  /// What elements of every kind can do; nil for what only some can.
  fileprivate var methodOfElements: String? {
    switch self {
    case .edit(_, .text(let text)): text.isEmpty ? nil : ":type(\(LuaText.quoted(text)))"
    case .tapRow, .tapAccessory, .tapBarButton, .tapTitle, .tapTab, .tapColumn, .tapView, .answer: ":tap()"
    default: nil
    }
  }
}

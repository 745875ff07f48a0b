/// Elements that scripts find by role, label or identifier.
extension DriverModule {
  /// `driver.lua` makes objects of what these find.
  static let elementFinders: [Function] = [
    .init(
      "byRole",
      "(role: \(DeclaredType.choice(AccessibilityRole.allCases.map(\.rawValue))), label?: okit.Locator): okit.Element",
      "Returns the element with a role and, optionally, an accessibility label."
    ) { module, session, call in
      let locator = call.isNull(2) ? Locator() : try locator(session, call, 2)
      return try module.found(session.driver.element(role: call.string(1), locator), session)
    },
    .init("byLabel", "(label: okit.Locator): okit.Element", "Returns the element with an accessibility label.") {
      try $0.found($1.driver.element(label: locator($1, $2, 1)), $1)
    },
    .init(
      "byIdentifier", "(identifier: string): okit.Element", "Returns the element with an accessibility identifier."
    ) { try $0.found($1.driver.element(identifier: $2.string(1)), $1) },
  ]

  private func found(_ element: ElementDriver, _ session: AppSession) -> LuaOutcome {
    .value(elements.value(.element(element), of: session))
  }

  /// `element_fields(app, element)`: what the element shows now.
  func elementFields(_ session: AppSession, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .value(session.bridge.lua(try element(call).element().jsonValue))
  }

  func element(_ call: borrowing LuaCall) throws -> ElementDriver {
    guard case .element(let element) = try elements.found(call.object(1)) else { throw call.mismatch(1, "element") }
    return element
  }

  /// A tap, and the actions of cells on the element's control.
  static let elementActions: [TargetAction<ElementDriver>] =
    [
      .init("tap", "(): okit.App", "Taps the element; a tap on a switch changes it.") { element, _, _ in
        try element.tap()
      },
      .init("type", "(text: string): okit.App", "Replaces the text of the element.") { try $0.type($2.string(2)) },
    ]
    + CellDriver.actions.filter { $0.name != "type" }.map { action in
      let member = TargetAction<CellDriver>(action, 2)
      return .init(member.declaration) { try member.body($0.cell(for: action.name), $1, $2) }
    }
}

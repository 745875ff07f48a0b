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

  private func element(_ call: borrowing LuaCall) throws -> ElementDriver {
    guard case .element(let element) = try elements.found(call.object(1)) else { throw call.mismatch(1, "element") }
    return element
  }

  typealias ElementAction = TargetAction<ElementDriver>

  /// A tap, and the actions of cells on the element's control.
  static let elementActions: [ElementAction] =
    [
      .init("tap", "(): okit.App", "Taps the element; a tap on a switch changes it.") { element, _, _ in
        try element.tap()
      },
      .init("type", "(text: string): okit.App", "Replaces the text of the element.") { try $0.type($2.string(2)) },
    ]
    + cellActions.filter { !["tap", "type"].contains($0.name) }.map { action in
      let (name, body) = (action.name, action.body)
      return ElementAction(action.declaration) { element, session, call in
        try body(element.cell(for: name), session, call)
      }
    }

  var elementBodies: [(Declaration, Body)] {
    bodies(Self.elementActions) { try $0.element($1) }
  }
}

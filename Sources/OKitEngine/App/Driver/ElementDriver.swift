/// An element that a person has found by its role, label or identifier. It stays the same element while its screen
/// shows it.
package struct ElementDriver {
  let driver: AppDriver
  let id: ElementID
  /// The label of the element when it was found.
  package let name: String
  private let role: AccessibilityRole
  private let controller: RuntimeHandle?
  /// The row, or the cell of a grid, that it is, or is a part of.
  private let row: RowDriver?

  init(_ element: ShownElement, in row: PlacedRow?, _ driver: AppDriver) {
    (self.driver, id, name, role) = (driver, element.id, element.accessibility.label, element.accessibility.role)
    controller = driver.top?.handle
    self.row = row.map { row in
      let target = element.id.row
      return RowDriver(target ?? row.row.id, name: element.accessibility.label, driver: driver)
    }
  }

  /// The element as it is now. - Throws: `row.gone` when the screen no longer shows it.
  package func element() throws -> ShownElement {
    let elements: [ShownElement]
    if let row {
      elements = try row.row().elements
    } else {
      let screen = driver.screen
      elements =
        driver.top?.handle == controller
        ? screen.dialogElements + screen.ownElements + screen.keyboardElements : []
    }
    if let element = elements.first(where: { $0.id == id }) { return element }
    let screen = driver.screen
    throw Diagnostic(
      "row.gone", "the \(role.rawValue) \"\(name)\" is no longer on \"\(screen.name)\"", notes: [.screen(of: screen)])
  }

  // MARK: Actions

  /// Taps the element. A tap on a switch changes it; one on any other control taps its row.
  package func tap() throws {
    _ = try element()
    switch id {
    case .control:
      guard role == .switch, case let cell = try cell(for: "tap") else { return try rowOfElement().tap() }
      try cell.set(.bool(cell.row().control?.value != .bool(true)))
    case .row: try rowOfElement().tap()
    case .accessory: try rowOfElement().accessory()
    default:
      guard let action = ScreenAction(tapping: id) else {
        throw Diagnostic(
          "action.impossible", "the \(role.rawValue) \"\(name)\" has nothing to tap", hint: "type a text")
      }
      try driver.perform(action, text("tap"))
    }
  }

  /// Types a text: into a control, a field of a dialog, or the search field.
  package func type(_ text: String) throws {
    switch id {
    case .search: try driver.search(text)
    case .dialogPart(let part) where part.kind == .field: try driver.typeInAlert(text, field: .number(part.index + 1))
    default: try cell(for: "type").type(text)
    }
  }

  /// The cell of the element, if it is a control.
  ///
  /// - Parameter action: The name of the action, for messages.
  package func cell(for action: String) throws -> CellDriver {
    _ = try element()
    guard case .control = id, let row else {
      throw Diagnostic(
        "cell.kind", "\"\(name)\" does not support \"\(action)\": it is a \(role.rawValue)", hint: "tap it")
    }
    return CellDriver(target: row)
  }

  private func rowOfElement() throws -> RowDriver {
    guard let row else { throw Diagnostic("row.gone", "the \(role.rawValue) \"\(name)\" is not in a row") }
    return row
  }

  private func text(_ verb: String) -> String { "\(verb) \(role.rawValue) \"\(name)\"" }
}

extension AppDriver {
  /// Finds an element by its role and, with a locator, its label.
  ///
  /// - Throws: `locator.role` with the nearest name, `locator.none`, `locator.ambiguous`.
  package func element(role name: String, _ locator: Locator) throws -> ElementDriver {
    guard let role = AccessibilityRole(rawValue: name) else {
      let names = AccessibilityRole.allCases.map(\.rawValue)
      throw Diagnostic(
        "locator.role",
        "unknown role \"\(name)\"; expected one of \(PrintableText.list(names))",
        hint: NearestName.hint(for: name, in: names))
    }
    return try find(locator, name, name: \.label) { $0.role == role }
  }

  /// Finds an element by its label. - Throws: `locator.none`, `locator.ambiguous`.
  package func element(label locator: Locator) throws -> ElementDriver {
    try find(locator, "element", name: \.label) { _ in true }
  }

  /// The only element to tap with an accessibility label; nil when there is none, or several.
  ///
  /// - Throws: What evaluating the screen throws.
  func labelledElement(_ locator: Locator) throws -> ElementDriver? {
    let roles: Set<AccessibilityRole> = [.button, .columnheader, .gridcell, .link, .row, .switch, .tab]
    do { return try find(locator, "element", name: \.label) { roles.contains($0.role) } } catch {
      if Self.isAboutName(error) { return nil }
      throw error
    }
  }

  /// Finds an element by the identifier that the script gives it. - Throws: `locator.none`, `locator.ambiguous`.
  package func element(identifier: String) throws -> ElementDriver {
    try find(Locator(identifier), "element with the identifier", name: \.identifier) { $0.identifier != nil }
  }

  private typealias Found = (element: ShownElement, row: PlacedRow?)

  /// The elements of an open dialog go before those that it covers, those of the screen before those of its rows, and
  /// these before those of the keyboard. A part of a row goes before the row, which as a rule has the same label.
  private func find(
    _ locator: Locator, _ thing: String, name: (Accessibility) -> String?, _ isWanted: (Accessibility) -> Bool
  ) throws -> ElementDriver {
    let screen = screen
    var names: [String] = []
    var tiers = Array(repeating: TextMatches<Found>(locator.text), count: 4)
    func add(_ elements: [ShownElement], _ row: PlacedRow?, to tier: Int) {
      let wanted = elements.filter { isWanted($0.accessibility) }
      let fitting = wanted.first { tiers[tier].fits(name($0.accessibility)) }
      for element in row == nil ? wanted : [fitting].compactMap(\.self) {
        tiers[tier].add((element, row), named: name(element.accessibility))
      }
      // Of a long list, the message lists the first ones.
      if names.count < 1000 { names += wanted.compactMap { name($0.accessibility) } }
    }
    // Only rows have sections and details.
    if locator.section == nil, locator.detail == nil {
      add(screen.dialogElements, nil, to: 0)
      add(screen.ownElements, nil, to: 1)
      add(screen.keyboardElements, nil, to: 3)
    }
    if tiers[0].exact.isEmpty, tiers[1].exact.isEmpty {
      eachPage(of: screen, at: positions(locator, onlyTexts: false)) { page in
        for row in page where row.fits(locator) { add(row.row.elements, row, to: 2) }
        return tiers[2].exact.count < locator.index ?? 1
      }
    }
    let levels = tiers.map(\.exact) + tiers.map(\.similar)
    let found = try LocatorFailure(locator, thing, screen).one(of: levels.first { !$0.isEmpty } ?? [], all: names) {
      $0.element.description
    }
    return ElementDriver(found.element, in: found.row, self)
  }
}

/// A cell that a person has found, to change its value. Only what is enabled can be changed: while the screen is being
/// edited, and unless the cell is read-only.
public struct CellDriver {
  public let target: RowDriver

  /// What the cell shows now. - Throws: `row.gone`.
  public func row() throws -> Screen.Row { try target.row() }

  /// Types a text in place of the one that is there.
  public func type(_ text: String) throws {
    let control = try control([.text, .multiline], "be typed into")
    try edit(.text(text), "type \"\(control.isSecure ? "••••••" : text)\" into \(label)")
  }

  /// Empties a text.
  public func clear() throws {
    _ = try control([.text, .multiline], "be cleared")
    try edit(.text(""), "clear \(label)")
  }

  /// Chooses a segment or an option by its title.
  public func choose(_ title: String) throws { try choose(Locator(title)) }

  /// Chooses a segment or an option, counted from 1.
  public func choose(number: Int) throws { try choose(Locator(index: number)) }

  private func choose(_ locator: Locator) throws {
    let control = try control([.segment, .picker], "be chosen from")
    var matches = TextMatches<Int>(locator.text)
    for (index, option) in control.options.enumerated() { matches.add(index, named: option) }
    let failure = LocatorFailure(locator, "option", in: "in \(label)", target.driver.screen)
    let index = try failure.one(of: matches.best, all: control.options) {
      "option \($0 + 1) \"\(control.options[$0])\""
    }
    try edit(.option(index), "choose \"\(control.options[index])\" of \(label)")
  }

  /// Drags a slider.
  public func slide(_ number: Double) throws {
    _ = try control([.slider], "be slid")
    try edit(.value(.double(number)), "slide \(label) to \(NumberText.text(of: number))")
  }

  /// Presses a stepper, downwards when negative.
  public func step(_ count: Int) throws {
    _ = try control([.stepper], "be stepped")
    try edit(.steps(count), "step \(label) by \(count)")
  }

  /// Turns a date control to a moment.
  public func pick(_ date: DateValue) throws {
    _ = try control([.date], "be picked")
    try edit(.value(.date(date)), "pick \(ISO8601.text(of: date) ?? "a date") in \(label)")
  }

  /// Gives the control a value as the screen shows it: the text of a text, the number of a slider or stepper, a date
  /// (or its ISO text), a Bool, and for a choice its title or its index from 0.
  public func set(_ value: Value) throws {
    let control = try control(Set(Control.Kind.allCases), "be set")
    switch (control.kind, value) {
    case (.text, _), (.multiline, _): try type(target.driver.runtime.evaluator.text(value) ?? "")
    case (.segment, .int(let index)), (.picker, .int(let index)): try choose(number: min(index, .max - 1) + 1)
    case (.segment, _), (.picker, _): try choose(target.driver.runtime.evaluator.text(value) ?? "")
    case (.date, .string(let text)):
      guard let date = ISO8601.parse(text) else {
        throw Diagnostic(
          "cell.value", "\"\(text)\" is no date", hint: "for instance 2020-01-31 or 2020-01-31T12:00:00Z")
      }
      try pick(date)
    case (.date, .date(let date)): try pick(date)
    case (.slider, .int), (.slider, .double), (.stepper, .int), (.stepper, .double), (.switch, .bool):
      try edit(.value(value), "set \(label) to \(value.scalarText ?? "")")
    case (.slider, _), (.stepper, _): throw wrong(value, "a number", control)
    case (.switch, _): throw wrong(value, "true or false", control)
    case (.date, _): throw wrong(value, "a date", control)
    }
  }

  // MARK: What is possible

  private var label: String { "\"\(target.name)\"" }

  private func edit(_ edit: Action.Edit, _ text: String) throws { try target.perform(text) { .edit($0, edit) } }

  private func wrong(_ value: Value, _ expected: String, _ control: Control) -> Diagnostic {
    let text = value.scalarText.map { "\"\($0)\"" } ?? "a \(value.typeName)"
    return Diagnostic("cell.value", "\(label) is a \(control.kind.rawValue): it takes \(expected), not \(text)")
  }

  /// The cell's control, if it is one of these kinds and can be changed now.
  private func control(_ kinds: Set<Control.Kind>, _ verb: String) throws -> Control {
    let row = try target.row()
    let screen = target.driver.screen
    try target.driver.checkUncovered(screen)
    let isEdited = screen.isEditing ? nil : "the screen is not being edited"
    guard let control = row.control else {
      let reason = isEdited ?? "it has no control"
      throw Diagnostic("action.impossible", "\(label) cannot \(verb): \(reason)", hint: editHint(screen))
    }
    guard kinds.contains(control.kind) else {
      throw Diagnostic(
        "cell.kind", "\(label) cannot \(verb): it is a \(control.kind.rawValue)", hint: Self.hint(control.kind))
    }
    guard control.isEnabled else {
      let reason = isEdited ?? "it is read-only"
      throw Diagnostic("action.impossible", "\(label) cannot \(verb): \(reason)", hint: editHint(screen))
    }
    return control
  }

  private func editHint(_ screen: Screen) -> String? {
    !screen.isEditing && screen.right.contains { $0.title == "Edit" } ? "tap \"Edit\" first" : nil
  }

  private static func hint(_ kind: Control.Kind) -> String {
    switch kind {
    case .text, .multiline: "type a text"
    case .switch: "set it to true or false"
    case .date: "pick a date"
    case .segment, .picker: "choose an option"
    case .slider: "slide to a number"
    case .stepper: "step by a number"
    }
  }
}

extension AppDriver {
  /// The cell that is meant: by its text, else its placeholder, else the path of its control. Where several fit, those
  /// with a control go first.
  ///
  /// - Parameter thing: what messages say is looked for.
  /// - Throws: `locator.none`, `locator.ambiguous`.
  public func cell(_ locator: Locator, as thing: String = "cell") throws -> CellDriver {
    let screen = screen
    let keys: [(Screen.Row) -> String?] = [{ $0.text }, { $0.control?.placeholder }, { $0.path }]
    var matches = keys.map { _ in TextMatches<PlacedRow>(locator.text) }
    eachPage(of: screen) { page in
      for row in page where row.fits(locator) {
        for (level, key) in keys.enumerated() { matches[level].add(row, named: key(row.row)) }
      }
      return matches.allSatisfy { $0.exact.count < locator.index ?? 1 }
    }
    let levels = matches.map(\.exact) + matches.map(\.similar)
    var fitting = levels.first { !$0.isEmpty } ?? []
    if fitting.contains(where: { $0.row.control != nil }) { fitting.removeAll { $0.row.control == nil } }
    if fitting.isEmpty, let number = locator.rowNumber { fitting = row(number: number, on: screen).map { [$0] } ?? [] }
    let row = try LocatorFailure(locator, thing, screen).one(
      of: fitting, all: Self.cellNames(screen), describe: \.description)
    let name = row.row.text ?? row.row.control?.placeholder ?? row.row.path ?? locator.description
    return CellDriver(target: RowDriver(row, name: name.isEmpty ? locator.text ?? name : name, driver: self))
  }

  private static func cellNames(_ screen: Screen) -> [String] {
    screen.sections.flatMap(\.rows).flatMap { [$0.text, $0.control?.placeholder, $0.path].compactMap(\.self) }
  }
}

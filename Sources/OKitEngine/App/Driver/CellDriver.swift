/// A cell that a person has found, to change its value. Only what is enabled can be changed: while the screen is being
/// edited, unless the cell is read-only; date pickers and pickers while their row is selected.
package struct CellDriver {
  package let target: RowDriver

  package static let actions: [DriverAction<CellDriver>] = [
    .init(
      "type", "text: string", "Replaces the text.",
      .init(
        "type", "CELL = text", "types text into a cell, replacing its content; in a grid: type 2, Price = 6",
        example: "type Name = Dune"), .text { try $0.type($1) }),
    .init("clear", "Clears the text.", .init("clear", "CELL", "clears the text of a cell", example: "clear Name")) {
      try $0.clear()
    },
    .init(
      "set", "value: any",
      """
      Sets the value of a switch, slider, stepper, date or text field, or selects an option by title or by index from \
      0; numbers and dates may be texts as a user types them.
      """,
      .init(
        "set", "CELL = value",
        "sets a cell to a value as in the model: for a segment or picker also the index of the option, from 0",
        example: "set Seen = on"), .value { try $0.set($1) }),
    .init("slide", "number: number", "Moves the slider.", nil, .number { try $0.slide($1) }),
    .init(
      "step", "count?: integer", "Taps the stepper; a negative count steps down. The count defaults to 1.", nil,
      .count { try $0.step($1) }),
    .init(
      "pick", "date: okit.DateLike",
      "Selects a date; a text is a date as a user types it, in a form of the locale or of ISO 8601.", nil,
      .date { try $0.pick($1) }),
    .init(
      "choose", "option: string|integer", "Selects an option by title or by number from 1.",
      .init(
        "choose", "CELL = option", "selects a segment or an option of a picker, by its title or its number from 1",
        example: "choose Genre = Novel", several: "use the number in front of the row, or that of the option"),
      .option { try $0.choose($1) }),
  ]

  /// The cell as it is now. - Throws: `row.gone`.
  package func row() throws -> Screen.Row { try target.row() }

  /// The message about the value of the control; nil for a valid one.
  package func error() throws -> String? {
    guard let control = try row().control else {
      throw Diagnostic("action.impossible", "\(label) has no control")
    }
    return control.error
  }

  /// Types a text in place of the one that is there.
  package func type(_ text: String) throws {
    let control = try control(.type, "be typed into")
    if control.isSecure { secrets.add(text) }
    try edit(.text(text), "type \"\(control.isSecure ? "••••••" : text)\" into \(label)")
  }

  /// Empties a text.
  package func clear() throws {
    _ = try control(.type, "be cleared")
    try edit(.text(""), "clear \(label)")
  }

  /// Chooses a segment or an option, by its title or its number from 1.
  package func choose(_ locator: Locator) throws {
    let control = try control(.choose, "be chosen from")
    var matches = TextMatches<Int>(locator.text)
    for (index, option) in control.options.enumerated() { matches.add(index, named: option) }
    let failure = LocatorFailure(locator, "option", in: "in \(label)", target.driver.screen)
    let index = try failure.one(of: matches.best, all: control.options) {
      "option \($0 + 1) \(PrintableText.quoted(control.options[$0]))"
    }
    try edit(.option(index), "choose \"\(control.options[index])\" of \(label)")
  }

  /// Drags a slider.
  package func slide(_ number: Double) throws {
    _ = try control(.slide, "be slid")
    try edit(.value(.double(number)), "slide \(label) to \(NumberText.text(of: number))")
  }

  /// Presses a stepper, downwards when negative.
  package func step(_ count: Int) throws {
    _ = try control(.step, "be stepped")
    try edit(.steps(count), "step \(label) by \(count)")
  }

  /// Turns a date control to a moment, a day, or a date that is typed in a form of the locale or in that of ISO 8601.
  package func pick(_ date: Value) throws {
    _ = try control(.pick, "be picked")
    switch date {
    case .date(let moment): try edit(.value(date), "pick \(ISO8601.text(of: moment) ?? "a date") in \(label)")
    case .day(let day): try edit(.value(date), "pick \(day.text) in \(label)")
    default:
      let text = date.scalarText ?? ""
      try edit(.text(text), "pick \"\(text)\" in \(label)")
    }
  }

  /// Gives the control a value: the text of a text, the number of a slider or stepper, a date, a Bool, and for a choice
  /// its title or its index from 0. Numbers and dates may also be texts as a person types them.
  package func set(_ value: Value) throws {
    let text = target.driver.runtime.evaluator.text(value)
    if try target.row().control?.isSecure == true, let text { secrets.add(text) }
    let control = try control(.set, "be set")
    guard let step = try control.kind.driving.step(SetValue(value, text: text)) else {
      let got = value.scalarText.map { "\"\($0)\"" } ?? (value == .null ? "nil" : "a \(value.typeName)")
      throw secrets.masked(
        Diagnostic(
          "cell.value", "\(label) is a \(control.kind.noun): it takes \(control.kind.driving.accepted), not \(got)"))
    }
    switch step {
    case .type(let text): try type(text)
    case .choose(let title): try choose(Locator(title))
    case .chooseIndex(let index):
      guard control.options.indices.contains(index) else {
        let options = control.options.enumerated().map { "\($0) \(PrintableText.quoted($1))" }.joined(separator: ", ")
        throw Diagnostic("locator.none", "\(label) has no option \(index); available: \(options)")
      }
      try choose(Locator(index: index + 1))
    case .pick(let date): try pick(.date(date))
    case .pickDay(let day): try pick(.day(day))
    case .enter(let text): try edit(.text(text), "set \(label) to \"\(text)\"")
    case .set(let value): try edit(.value(value), "set \(label) to \(value.scalarText ?? "")")
    }
  }

  // MARK: What is possible

  private var label: String { "\"\(target.name)\"" }

  private var secrets: Secrets { target.driver.runtime.store.secrets }

  private func edit(_ edit: ScreenAction.Edit, _ text: String) throws { try target.perform(text) { .edit($0, edit) } }

  /// The cell's control, if its kind knows the gesture and it can be changed now.
  private func control(_ gesture: ControlGesture, _ verb: String) throws -> Control {
    let row = try target.row()
    let screen = target.driver.screen
    try target.driver.checkUncovered(screen)
    let obstacle = screen.isEditing ? nil : "the screen is not being edited"
    guard let control = row.control else {
      let owners = otherRows(with: gesture, verb, on: screen)
      let isHidden = owners == nil && obstacle != nil && hasControlInEditMode
      let reason = (isHidden ? obstacle : nil) ?? "it has no control"
      throw Diagnostic(
        "action.impossible", "\(label) cannot \(verb): \(reason)", hint: isHidden ? editHint(screen) : owners)
    }
    let kind = control.kind
    guard kind.driving.gestures.contains(gesture) else {
      let hints = [kind.driving.usage, otherRows(with: gesture, verb, on: screen)].compactMap(\.self)
      throw Diagnostic(
        "cell.kind", "\(label) cannot \(verb): it is a \(kind.noun)", hint: hints.joined(separator: "; "))
    }
    guard control.isEnabled else {
      if obstacle == nil, kind.driving.needsSelection, !row.isSelected {
        throw Diagnostic(
          "action.impossible", "\(label) cannot \(verb): its row is not selected", hint: ControlDriving.selectionHint)
      }
      let reason = obstacle ?? reason(forDisabled: row)
      throw Diagnostic("action.impossible", "\(label) cannot \(verb): \(reason)", hint: editHint(screen))
    }
    return control
  }

  /// Whether the cell is one that can show its control in edit mode only.
  private var hasControlInEditMode: Bool {
    target.driver.top?.boundProperties(of: target.id)
      .contains { $0.component.descriptor.isKind(of: .editCell) } ?? false
  }

  /// The rows nearest to this one that have a control for the gesture, as a hint; nil when there is none.
  private func otherRows(with gesture: ControlGesture, _ verb: String, on screen: Screen) -> String? {
    let rows = screen.sections.flatMap(\.rows)
    guard let own = rows.firstIndex(where: { $0.id == target.id }) else { return nil }
    let first = (screen.window?.from ?? 0) + 1
    let others = rows.indices.filter { rows[$0].control?.kind.driving.gestures.contains(gesture) == true }
      .sorted { (abs($0 - own), $1) < (abs($1 - own), $0) }.prefix(3).sorted()
    guard !others.isEmpty else { return nil }
    let names = others.map { index in
      "row \(first + index)" + (rows[index].cellName.map { " " + PrintableText.quoted($0) } ?? "")
    }
    return "\(names.joined(separator: ", ")) can \(verb)"
  }

  /// The reason why a control cannot be operated in edit mode.
  private func reason(forDisabled row: Screen.Row) -> String {
    guard row.isEnabled else { return "its enabledPath is false" }
    guard let missing = target.driver.top?.fields?.cell(of: row.id)?.missingTarget else {
      return "it is read-only"
    }
    return "it has no target: \(missing)"
  }

  /// The way into edit mode; nil in edit mode, and where there is no button for it.
  private func editHint(_ screen: Screen) -> String? {
    screen.right.first { $0.role == .edit }.map { "tap \"\($0.title)\" first" }
  }
}

extension AppDriver {
  /// The cell that is meant: by its text, else its placeholder, else the path of its control. Where several fit, those
  /// with a control go first, of these the field that adds entities.
  ///
  /// - Parameter thing: The kind of element that messages name.
  /// - Throws: `locator.none`, `locator.ambiguous`.
  package func cell(_ locator: Locator, as thing: String = "cell") throws -> CellDriver {
    let screen = screen
    if screen.kind == .grid, thing == "cell", screen.dialogName == nil {
      throw Diagnostic(
        "locator.form", "cells of the grid \"\(screen.name)\" are named by row and column, not by \(locator) alone",
        hint: screen.hintForCells,
        notes: [.screen(of: screen)])
    }
    let keys: [(Screen.Row) -> String?] = [{ $0.text }, { $0.control?.placeholder }, { $0.path }]
    var matches = keys.map { _ in TextMatches<PlacedRow>(locator.text) }
    let numbered = numberedRow(locator, on: screen)
    if numbered == nil {
      eachPage(of: screen) { page in
        for row in page where row.fits(locator) {
          for (level, key) in keys.enumerated() { matches[level].add(row, named: key(row.row)) }
        }
        return matches.allSatisfy { $0.exact.count < locator.index ?? 1 }
      }
    }
    let levels = matches.map(\.exact) + matches.map(\.similar)
    var fitting = numbered.map { [$0] } ?? levels.first { !$0.isEmpty } ?? []
    if fitting.contains(where: { $0.row.control != nil }) { fitting.removeAll { $0.row.control == nil } }
    // The field that adds rows takes precedence over their fields for the same property.
    if locator.index == nil, fitting.contains(where: \.row.id.adds) { fitting.removeAll { !$0.row.id.adds } }
    var failure = LocatorFailure(
      locator, thing, screen, hint: locator.text.flatMap { Self.owner(of: $0, on: screen) })
    if fitting.allSatisfy(\.row.id.adds) { failure.hintForSeveral = Locator.hintForSections }
    let row = try explaining(locator) {
      try failure.one(
        of: fitting, all: Self.allCellNames(screen) + rowTexts(like: locator, on: screen), describe: \.description)
    }
    let name = row.row.cellName ?? locator.text ?? locator.description
    return CellDriver(target: RowDriver(row, name: name, driver: self))
  }

  /// The cell whose control offers or shows a text, for the message that no cell has this name.
  private static func owner(of text: String, on screen: Screen) -> String? {
    let matches = TextMatches<Void>(text)
    for row in screen.sections.lazy.flatMap(\.rows) {
      guard let control = row.control, !control.isSecure, let name = row.cellName else { continue }
      if control.options.contains(where: matches.fits) { return "it is an option of \(PrintableText.quoted(name))" }
      if matches.fits(control.text ?? control.value.scalarText) {
        return "it is the content of \(PrintableText.quoted(name))"
      }
    }
    return nil
  }

  private static func allCellNames(_ screen: Screen) -> [String] {
    screen.sections.flatMap(\.rows).flatMap { [$0.text, $0.control?.placeholder, $0.path].compactMap(\.self) }
  }
}

extension Screen.Row {
  /// The name by which the cell is found: its text, placeholder or path.
  var cellName: String? {
    [text, control?.placeholder, path].compactMap(\.self).first { !$0.isEmpty }
  }
}

/// The fields of a detail controller: which one is edited, and which ones have input that is not written.
///
/// One field at a time is edited. Its editing ends when another field or row is used, with a key of the keyboard, when edit mode or
/// the screen is left, and when the application goes to the background. A tap on a button of a bar does not end it.
package final class FieldEditor {
  unowned let controller: DetailController
  /// The number of the cell that is edited.
  private(set) var active: Int?
  /// The numbers of the cells with input.
  private var changed: Set<Int> = []
  /// Whether the controller is a form, whose fields hold their input by default.
  let isForm: Bool

  init(_ controller: DetailController) {
    self.controller = controller
    isForm = controller.definition.descriptor.isKind(of: .form)
  }

  private var graph: DependencyGraph { controller.store.graph }

  /// The cell with a number, if it edits something.
  func cell(_ number: Int) -> EditCell? { controller.place(of: number)?.cell as? EditCell }

  /// Whether a field has input that is not written, or a message.
  var hasInput: Bool { !changed.isEmpty }

  /// The cells with input, in order.
  private var changedCells: [EditCell] { changed.sorted().compactMap(cell) }

  func inputChanged(of cell: EditCell) {
    guard case .cell(let number) = cell.id else { return }
    if cell.input == nil { changed.remove(number) } else { changed.insert(number) }
  }

  // MARK: Editing

  /// Begins to edit a field; the editing of another one ends.
  func begin(_ number: Int) throws {
    guard active != number else { return }
    try endEditing()
    activate(number)
  }

  /// Ends the editing of the field that is edited.
  func endEditing() throws {
    guard let active else { return }
    try cell(active)?.endEditing()
    activate(nil)
  }

  /// Ends the editing of all fields.
  func endAll() throws {
    try endEditing()
    for cell in changedCells where cell.input?.entered != nil { try cell.acceptInput() }
  }

  /// Moves the focus. The rows of both fields show it.
  func activate(_ number: Int?) {
    guard active != number else { return }
    let before = active
    active = number
    for number in [before, number] { number.flatMap(cell)?.becomeStale() }
    graph.noteChange()
  }

  /// Follows a tap on a row: the editing of another field ends, and that of a tapped text field begins.
  func tap(_ place: DetailController.Place) throws {
    guard active != place.number else { return }
    try endEditing()
    if isField(place), let cell = place.cell as? EditCell, showsKeyboard(for: cell) { activate(place.number) }
  }

  // MARK: Leaving

  /// Returns whether the screen can be left: no field has input that is not valid. Otherwise asks whether to discard it.
  func mayLeave(_ leave: @escaping () throws -> Void) throws -> Bool {
    try endAll()
    let invalid = changedCells.filter { $0.input?.entered != nil }
    guard !invalid.isEmpty else { return true }
    showInvalid(
      invalid.compactMap { $0.input?.error },
      buttons: [
        .init(controller.localized("Discard"), style: .destructive) { [weak self] _ in
          self?.dropInput()
          try leave()
        },
        .init(controller.localized("Cancel"), style: .cancel),
      ])
    return false
  }

  /// Forgets what was entered.
  func dropInput() {
    for cell in changedCells { cell.setInput(nil) }
    activate(nil)
  }

  /// Writes what is valid before a script closes the screen; reports what is lost.
  func close() {
    guard hasInput else { return }
    let cells = changedCells.filter { cell in cell.effectiveContext.map(controller.store.exists) ?? false }
    for cell in cells where cell.input?.entered != nil {
      do { try controller.store.transaction { try cell.acceptInput() } } catch {
        controller.services.report(error.asDiagnostic)
      }
    }
    discard(cells)
  }

  /// Reports the input of cells that is not valid and is lost.
  func discard(_ sections: [DetailSection]) {
    discard(
      changed.sorted().compactMap { number in
        sections.lazy.flatMap(\.cells).first { $0.id == .cell(number) } as? EditCell
      })
    (active, changed) = (nil, [])
  }

  private func discard(_ cells: [EditCell]) {
    let lost = cells.filter { $0.input?.entered != nil }.map { PrintableText.quoted($0.fieldLabel) }
    guard !lost.isEmpty else { return }
    controller.services.report(
      Diagnostic(
        "form.discarded",
        "\"\(controller.name)\" was left with input that is not valid, which is lost: "
          + lost.prefix(5).joined(separator: ", ") + (lost.count > 5 ? " and \(lost.count - 5) more" : ""),
        severity: .warning, place: controller.definition.place,
        hint: "call form:validate() before, or form:refreshDisplay(false) to drop the input"))
  }

  // MARK: Restoring

  /// The input of a field in a form that outlives the controller.
  package struct RestorableInput: Sendable, Hashable {
    var cell: CellIdentity
    var input: FieldInput
  }

  /// The input that is not written, with the numbers of the cells.
  var inputs: [(cell: Int, input: FieldInput)] {
    changed.sorted().compactMap { number in cell(number)?.input.map { (number, $0) } }
  }
}

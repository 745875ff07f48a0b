/// The fields of a controller: which one is edited, and which ones have input that is not written.
///
/// One field at a time is edited. The editing of a text ends when another field or row is used, with a key of the
/// keyboard, when edit mode or the screen is left, and when the application goes to the background; that of a choice
/// ends at once. A tap on a button of a bar does not end it.
package final class FieldEditor {
  let controller: any FieldController
  /// The number of the cell that is edited.
  private(set) var active: Int?
  /// Whether no field was edited since edit mode began, so that the first text field has the focus.
  private(set) var isUntouched = true
  /// The numbers of the cells with input.
  private var changed: Set<Int> = [] { didSet { controller.hasInput = !changed.isEmpty } }
  /// What setters of the script write that have not ended: they may wait, and the screen may be left meanwhile.
  private var running: [Int: (cell: EditCell, argument: Value)] = [:]
  private var lastRun = 0
  /// Whether all fields are valid; nil until a binding asks.
  var madeValidity: FieldValidity?
  /// Whether the input of the fields is being written, all of it or nothing.
  var isSubmitting = false
  /// Whether the controller is a form or a grid, whose fields hold their input by default.
  let isForm: Bool

  init(_ controller: any FieldController) {
    self.controller = controller
    isForm = [.form, .grid].contains(where: controller.definition.descriptor.isKind)
  }

  private var graph: DependencyGraph { controller.store.graph }

  /// The cell with a number, if it edits something.
  func cell(_ number: Int) -> EditCell? { controller.place(of: number)?.cell as? EditCell }

  func cell(of id: RowID) -> EditCell? { controller.number(of: id).flatMap(cell) }

  /// Whether a field has input that is not written.
  var holdsInput: Bool { changedCells.contains { $0.input?.entered != nil } }

  /// Whether a field has input that is not written, or a message.
  var hasInput: Bool { !changed.isEmpty }

  /// The numbers of the field that is edited, and of those with input.
  var editedNumbers: Set<Int> { active.map { changed.union([$0]) } ?? changed }

  /// The cells with input, in order.
  var changedCells: [EditCell] { changed.sorted().compactMap(cell) }

  /// The fields whose input is not written, in order, and whether a person can still change it.
  private var heldFields: [(cell: EditCell, isEditable: Bool)] {
    changed.sorted().compactMap { number in
      guard let place = controller.place(of: number), let cell = place.cell as? EditCell, cell.input?.entered != nil
      else { return nil }
      return (cell, controller.isShown(place.section) && isEditable(cell))
    }
  }

  /// Whether a person can change the value of a field of a section that is shown. Input whose target is gone counts,
  /// too: it would have nowhere to go.
  func isEditable(_ cell: EditCell) -> Bool {
    if isAskingForValidity, cell.followsValidity { return false }
    guard cell.isEnabled, !cell.isReadOnly, cell.hasTarget || cell.input?.entered != nil else { return false }
    let (isEditing, isSelected) = (controller.isEditing(cell), cell.isRowSelected)
    // The row may read `valid()`, which asks for this.
    guard graph.isTracking else { return cell.row(editing: isEditing, isSelected: isSelected)?.control != nil }
    return cell.isVisible(editing: isEditing) && cell.control(editing: isEditing, isSelected: isSelected) != nil
  }

  func inputChanged(of cell: EditCell) {
    guard let number = controller.number(of: cell.id) else { return }
    if cell.input == nil { changed.remove(number) } else { changed.insert(number) }
    madeValidity?.inputChanged()
  }

  // MARK: Editing

  /// Whether the screen has not been left: nobody edits a field of one that has.
  var isOpen: Bool { controller.services.isOpen(controller) }

  /// Begins to edit a field; the editing of another one ends, whose function may leave the screen.
  func begin(_ number: Int) throws {
    guard active != number else { return }
    try endEditing()
    if isOpen { activate(number) }
  }

  /// Ends the editing of the field that is edited.
  func endEditing() throws {
    guard let active else { return }
    let cell = cell(active)
    try cell?.acceptInput()
    finish(cell)
  }

  /// Ends the editing of a field whose input was written or is not valid.
  func finish(_ cell: EditCell?) {
    // Before the function of the field, which may end the editing itself, or close the screen.
    activate(nil)
    cell?.runEnd(EditCell.fieldKeys.onEndEdit)
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
    before.flatMap(cell)?.liveEdit = nil
    (active, isUntouched) = (number, false)
    for number in [before, number] { number.flatMap(cell)?.becomeStale() }
    graph.noteChange()
  }

  /// Gives the focus back to the field that had it, as before a reload.
  func restoreFocus(_ number: Int?, isUntouched: Bool) {
    activate(number)
    self.isUntouched = isUntouched
  }

  /// Gives the focus to the first text field, because edit mode has begun.
  func beginEditMode() {
    isUntouched = active == nil
    graph.noteChange()
  }

  /// Runs after a tap on a row: the editing of another field ends, and that of a tapped text field begins.
  func tap(_ place: DetailController.Place) throws {
    guard active != place.number else { return }
    try endEditing()
    if isOpen, isField(place) { activate(place.number) }
  }

  // MARK: Setters that wait

  /// Whether a setter of the script has not ended.
  var isWriting: Bool { !running.isEmpty }

  /// Runs a setter of the script. The input of one that has waited and failed is in its field again; if the screen was
  /// left, it is lost, which is reported.
  ///
  /// - Parameter start: Starts the setter, and passes on how it has ended.
  func write(
    _ argument: Value, of cell: EditCell, _ start: (_ ended: @escaping (Result<Value, Diagnostic>) -> Void) -> Void
  ) {
    lastRun += 1
    let run = lastRun
    var hasWaited = false
    running[run] = (cell, argument)
    start { [weak self] result in
      guard let self, running.removeValue(forKey: run) != nil, hasWaited, case .failure = result else { return }
      let input = FieldInput(entered: argument)
      if isOpen {
        if cell.input == nil, cell.keepsInput { cell.setInput(input) }
      } else {
        report(HeldInput(of: cell, input))
      }
    }
    hasWaited = true
  }

  /// Reports what setters write that will never end.
  func reportWriting() {
    for run in running.sorted(by: { $0.key < $1.key }) {
      report(HeldInput(of: run.value.cell, FieldInput(entered: run.value.argument)))
    }
  }

  private func report(_ held: HeldInput?) {
    guard let held else { return }
    controller.services.report(
      Diagnostic(
        "form.discarded", "\"\(controller.name)\" was left with input in \(held.description)", severity: .warning,
        place: controller.definition.place))
  }

  // MARK: Leaving

  /// Forgets input that is not valid and whose property something else has written. That of rows that are gone does not
  /// count any more.
  func dropOverwrittenInput() {
    guard hasInput, !isSubmitting else { return }
    let cells = changedCells
    madeValidity?.update(cells.count)
    for cell in cells {
      do { try cell.dropOverwrittenInput() } catch { controller.services.report(error.asDiagnostic) }
    }
  }

  /// Returns whether the screen can be left: no field has input that is not valid and that a person can correct.
  /// Otherwise asks whether to discard it.
  func mayLeave(_ leave: @escaping () throws -> Void) throws -> Bool {
    dropOverwrittenInput()
    try endAll()
    // A function of a field has left the screen, and the input that was not valid is lost already.
    guard isOpen else { return true }
    let invalid = heldFields.filter(\.isEditable).map(\.cell)
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

  /// Whether a field is edited, or has input or a message.
  var isInUse: Bool { hasInput || active != nil }

  /// Writes what is valid when a script closes the screen, and ends the editing; reports what is lost.
  ///
  /// A function of a field may close its own screen. What is being written at this moment is left to the call that
  /// writes it, and to the end of the turn, which calls this again.
  func close() {
    guard isInUse, !isSubmitting else { return }
    dropOverwrittenInput()
    let cells = changedCells.filter(isThere)
    for cell in cells where cell.input?.entered != nil && !cell.isBusy {
      do { try controller.store.transaction { try cell.acceptInput() } } catch {
        controller.services.report(error.asDiagnostic)
      }
    }
    if let cell = active.flatMap(cell), isThere(cell), !cell.isBusy { finish(cell) }
    let lost = cells.filter { $0.input?.entered != nil && !$0.isBusy }
    report(lost, .left)
    for cell in lost { cell.dropInput() }
  }

  /// Whether the entity of a cell exists: what was entered for one that is gone goes with it.
  private func isThere(_ cell: EditCell) -> Bool { cell.context.map(controller.store.exists) ?? true }

  /// Drops the input that a submit has left, which is that of fields that are hidden or disabled.
  func dropRest() {
    let rest = heldFields.map(\.cell)
    report(rest, .submitted)
    for cell in rest { cell.dropInput() }
  }

  /// Forgets and reports the input of cells that another context replaces.
  ///
  /// - Parameter cell: Returns the cell with a number.
  func discard(_ cell: (Int) -> Cell?) {
    let cells = changed.sorted().compactMap { cell($0) as? EditCell }
    report(cells.filter { $0.input?.entered != nil && isThere($0) }, .context)
    (active, changed) = (nil, [])
  }

  /// What has happened to a screen with input that is lost.
  enum Loss: String {
    case left = "was left with input that is not valid"
    case submitted = "was submitted with input that is hidden or disabled and not valid"
    case context = "got another context, with input that is not written"
    case restored = "has no field any more for input that is not written"
    case ended = "ends with input that is not written"

    fileprivate var hint: String? {
      switch self {
      case .left, .submitted, .context: "call form:validate() before, or form:refreshDisplay(false) to drop the input"
      case .restored, .ended: nil
      }
    }
  }

  private func report(_ cells: [EditCell], _ loss: Loss) {
    Self.reportLost(
      cells.map(\.fieldLabel), in: controller.name, loss, place: controller.definition.place, controller.services)
  }

  /// Reports the fields of a screen whose input is lost.
  static func reportLost(
    _ labels: [String], in screen: String, _ loss: Loss = .left, place: Diagnostic.Place?,
    _ services: any ControllerServices
  ) {
    guard !labels.isEmpty else { return }
    services.report(
      Diagnostic(
        "form.discarded",
        "\"\(screen)\" \(loss.rawValue), which is lost: " + PrintableText.list(labels.prefix(5))
          + (labels.count > 5 ? " and \(labels.count - 5) more" : ""),
        severity: .warning, place: place, hint: loss.hint))
  }

  // MARK: Restoring

  /// The input of a field in a form that outlives the controller.
  package struct RestorableInput: Sendable, Hashable {
    let cell: CellIdentity
    /// What a person calls the field.
    let label: String
    /// The entity whose field it is.
    let context: EntityAddress?
    let input: FieldInput

    init(of field: EditCell, _ cell: CellIdentity, _ input: FieldInput) {
      (self.cell, self.input, label) = (cell, input, field.fieldLabel)
      context = field.effectiveContext.flatMap(field.services.evaluator.store.address)
    }
  }

  /// The input that is not written, with the numbers of the cells.
  var inputs: [(number: Int, cell: EditCell, input: FieldInput)] {
    let held = changed.sorted().compactMap { number in
      cell(number).flatMap { cell in cell.input.map { (number, cell, $0) } }
    }
    let written = running.sorted { $0.key < $1.key }.compactMap { run -> (Int, EditCell, FieldInput)? in
      guard let number = controller.number(of: run.value.cell.id), !changed.contains(number) else { return nil }
      return (number, run.value.cell, FieldInput(entered: run.value.argument))
    }
    return held + written
  }

  /// Has input again that was entered in another runtime. Input of a field that is not there any more, or that belongs
  /// to another entity now, is lost, which is reported.
  ///
  /// - Parameter numbers: The numbers of the cells.
  func restore(_ inputs: [RestorableInput], _ numbers: [CellIdentity: Int]) {
    var lost: [String] = []
    for restored in inputs {
      if let cell = numbers[restored.cell].flatMap(cell),
        cell.effectiveContext.flatMap(controller.store.address)?.id == restored.context?.id
      {
        cell.setInput(restored.input)
      } else if restored.input.entered != nil {
        lost.append(restored.label)
      }
    }
    Self.reportLost(lost, in: controller.name, .restored, place: controller.definition.place, controller.services)
  }
}

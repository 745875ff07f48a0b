/// The function of a controller that decides about the height of a row.
extension Cell {
  /// The height that the controller's `heightForCell` returns; nil when the built-in one counts.
  final func givenHeight(editing: Bool, isSelected: Bool) -> Double? {
    guard !isMeasuring, controller.overrides(.heightForCell) else { return nil }
    let arguments = [.handle(handle), context.map(Value.entity) ?? .null]
    let state = (editing ? 1 : 0) + (isSelected ? 2 : 0)
    let height = controllerFunctions.value(.heightForCell, arguments, state: state) { [weak self] run in
      self?.isMeasuring = true
      defer { self?.isMeasuring = false }
      return run()
    }
    // Negative numbers stand for the height that the content needs.
    return height?.double.flatMap { $0 < 0 ? nil : $0 }
  }
}

extension Controller {
  /// The built-in `heightForCell(cell)`.
  func heightOfCell(_ arguments: [Value]) throws -> Value {
    guard case .handle(let handle)? = arguments.first, let cell = services.cells[handle], cell.controller === self
    else {
      throw Diagnostic(
        "controller.argument",
        "heightForCell needs a cell of the controller, got \(store.summary(arguments.first ?? .null))")
    }
    return cell.builtInHeight(editing: cell.isRowEditing, isSelected: cell.isRowSelected).map(Value.double) ?? .null
  }
}

/// The functions that a script overrides to follow edit mode and the selected row.
extension Controller {
  static let editingFunctions: [OverridableFunction] = [.setEditing, .updateEdit, .updateSelection, .clearSelection]

  /// Begins in edit mode if asked to, or if the controller that opens it is in edit mode and `editInherit` says so.
  final func begin(editing: Bool, after previous: Controller?) {
    guard editing || (previous?.isEditing == true && properties[Self.keys.editInherit]) else { return }
    // A function of the script can only run when the controller is on the screen.
    beginsEditing = overrides(.setEditing) || overrides(.updateEdit)
    if !beginsEditing { setEditing(true) }
  }

  /// Switches to edit mode after `setup`, if the controller was opened in it.
  final func beginEditing() throws {
    guard beginsEditing else { return }
    beginsEditing = false
    try runFunction(.setEditing, [.bool(true)])
  }

  /// The built-in `setEditing(on)`.
  package final func changeEditing(to isOn: Bool) throws {
    guard isOn != isEditingChosen else { return }
    setEditing(isOn)
    try runFunction(.clearSelection)
    try runFunction(.updateEdit)
  }

  /// Runs a built-in function of this file; nil for any other function.
  final func inheritedOfEditing(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value? {
    switch function {
    case .onEditTap: try runFunction(.setEditing, [.bool(!isEditing)])
    case .setEditing:
      guard case .bool(let isOn)? = arguments.first else {
        throw Diagnostic(
          "controller.argument",
          "setEditing needs true or false, got \(store.summary(arguments.first ?? .null))")
      }
      try changeEditing(to: isOn)
    case .clearSelection:
      deselect()
      try runFunction(.updateSelection)
    default: return nil
    }
    return .null
  }
}

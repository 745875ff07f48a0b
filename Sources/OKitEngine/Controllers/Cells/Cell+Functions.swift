/// The functions of cells that scripts override.
extension Cell {
  /// The value of a function that the script overrides, for the row in its present mode; nil when the built-in one
  /// counts.
  // Each part of a row asks, and few cells have functions.
  @inline(__always)
  final func overridden(_ function: @autoclosure () -> OverridableFunction) -> Value? {
    hasFunctions ? value(ofOverridden: function()) : nil
  }

  @inline(never)
  private func value(ofOverridden function: OverridableFunction) -> Value? {
    let isEditing = isRowEditing
    return functions.value(function, state: isEditing ? 1 : 0) { [weak self] run in
      self?.inMode(isEditing, run) ?? nil
    }
  }

  /// The text of a function that the script overrides; empty where it returns nil.
  @inline(__always)
  final func text(_ function: @autoclosure () -> OverridableFunction) -> String?? {
    hasFunctions ? text(ofOverridden: function()) : nil
  }

  @inline(never)
  private func text(ofOverridden function: OverridableFunction) -> String?? {
    switch value(ofOverridden: function) {
    case .string(let text)?: .some(text)
    case .some: .some(nil)
    case nil: nil
    }
  }

  private func inMode(_ isEditing: Bool, _ run: () -> Value?) -> Value? {
    let outer = isRowEditing
    isRowEditing = isEditing
    defer { isRowEditing = outer }
    return run()
  }

  /// Replaces the image by that of `updateImageValue`.
  final func setImage(of row: inout Screen.Row) {
    guard let image = overridden(.updateImageValue) else { return }
    RowFields(.map(["image": image])).apply(to: &row, evaluator) { functions.refuse(.updateImageValue, $0, hint: $1) }
  }

  // MARK: update

  /// Runs the script's `update`, in which it assigns fields of the row, and in edit mode `updateEdit` of a cell that
  /// has it.
  final func runUpdates(_ row: inout Screen.Row?) {
    runUpdate(.cellUpdate, &row)
    if isRowEditing, self is EditCell { runUpdate(.cellUpdateEdit, &row) }
  }

  private func runUpdate(_ function: OverridableFunction, _ row: inout Screen.Row?) {
    let isEditing = isRowEditing
    let fields = functions.value(function, state: isEditing ? 1 : 0) { [weak self] run in
      self?.isUpdating = true
      defer { self?.isUpdating = false }
      return self?.inMode(isEditing) { self?.collectingFields(run) }
    }
    guard let fields, var shown = row else { return }
    RowFields(fields).apply(to: &shown, evaluator) { functions.refuse(function, $0, hint: $1) }
    row = shown
  }

  /// Runs a function that assigns fields of the row, and returns these.
  final func collectingFields(_ run: () -> Value?) -> Value? {
    let outer = assignedFields
    assignedFields = [:]
    defer { assignedFields = outer }
    guard run() != nil else { return nil }
    return .map(assignedFields ?? [:])
  }

  /// The names of the fields of a row that a script reads, and assigns in `update` and `configure`.
  package static let fieldNames = RowFields.names

  /// The field of the row with a name: as the function that runs has assigned it, else as the row is; nil for no field.
  package final func field(_ name: String) -> Value? {
    guard Self.fieldNames.contains(name) else { return nil }
    if let value = assignedFields?[name] { return value }
    guard let row = row(editing: isRowEditing, isSelected: isRowSelected) else { return .null }
    return RowFields.values(of: row)[name]
  }

  /// Assigns a field of the row.
  ///
  /// - Throws: `cell.field` outside of `update` and `configure`, and for an unknown field.
  package final func assign(_ name: String, _ value: Value) throws {
    guard Self.fieldNames.contains(name) else {
      throw Diagnostic(
        "cell.field", "a cell has no field \"\(name)\" to assign",
        hint: NearestName.hint(for: name, in: Self.fieldNames))
    }
    guard assignedFields != nil else {
      throw Diagnostic(
        "cell.field", "\(name) can only be assigned in update, updateEdit and configure",
        hint: "a binding such as path shows a value at any time")
    }
    assignedFields?[name] = value
  }

  /// The value of the property with a name; nil when the class has no such property.
  package final func value(ofProperty name: String) -> Value? { properties.value(named: name) }

  // MARK: Built-in functions

  /// The built-in functions of all cells.
  final func inheritedOfRow(_ function: OverridableFunction) -> Value {
    switch function {
    case .updateAccessory: return .string(builtInAccessory(editing: isRowEditing).rawValue)
    case .updateTextValue: return builtInText(editing: isRowEditing).map(Value.string) ?? .null
    case .updateDetailTextValue: return builtInDetail(editing: isRowEditing).map(Value.string) ?? .null
    case .updateImageValue:
      let key = variant(Self.keys.imagePath, Self.keys.editImagePath, editing: isRowEditing)
      return properties[key].map { .image(.named($0)) } ?? .null
    case .updateRibbonColor: return builtInRibbon(editing: isRowEditing).map(Value.string) ?? .null
    default: return .null
    }
  }
}

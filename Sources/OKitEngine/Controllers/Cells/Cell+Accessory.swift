/// The end of a row: an accessory, and a button in the accessory view.
extension Cell {
  /// Whether the cell gives its accessory view a button.
  private func hasButton(editing: Bool) -> Bool {
    let keys = Self.keys
    return isGiven(variant(keys.accessoryView, keys.editingAccessoryView, editing: editing))
      || isGiven(variant(keys.accyText, keys.accyEditText, editing: editing))
      || isGiven(variant(keys.accyIcon, keys.accyEditIcon, editing: editing))
  }

  private func isAccessoryShown(editing: Bool) -> Bool {
    properties[variant(Self.keys.accyShow, Self.keys.accyEditShow, editing: editing)]
  }

  /// Whether the view or button in place of the accessory may be shown.
  func showsButton(editing: Bool) -> Bool { hasButton(editing: editing) && isAccessoryShown(editing: editing) }

  private func isAccessoryEnabled(editing: Bool) -> Bool {
    isEnabled && properties[variant(Self.keys.accyEnabled, Self.keys.accyEditEnabled, editing: editing)]
  }

  /// Whether the cell declares its accessory, which otherwise is the disclosure of a segue.
  func hasAccessoryPath(editing: Bool) -> Bool {
    overridesAccessory || properties.has(variant(Self.keys.accyPath, Self.keys.accyEditPath, editing: editing))
  }

  private var overridesAccessory: Bool {
    hasFunctions && componentClass.override(of: .updateAccessory) != nil
  }

  /// Whether there may be an accessory. With a button, `accyShow` is about the button.
  func showsAccessory(editing: Bool) -> Bool { hasButton(editing: editing) || isAccessoryShown(editing: editing) }

  /// The kind of accessory: that of `accyPath`, unless the button stands in its place, else a disclosure for a segue.
  ///
  /// The disclosure of a segue tells what a tap on the row does, so that it stays beside a button.
  func accessory(editing: Bool) -> Screen.Row.Accessory {
    guard let value = overridden(.updateAccessory) else { return builtInAccessory(editing: editing) }
    return Screen.Row.Accessory(value) ?? .none
  }

  final func builtInAccessory(editing: Bool) -> Screen.Row.Accessory {
    guard properties.has(variant(Self.keys.accyPath, Self.keys.accyEditPath, editing: editing)) else {
      return hasSegue && showsAccessory(editing: editing) ? .disclosure : .none
    }
    guard showsAccessory(editing: editing), button(editing: editing) == nil, label(editing: editing) == nil else {
      return .none
    }
    let key = variant(Self.keys.accyPath, Self.keys.accyEditPath, editing: editing)
    switch properties[key] {
    case .null: return .none
    case let value:
      if let accessory = Screen.Row.Accessory(value) { return accessory }
      report(Screen.Row.Accessory.problem(of: value), of: key)
      return .none
    }
  }

  /// The button with the accessory's text, or with the name of its icon; nil when it is not shown.
  func button(editing: Bool) -> RowButton? { buttonOrLabel(editing: editing).button }

  /// The button, or the label of a view in its place; nil for what is not shown.
  func buttonOrLabel(editing: Bool) -> (button: RowButton?, label: ScreenView?) {
    guard showsButton(editing: editing) else { return (nil, nil) }
    if let view = accessoryView(editing: editing) {
      guard let shown = view.shown else { return (nil, nil) }
      let button = RowButton(shown, isEnabled: isAccessoryEnabled(editing: editing))
      return (button, shown.kind == .label ? shown : nil)
    }
    let keys = Self.keys
    let image = properties[variant(keys.accyIcon, keys.accyEditIcon, editing: editing)]
    let title = properties[variant(keys.accyText, keys.accyEditText, editing: editing)] ?? image
    return (
      title.map { RowButton(title: $0, isEnabled: isAccessoryEnabled(editing: editing), image: image) }, nil
    )
  }

  private func accessoryTap(editing: Bool) -> ComponentKey<ActionProperty> {
    variant(Self.keys.accyTap, Self.keys.accyEditTap, editing: editing)
  }

  func hasAccessoryTap(editing: Bool) -> Bool { properties.has(accessoryTap(editing: editing)) }

  /// Whether an accessory can be tapped, which a button that is hidden leaves only where `accyPath` gives one.
  private func isAccessoryTappable(editing: Bool) -> Bool {
    guard hasButton(editing: editing) else { return isAccessoryShown(editing: editing) }
    return hasAccessoryPath(editing: editing) && accessory(editing: editing) != .none
  }

  /// - Throws: `action.impossible` when nothing is shown that could be tapped, or it is disabled.
  func checkAccessory(editing: Bool) throws {
    guard button(editing: editing) != nil || isAccessoryTappable(editing: editing) else {
      throw impossible("has no accessory")
    }
    try checkEnabled()
    guard isAccessoryEnabled(editing: editing) else { throw impossible("has an accessory that is disabled") }
  }

  /// Taps the accessory or its button.
  ///
  /// - Returns: false when the cell has nothing that runs then, so that its controller may have.
  /// - Throws: as `checkAccessory`.
  package func tapAccessory(editing: Bool) throws -> Bool {
    try checkAccessory(editing: editing)
    if try tapOwnButton(editing: editing) { return true }
    let key = accessoryTap(editing: editing)
    guard let action = properties.given(key) else { return false }
    services.run(action, context: effectiveContext, controller: controller, extra: [], origin: origin(key)) { _ in }
    return true
  }
}

extension Screen.Row.Accessory {
  /// The accessory by its number or name; nil for any other value.
  init?(_ value: Value) {
    let accessory = value.int.flatMap(Self.init(number:)) ?? Self(rawValue: value.scalarText ?? value.typeName)
    guard let accessory else { return nil }
    self = accessory
  }

  /// Returns the problem of a value that is not an accessory; nil for one that is, and for an empty one.
  static func problem(of value: Value) -> Diagnostic? {
    let text = value.scalarText ?? value.typeName
    guard Self(value) == nil, !text.isEmpty else { return nil }
    return Diagnostic(
      "cell.accessory", "unknown accessory \"\(text)\"",
      hint: NearestName.hint(for: text, in: allCases.map(\.rawValue))
        ?? "an accessory is a number from 0 to 4 or its name")
  }
}

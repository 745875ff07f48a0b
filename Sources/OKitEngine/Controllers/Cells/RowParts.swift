/// The parts that the rows of a cell may have, as far as its definition tells. Most cells give few of them, and a row
/// is made without asking for the others.
struct RowParts: OptionSet {
  let rawValue: UInt16

  /// Whether rows can be hidden, other than by their height.
  static let condition = RowParts(rawValue: 1)
  static let height = RowParts(rawValue: 2)
  static let image = RowParts(rawValue: 4)
  static let ribbon = RowParts(rawValue: 8)
  static let accessory = RowParts(rawValue: 16)
  /// A button or a view in place of the accessory.
  static let button = RowParts(rawValue: 32)
  static let accessibility = RowParts(rawValue: 64)
  /// A state or a color.
  static let look = RowParts(rawValue: 128)
  /// Whether the definition gives something for edit mode.
  static let edit = RowParts(rawValue: 256)

  static let all = RowParts(rawValue: 511)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// - Parameter editing: Whether the rows are in edit mode.
  init(_ properties: CompiledProperties, editing: Bool) {
    var parts: RowParts = []
    let keys = Cell.keys
    func isGiven<Result>(_ key: ComponentKey<Result>) -> Bool { properties.isGiven[key.slot] }
    func known<Result>(_ key: ComponentKey<Result>) -> KnownValue { properties.known[key.slot] }
    func variant<Result>(_ display: ComponentKey<Result>, _ edit: ComponentKey<Result>) -> ComponentKey<Result> {
      editing && isGiven(edit) ? edit : display
    }
    func insert(_ part: RowParts, if isThere: Bool) { if isThere { parts.insert(part) } }
    let shows = editing && (isGiven(keys.showEdit) || isGiven(keys.heightEdit)) ? keys.showEdit : keys.showDisplay
    insert(.condition, if: !known(shows).contains([.constant, .on]))
    insert(.condition, if: !known(keys.hiddenPath).contains(.constant) || known(keys.hiddenPath).contains(.on))
    insert(.height, if: !known(variant(keys.heightDisplay, keys.heightEdit)).contains(.null))
    insert(.image, if: !known(variant(keys.imagePath, keys.editImagePath)).contains(.null))
    insert(.ribbon, if: !known(variant(keys.ribbonColor, keys.editRibbonColor)).contains(.null))
    insert(.accessory, if: isGiven(variant(keys.accyPath, keys.accyEditPath)) || isGiven(keys.segue))
    insert(.button, if: isGiven(variant(keys.accessoryView, keys.editingAccessoryView)))
    insert(.button, if: isGiven(variant(keys.accyText, keys.accyEditText)))
    insert(.button, if: isGiven(variant(keys.accyIcon, keys.accyEditIcon)))
    let texts = [keys.accessibility.label, keys.accessibility.hint, keys.accessibility.identifier]
    insert(.accessibility, if: texts.contains { !known($0).contains(.null) })
    insert(.look, if: !known(keys.enabledPath).contains([.constant, .on]) || isGiven(keys.colorPath))
    insert(.edit, if: isGiven(keys.editPath) || isGiven(keys.editDetailPath) || isGiven(keys.editImagePath))
    insert(.edit, if: isGiven(keys.editRibbonColor) || isGiven(keys.accyEditPath) || isGiven(keys.accyEditIcon))
    insert(.edit, if: isGiven(keys.accyEditText) || isGiven(keys.accyEditShow) || isGiven(keys.accyEditEnabled))
    insert(.edit, if: isGiven(keys.editingAccessoryView) || isGiven(keys.showEdit) || isGiven(keys.heightEdit))
    insert(.edit, if: isGiven(keys.heightSelect))
    self = parts
  }
}

/// An action that the definition of a controller declares, whether or not the data ever makes it possible.
package struct DeclaredAction: Sendable, Hashable {
  /// The name of the controller.
  package let screen: String
  package let element: Element
  /// What its element is called: by okit, or by the script in the language of the application; nil for data.
  package let label: String?

  package enum Element: Sendable, Hashable {
    /// A row that shows an entity, of the list or of a section of a detail.
    case row(section: Int?)
    case move(section: Int?)
    case delete(section: Int?)
    case more(section: Int?)
    case quick(section: Int?)
    /// An action of the sheet of More..., by its title.
    case sheetAction(section: Int?)
    /// A static cell, by its number.
    case cell(Int)
    /// A button of a script, by its number among all that the definition gives the bar, from 0.
    case button(BarButtonID.Bar, Int)
    /// What adds an entity.
    case add(section: Int)
    case title, addButton, editButton, search, filter, refresh
  }
}

extension AppDefinition {
  /// Returns the actions that the controllers declare, in the order of the definitions. What a constant switches off is
  /// none, and neither is what every screen of its kind has.
  ///
  /// - Parameter translate: Returns the text for a key in the language of the application.
  package func declaredActions(translate: (String) -> String) -> [DeclaredAction] {
    controllers.filter(\.isScreen).flatMap { controller in
      withoutActuallyEscaping(translate) { DeclaredActions(controller, translate: $0).all }
    }
  }
}

extension AppRuntime {
  /// Returns the number of a button among all that the definition of its controller gives the bar, also hidden ones;
  /// nil for a button of okit.
  package func declaredNumber(of button: BarButtonID, in window: AppWindow) -> Int? {
    guard let top = window.top, let part = top.ownBarProperties(button)?.component else { return nil }
    return top.definition.values.components(DeclaredActions.key(of: button.bar)).firstIndex { $0 === part }
  }
}

/// Finds the actions that a controller declares.
private struct DeclaredActions {
  private let controller: ComponentClass
  private let translate: (String) -> String
  private(set) var all: [DeclaredAction] = []

  init(_ controller: ComponentClass, translate: @escaping (String) -> String) {
    (self.controller, self.translate) = (controller, translate)
    addBars()
    if controller.values[Controller.keys.titleTap] != nil { add(.title) }
    if controller.descriptor.isKind(of: .list) {
      addFlags()
      addRows(of: controller, section: nil)
    }
    addSections()
  }

  static func key(of bar: BarButtonID.Bar) -> ComponentKey<[Component]> {
    switch bar {
    case .left: Controller.keys.left
    case .right: Controller.keys.right
    case .toolbar: Controller.keys.toolbar
    }
  }

  private mutating func add(_ element: DeclaredAction.Element, _ label: String? = nil) {
    all.append(DeclaredAction(screen: controller.name, element: element, label: label))
  }

  /// The text of a constant or of a localized text; nil for a value that depends on data.
  private func text(_ value: PropertyValue?) -> String? {
    guard case .binding(let program)? = value else { return nil }
    let text = program.localizedKey.map(translate) ?? program.constant?.scalarText
    return text?.isEmpty == true ? nil : text
  }

  // MARK: Flags

  /// Whether a condition can be true.
  private func mayHold(_ key: ComponentKey<Bool>, default standard: Bool, in values: PropertyValues) -> Bool {
    guard let value = values[key] else { return standard }
    return value.constant?.flag ?? true
  }

  /// Whether a condition depends on data.
  private func varies(_ key: ComponentKey<Bool>) -> Bool {
    controller.values[key].map { $0.constant == nil } ?? false
  }

  /// Whether the screen can be in edit mode.
  private var canEdit: Bool {
    let (values, keys) = (controller.values, Controller.keys)
    return mayHold(keys.editAlways, default: false, in: values) || mayHold(keys.editInherit, default: false, in: values)
      || mayHold(keys.edit, default: true, in: values) && mayHold(keys.editButton, default: true, in: values)
  }

  private mutating func addFlags() {
    let keys = ListController.listKeys
    if varies(keys.add) { add(.addButton, translate("Add")) }
    if varies(Controller.keys.edit) || varies(Controller.keys.editButton) { add(.editButton, translate("Edit")) }
    if varies(keys.search) { add(.search) }
    if varies(keys.refresh) { add(.refresh) }
    if controller.values[keys.searchFilters] != nil, mayHold(keys.search, default: true, in: controller.values) {
      add(.filter)
    }
  }

  // MARK: Buttons

  private mutating func addBars() {
    for bar in BarButtonID.Bar.allCases {
      for (number, part) in controller.values.components(Self.key(of: bar)).enumerated() {
        if canBeTapped(part) { add(.button(bar, number), title(of: part)) }
      }
    }
  }

  /// Whether a part of a bar is a button, and not a text.
  private func canBeTapped(_ part: Component) -> Bool {
    if part.descriptor.isKind(of: .label) { return false }
    let (button, barButton) = (ComponentDescriptor.buttonKeys, ComponentDescriptor.barButtonKeys)
    let conditions =
      part.descriptor.isBarButton ? [barButton.enabled.slot, barButton.enabledPath.slot] : [button.enabledPath.slot]
    return !conditions.contains { part.values[slot: $0]?.constant?.flag == false }
  }

  private func title(of part: Component) -> String? {
    let values = part.values
    guard part.descriptor.isBarButton else { return text(values[ComponentDescriptor.buttonKeys.titlePath]) }
    let keys = ComponentDescriptor.barButtonKeys
    if values[keys.title] != nil { return text(values[keys.title]) }
    let item = values.text(keys.systemItem).flatMap(SystemItem.init(rawValue:))
    return item.map { translate($0.title) } ?? values.text(keys.image)
  }

  // MARK: Rows

  private mutating func addRows(of list: ComponentClass, section: Int?) {
    let (values, keys, shared) = (list.values, ListController.listKeys, Controller.keys)
    let before = all.count
    let isEditable = mayHold(Controller.tableKeys.editEnabled, default: true, in: values)
    let canSwipe = isEditable && mayHold(shared.edit, default: true, in: controller.values)
    if isEditable, canSwipe || canEdit {
      if mayHold(keys.delete, default: true, in: values), mayHold(keys.deleteEnabled, default: true, in: values) {
        add(.delete(section: section), translate("Delete"))
      }
      if mayHold(keys.more, default: false, in: values), mayHold(keys.moreEnabled, default: true, in: values) {
        add(.more(section: section), translate("More..."))
        if values[keys.moreTap] == nil {
          for title in moreTitles(values) { add(.sheetAction(section: section), title) }
        }
      }
    }
    if isEditable, canEdit, mayHold(keys.reorder, default: false, in: values),
      mayHold(keys.reorderEnabled, default: true, in: values)
    {
      add(.move(section: section), translate("Move"))
    }
    if canSwipe, values[keys.quickName]?.isEmptyText == false || values[keys.quickImage]?.isEmptyText == false {
      add(.quick(section: section), text(values[keys.quickName]) ?? text(values[keys.quickImage]))
    }
    let opens = [keys.segue.slot, Controller.tableKeys.tap.slot, Controller.tableKeys.tapEdit.slot].contains {
      values[slot: $0] != nil
    }
    if all.count > before || opens || values.component(keys.cell).map(doesSomething) == true {
      all.insert(DeclaredAction(screen: controller.name, element: .row(section: section), label: nil), at: before)
    }
    if section != nil ? mayHold(keys.add, default: true, in: values) : values[keys.addField] != nil {
      add(.add(section: section ?? 0))
    }
  }

  /// The titles of the sheet of More... that do not depend on data.
  private func moreTitles(_ values: PropertyValues) -> [String] {
    switch values[ListController.listKeys.moreActions] {
    case .moreActions(let actions)?:
      actions.compactMap { action in
        switch action {
        case .name(let name): text(name)
        case .record(let record): text(record[MoreActionDefinition.keys.name])
        }
      }
    case .list(let names)?: names.compactMap(text)
    case .binding(let program)?: program.partPrograms.compactMap { text($0.map(PropertyValue.binding)) }
    default: []
    }
  }

  // MARK: Sections

  private mutating func addSections() {
    var number = 0
    for (index, section) in controller.sectionDefinitions.enumerated() {
      for cell in section.cells {
        if doesSomething(cell) { add(.cell(number), text(cell.values[slot: Cell.keys.path.slot])) }
        number += 1
      }
      if let list = controller.sectionRows[index] { addRows(of: list, section: index) }
    }
  }

  /// Whether a person can do something with a cell.
  private func doesSomething(_ cell: Component) -> Bool {
    let (values, descriptor) = (cell.values, cell.descriptor)
    if descriptor.isKind(of: .button) { return true }
    guard descriptor.isCell else { return false }
    let keys = Cell.keys
    let actions = [keys.tap.slot, keys.tapEdit.slot, keys.segue.slot, keys.accyTap.slot, keys.accyEditTap.slot]
    if actions.contains(where: { values[slot: $0] != nil }) { return true }
    guard descriptor.isKind(of: .editCell), canEdit else { return false }
    return values[ComponentDescriptor.editKeys.readOnly]?.constant?.flag != true
  }
}

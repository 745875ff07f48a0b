/// Shows a list from which one or several entities are selected (`ModelSelectionTableController`).
///
/// The rows come from `dataPath` in the controller's effective context; what is selected is written to `selectionPath`,
/// which starts where `selectionContextPath` leads from the context that was passed. Its default depends on the
/// controller that led here: the `dataPath` of a list, which selects several, or `.` of a detail, which is one
/// reference.
package final class SelectionController: ListController {
  package override var kind: Screen.Kind { .selection }

  private lazy var selectionComponent = componentOfSelection
  private var pathProperties: BoundProperties?
  private var madeProperties: BoundProperties?

  // MARK: Where the selection lives

  /// The entity from which `selectionPath` starts.
  var selectionContext: EntityID? {
    let properties = pathProperties ?? bind(selectionComponent, modelContext)
    pathProperties = properties
    let key = Self.selectionKeys.selectionContextPath
    return properties.has(key) ? properties[key] : modelContext
  }

  /// The controller's properties in the selection's context.
  private var selectionProperties: BoundProperties {
    let context = selectionContext
    if let madeProperties, madeProperties.context == context { return madeProperties }
    let properties = bind(selectionComponent, context)
    madeProperties = properties
    return properties
  }

  /// The values of the class, with the default of `selectionPath`.
  private var componentOfSelection: Component {
    let key = Self.selectionKeys.selectionPath
    guard component.values[key] == nil, let path = pathOfOpener else { return component }
    var values = PropertyValues(component.descriptor.table)
    values[key] = path
    return Component(definition, values, place: component.place)
  }

  private var pathOfOpener: PropertyValue? {
    switch previous {
    case let list as ListController: return list.component.values[Self.listKeys.dataPath]
    case is DetailController:
      do { return .binding(try evaluator.program(".")) } catch {
        services.report(error.diagnostic("function.failed"))
        return nil
      }
    default: return nil
    }
  }

  private var selectionValue: Value { selectionProperties.value(Self.selectionKeys.selectionPath) }

  /// - Throws: `selection.path`.
  private func selection() throws -> Selection {
    guard selectionProperties.program(Self.selectionKeys.selectionPath) != nil else {
      if selectionProperties.has(Self.selectionKeys.selectionPath) {
        throw evaluator.problem(
          "selection.path", of: origin("selectionPath"), "a function cannot be written",
          hint: "name a property, such as selectionPath = \"author\"")
      }
      throw evaluator.problem(
        "selection.path", of: origin("selectionPath"), "there is no selectionPath to write to",
        hint: "declare it, or open \(name) from a list or a detail")
    }
    return try Selection(selectionValue, evaluator, of: origin("selectionPath"))
  }

  /// Whether an entity with a key is selected. O(log n), where n is the number of selected entities.
  private func isSelected(_ key: String, in selection: Value) -> Bool {
    switch selection {
    case .collection(let collection): store.hasElement(for: key, in: collection)
    default: store.referenceKey(of: selection) == key
    }
  }

  // MARK: Rows

  /// Returns the selected entities, whose rows have check marks.
  override func decorated(_ entities: [EntityID]) -> Set<EntityID> {
    let selection = selectionValue
    return Set(entities.filter { isSelected($0, in: selection) == true })
  }

  override func fillContent(_ screen: inout Screen, window: Range<Int>?) {
    super.fillContent(&screen, window: window)
    screen.hints.refTypeName = properties[Self.selectionKeys.refTypeName]
  }

  override func decorate(_ row: inout Screen.Row) { row.accessory = .checkmark }

  /// Nil for an entity that cannot be selected, because it has no key.
  private func isSelected(_ entity: EntityID, in selection: Value) -> Bool? {
    store.referenceKey(of: .entity(entity)).map { isSelected($0, in: selection) }
  }

  override func perform(_ action: ScreenAction, on screen: Screen) throws {
    guard case .select(let target, let isOn) = action, selectsOnTap else {
      return try super.perform(action, on: screen)
    }
    // Marking a row that has its mark already is nothing that a person would do.
    let row = try row(target, on: screen)
    guard isSelected(row.entity, in: selectionValue) != isOn else { return }
    try runOnRow(.onRowTap, row)
  }

  /// In the edit mode that a person has chosen, rows are edited, not selected.
  private var selectsOnTap: Bool { !isEditingChosen || properties[Self.keys.editAlways] }

  override func tapped(_ row: ListRow) throws {
    guard selectsOnTap else { return try super.tapped(row) }
    guard let key = store.referenceKey(of: .entity(row.entity)) else { return }
    let selection = try selection()
    try toggle(row.entity, key, in: selection) { [weak self] in
      // The function has waited, and the screen was left meanwhile.
      guard let self, !isEnded else { return }
      if !isEditing { selected = row.properties[Self.tableKeys.autoDeselect] ? nil : SelectedRow(row) }
      try runFunction(.updateSelection)
      try runFunction(.onTap, [.entity(row.entity)])
      try finishSelecting { [weak self] in
        guard let self, !isEnded, services.isOpen(self), !closes(after: selection), !isEditing,
          row.properties[Self.listKeys.navEnabled], let segue = segue(of: row)
        else { return }
        try open(segue, row.entity)
      }
    }
  }

  /// Whether a tap closes the screen. An empty text says that it does when one entity is selected.
  private func closes(after selection: Selection) -> Bool {
    if properties.program(Self.selectionKeys.autoClose)?.isEmpty == true { return selection.isSingle }
    return properties[Self.selectionKeys.autoClose]
  }

  /// Runs the functions that follow a change of the selection, then `completion`.
  private func finishSelecting(_ completion: @escaping () throws -> Void = {}) throws {
    try runFunction(.setSelectionData) { [weak self] _ in
      guard let self, !isEnded else { return }
      attempt {
        try runFunction(.refreshState) { [weak self] _ in self?.attempt(completion) }
      }
    }
  }

  private func attempt(_ body: () throws -> Void) { do { try body() } catch { services.fail(error) } }

  /// The built-in `refreshState`: closes the screen as `autoClose` says, or updates it.
  private func refreshState() throws {
    if closes(after: try selection()) { services.close(self) } else { needsUpdate = true }
  }

  // MARK: Selecting

  /// Runs the function that selects or unselects an entity, then `completion`.
  private func toggle(
    _ entity: EntityID, _ key: String, in selection: Selection, completion: @escaping () throws -> Void
  ) throws {
    let isSelected = isSelected(key, in: selectionValue)
    let unselects = properties[Self.selectionKeys.unselect]
    let function: OverridableFunction? =
      switch selection {
      case .single: isSelected ? unselects ? .unselectSingle : nil : .selectSingle
      case .multiple:
        isSelected && properties[Self.selectionKeys.unique] ? unselects ? .unselectMultiple : nil : .selectMultiple
      }
    guard let function else { return try completion() }
    try runFunction(function, function == .unselectSingle ? [] : [.entity(entity)]) { [weak self] _ in
      self?.attempt(completion)
    }
  }

  private func selectSingle(_ entity: EntityID) throws {
    guard let key = store.referenceKey(of: .entity(entity)) else { throw unselectable(entity) }
    try store.transaction { try write(entity, key) }
    try notify(.didSelect, selectionValue)
  }

  private func unselectSingle() throws {
    let selected = selectionValue
    try store.transaction { try write(.null) }
    try notify(.didClearSelection, selected)
  }

  private func selectMultiple(_ entity: EntityID) throws {
    guard let key = store.referenceKey(of: .entity(entity)) else { throw unselectable(entity) }
    let (collection, property) = try several(.selectMultiple)
    try store.transaction {
      let appends = properties[Self.selectionKeys.selectAppend]
      try store.insert(try element(entity, key, of: property), into: collection, at: appends ? nil : 0)
    }
    // A set has its new element at the end.
    let ends = [0, store.count(collection) - 1].compactMap { store.element(collection, $0) }
    try notify(.didSelect, ends.first { store.referenceKey(of: $0) == key } ?? .string(key))
  }

  /// - Parameter entity: nil for all that are selected.
  private func unselectMultiple(_ entity: EntityID?) throws {
    let (collection, _) = try several(.unselectMultiple)
    let isHeard = overrides(.didClearSelection) || previous?.overrides(.didClearSelection) == true
    let selected = isHeard ? try references(to: entity, in: collection) : []
    try store.transaction {
      guard let entity else { return try store.removeAll(collection) }
      guard let key = store.referenceKey(of: .entity(entity)) else { throw unselectable(entity) }
      try store.removeElements(for: key, from: collection)
    }
    for element in selected { try notify(.didClearSelection, element) }
  }

  /// The elements of the selection that refer to an entity; all without one.
  private func references(to entity: EntityID?, in collection: CollectionRef) throws -> [Value] {
    let elements = store.elements(collection)
    guard let entity else { return elements }
    let key = store.referenceKey(of: .entity(entity))
    return elements.filter { element in
      if case .string(let text) = element { text == key } else { store.referenceKey(of: element) == key }
    }
  }

  private func several(_ function: OverridableFunction) throws -> (CollectionRef, Property) {
    if case .multiple(let collection, let property) = try selection() { return (collection, property) }
    throw evaluator.problem("selection.path", of: origin("selectionPath"), "\(function) needs a collection")
  }

  private func unselectable(_ entity: EntityID) -> Diagnostic {
    impossible("\(store.summary(.entity(entity))) cannot be selected: it has no key")
  }

  /// Tells the script which entity was selected or deselected.
  private func notify(_ function: OverridableFunction, _ reference: Value) throws {
    try runFunction(function, [reference])
  }

  /// The built-in `didSelect` and `didClearSelection`: the controller that opened the selection gets the same call.
  private func notifyOpener(_ function: OverridableFunction, _ arguments: [Value]) throws {
    guard let previous, !(previous is SelectionController), services.isOpen(previous) else { return }
    try previous.runFunction(function, arguments)
  }

  /// Selects an entity with a key. A reference knows the class to which it refers, so it gets the entity.
  private func write(_ entity: EntityID, _ key: String) throws {
    let program = selectionProperties.program(Self.selectionKeys.selectionPath)
    let isReference = program.map { evaluator.writesReference($0, selectionContext) } ?? false
    try write(isReference ? .entity(entity) : .string(key))
  }

  private func write(_ value: Value) throws {
    guard let program = selectionProperties.program(Self.selectionKeys.selectionPath) else { return }
    do { try write(value, program) } catch let refused as Diagnostic {
      throw evaluator.located(refused, in: program, of: origin("selectionPath"))
    }
  }

  /// Writes a single selection; a text that may not be nil becomes empty.
  private func write(_ value: Value, _ program: BindingProgram) throws {
    if value.isNull, case .string = selectionValue {
      do { return try store.transaction { try evaluator.set(program, selectionContext, .null) } } catch let refused
        as Diagnostic where refused.code == "model.type"
      { return try evaluator.set(program, selectionContext, .string("")) }
    }
    try evaluator.set(program, selectionContext, value)
  }

  /// The new element for an entity with a key: the entity for a reference to it, its key, or an entity of `refType`
  /// that refers to it.
  ///
  /// - Throws: `model.unknownType`, `selection.refType` when the collection cannot hold the class.
  private func element(_ entity: EntityID, _ key: String, of property: Property) throws -> Value {
    guard let element = property.type.element else { return .string(key) }
    let declared = Selection.referenceType(element, in: store)
    let given = try properties[Self.selectionKeys.refType].map { try store.requireType($0, for: "\(name).refType") }
    if let given, let problem = Selection.problem(ofType: given, in: property, evaluator, of: origin("refType")) {
      throw problem
    }
    guard let declared else { return element.isReference ? .entity(entity) : .string(key) }
    let reference = store.make(given ?? declared)
    try store.set(reference, "refKey", .string(key))
    return .entity(reference)
  }

  /// The built-in `onClearTap`: takes everything out of the selection.
  private func clear() throws {
    try runFunction(try selection().isSingle ? .unselectSingle : .unselectMultiple) { [weak self] _ in
      guard let self, !isEnded else { return }
      attempt { try finishSelecting() }
    }
  }

  // MARK: Bars

  override var builtInLeft: [BarItem] {
    guard properties[Self.selectionKeys.close], services.isPresented(self), handles(.handleClose) else {
      return super.builtInLeft
    }
    return super.builtInLeft + [item(.close, "Close", runs: .onCloseTap)]
  }

  override func addBuiltInRight(to items: inout [BarItem]) {
    if properties[Self.selectionKeys.clear], handles(.handleClear) {
      items.append(item(.clear, "Clear", runs: .onClearTap))
    }
    super.addBuiltInRight(to: &items)
  }

  override var calledByUpdate: [OverridableFunction] { super.calledByUpdate + [.updateSelection] }

  package override func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    func entity() throws -> EntityID { try self.entity(function, arguments, of: "the list") }
    switch function {
    case .selectSingle: try selectSingle(try entity())
    case .unselectSingle: try unselectSingle()
    case .selectMultiple: try selectMultiple(try entity())
    case .unselectMultiple: try unselectMultiple(arguments.first?.isNull ?? true ? nil : try entity())
    case .didSelect, .didClearSelection: try notifyOpener(function, arguments)
    case .update:
      _ = try super.inherited(function, arguments)
      try runFunction(.updateSelection)
    case .onClearTap: try clear()
    case .refreshState: try refreshState()
    default: return try super.inherited(function, arguments)
    }
    return .null
  }
}

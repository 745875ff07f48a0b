/// One row's cell: a component in a context, with its properties bound.
///
/// A cell belongs to the controller that made it, and keeps it. It keeps its row until something that the row shows may
/// have changed.
package class Cell: FunctionOwner {
  /// The identifier of the row of the cell.
  package let id: RowID
  package let component: Component
  // Unchecked where every row passes: no access of these is ever made inside another one.
  /// The context that the controller passed.
  @exclusivity(unchecked) package private(set) final var context: EntityID?
  /// Retained, unless the cell is in the pool.
  @exclusivity(unchecked) private final var owner: Unmanaged<Controller>
  @exclusivity(unchecked) private final var isInPool = false
  private final let hasContextPath: Bool
  /// Whether the script overrides functions of the cell's class.
  final let hasFunctions: Bool
  /// Whether a script gave a value for each property, by slot.
  private final let givenSlots: [Bool]
  /// What rows may have.
  private final let rowParts: (display: RowParts, editing: RowParts)
  private let onStale: () -> Void
  /// The properties in the context that the controller passed, and in the one to which `contextPath` leads.
  @exclusivity(unchecked) private final var passedProperties: BoundProperties
  @exclusivity(unchecked) private final var effectiveProperties: BoundProperties?
  /// The views in the accessory, in display mode and in edit mode.
  @exclusivity(unchecked) final var views = AccessoryViews()
  /// The last rows in display mode and in edit mode.
  // Unchecked because every screen reads them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var shown: (display: Shown?, editing: Shown?) = (nil, nil)
  @exclusivity(unchecked) private var staleCount = 0
  final let link = Backlink<Cell>()
  /// The values of the functions that the script overrides.
  private(set) final lazy var functions = OverriddenFunctions(
    componentClass, services: services, receiver: { [weak self] in self.map { .handle($0.handle) } ?? .null },
    onStale: { [link] in link.owner?.becomeStale() })
  /// The values of functions of the controller that are about the cell.
  private(set) final lazy var controllerFunctions = OverriddenFunctions(
    controller.definition, services: services, receiver: { [controller] in .handle(controller.handle) },
    onStale: { [link] in link.owner?.becomeStale() })
  /// Whether the controller's `heightForCell` runs, which reads the row with its built-in height.
  @exclusivity(unchecked) final var isMeasuring = false
  @exclusivity(unchecked) private var registration: CellTable.Registration?
  /// The state in which the row was read last, or for which a function runs now.
  @exclusivity(unchecked) package internal(set) final var isRowEditing = false
  @exclusivity(unchecked) final var isRowSelected = false
  @exclusivity(unchecked) final var isUpdating = false
  /// The fields that the function which runs now has assigned; nil outside of `update` and `configure`.
  @exclusivity(unchecked) final var assignedFields: [String: Value]?

  /// A row in one of the modes, and whether it was selected. There is no row while it is hidden.
  private struct Shown {
    var isSelected: Bool
    var row: Screen.Row?
  }

  /// - Parameter onStale: called when the row may show something else now; must not read or write models.
  required init(
    _ component: Component, context: EntityID?, id: RowID, controller: Controller, onStale: @escaping () -> Void = {}
  ) {
    (self.component, self.context, self.id) = (component, context, id)
    (owner, self.onStale) = (.passRetained(controller), onStale)
    hasContextPath = component.values[Self.keys.contextPath] != nil
    hasFunctions = component.componentClass.hasFunctions
    givenSlots = component.properties.isGiven
    rowParts = hasFunctions ? (.all, .all) : component.properties.rowParts
    passedProperties = Self.bind(component, context, controller, link)
    link.owner = self
  }

  deinit {
    link.owner = nil
    if !isInPool { owner.release() }
  }

  /// The properties that all cells have.
  static let keys = ComponentDescriptor.cellKeys

  /// The cell of a component, which has to be one of a cell.
  static func make(
    _ component: Component, context: EntityID?, id: RowID, controller: Controller, onStale: @escaping () -> Void = {}
  ) -> Cell {
    let cellClass = if case .cell(let own) = component.descriptor.role { own } else { Cell.self }
    return cellClass.init(component, context: context, id: id, controller: controller, onStale: onStale)
  }

  package final var componentClass: ComponentClass { component.componentClass }

  // Safe: nothing asks a cell in the pool, and before that its controller is retained.
  package final var controller: Controller { owner.takeUnretainedValue() }

  /// What scripts get as the cell.
  package final var handle: RuntimeHandle {
    let registration = registration ?? services.cells.add(self)
    self.registration = registration
    return registration.handle
  }

  // MARK: Reuse

  /// Whether a cell of this class can be reused: `prepareForReuse` knows all that it keeps of a screen.
  class var isReusable: Bool { self == Cell.self }

  /// Forgets all that is of the screen that was left. Only the one reference to the cell may exist.
  func prepareForReuse() {
    (shown, views, effectiveProperties) = ((nil, nil), AccessoryViews(), nil)
    (registration, assignedFields) = (nil, nil)
    (isMeasuring, isRowEditing, isRowSelected, isUpdating) = (false, false, false, false)
    passedProperties.prepareForReuse()
    if !isInPool { owner.release() }
    isInPool = true
  }

  /// Whether nothing else has the properties of the cell, and no function of a script has a part in it.
  final var isUnshared: Bool {
    !hasFunctions && !controller.definition.hasFunctions && isKnownUniquelyReferenced(&passedProperties)
  }

  /// Uses a cell from the pool in another screen of the same class.
  final func use(in context: EntityID?, of controller: Controller) {
    (owner, isInPool, self.context) = (.passRetained(controller), false, context)
    passedProperties.use(in: context, controller: .handle(controller.handle))
  }

  // MARK: Context and properties

  /// One of its properties, for messages.
  func origin(_ property: String) -> Diagnostic.Origin {
    component.origin(property, of: controller.definition)
  }

  func origin<Result>(_ key: ComponentKey<Result>) -> Diagnostic.Origin {
    origin(component.descriptor.table.name(of: key))
  }

  /// Counts the value of a binding that is read for an option or an entered value.
  final func count<Result>(_ value: Value, of key: ComponentKey<Result>, _ program: BindingProgram) {
    services.coverage?.counter(
      of: program, property: component.descriptor.table.name(of: key), of: component, in: controller.definition)?
      .count(value)
  }

  final var services: any ControllerServices { controller.services }
  final var evaluator: Evaluator { controller.evaluator }

  /// The context resolved through the cell's `contextPath`; nil when that leads nowhere.
  package var effectiveContext: EntityID? {
    guard hasContextPath else { return context }
    return passedProperties[Self.keys.contextPath]
  }

  /// Whether the cell has a `contextPath` that leads nowhere now.
  var isNowhere: Bool {
    hasContextPath && effectiveContext == nil
  }

  /// The cell's properties in its effective context.
  // Yielded, because every part of a row asks for them.
  final var properties: BoundProperties {
    @inline(__always)
    _read { if hasContextPath { yield resolvedProperties } else { yield passedProperties } }
  }

  private final var resolvedProperties: BoundProperties {
    let context = effectiveContext
    if let effectiveProperties, effectiveProperties.context == context { return effectiveProperties }
    let properties = Self.bind(component, context, controller, link)
    effectiveProperties = properties
    return properties
  }

  private static func bind(
    _ component: Component, _ context: EntityID?, _ controller: Controller, _ link: Backlink<Cell>
  ) -> BoundProperties {
    BoundProperties(
      component, context: context, controller: .handle(controller.handle), services: controller.services
    ) { link.owner?.becomeStale() }
  }

  /// Forgets the rows that were made last.
  final func becomeStale() {
    shown = (nil, nil)
    staleCount += 1
    onStale()
  }

  /// A value that is made of several properties in the cell's context, kept until something that it read changes.
  final func observe<Result: ObservedResult>(_ read: @escaping () -> Result?) -> Observed<Result> {
    Observed(evaluator, nil, properties.context, read, onStale: { [link] in link.owner?.becomeStale() })
  }

  /// The edit variant of a property when it counts and was given, else the display one.
  final func variant<Result>(
    _ display: ComponentKey<Result>, _ edit: ComponentKey<Result>, editing: Bool
  ) -> ComponentKey<Result> { editing && isGiven(edit) ? edit : display }

  /// Whether a script gave a value for a property.
  final func isGiven<Result>(_ key: ComponentKey<Result>) -> Bool { givenSlots[key.slot] }

  /// The name of the cell in messages.
  var label: String {
    properties[Self.keys.path].flatMap { $0.isEmpty ? nil : $0 } ?? component.mainPath ?? component.componentClass.name
  }

  // MARK: The row

  /// The row of the cell; nil when it is hidden. O(1) until something that the row read changes.
  ///
  /// - Parameters:
  ///   - editing: whether the row is in edit mode.
  ///   - isSelected: whether the row is selected, which opens date and picker cells in edit mode.
  package final func row(editing: Bool, isSelected: Bool) -> Screen.Row? {
    (isRowEditing, isRowSelected) = (editing, isSelected)
    // A function that reads the row depends on all that the row reads.
    if let shown = editing ? shown.editing : shown.display, shown.isSelected == isSelected,
      !evaluator.store.graph.isTracking
    {
      return shown.row
    }
    let before = staleCount
    if let other = editing ? shown.display : shown.editing, other.isSelected == isSelected, isSameInBothModes {
      if editing { shown.editing = other } else { shown.display = other }
      if other.row != nil { services.coverage?.countShown(component, in: controller.definition) }
      return other.row
    }
    var row = makeRow(editing: editing, isSelected: isSelected)
    // `update` reads the fields of the row without those that it assigns.
    if hasFunctions, !isUpdating { runUpdates(&row) }
    // A function has written what the row has just read; the row is not told of it a second time.
    guard staleCount == before else { return row }
    let made = Shown(isSelected: isSelected, row: row)
    if editing { shown.editing = made } else { shown.display = made }
    if row != nil { services.coverage?.countShown(component, in: controller.definition) }
    return row
  }

  /// Whether rows in edit mode are the same as in display mode. Those of a cell with a control are not.
  private var isSameInBothModes: Bool {
    !rowParts.editing.contains(.edit) && type(of: self) == Cell.self && !controller.definition.hasFunctions
      && !evaluator.store.graph.isTracking
  }

  func makeRow(editing: Bool, isSelected: Bool) -> Screen.Row? {
    let (properties, keys, parts) = (properties, Self.keys, editing ? rowParts.editing : rowParts.display)
    if parts.contains(.condition), !isShown(editing: editing) || isHidden { return nil }
    let hasHeight = parts.contains(.height) || isSelected || controller.definition.hasFunctions
    let height = hasHeight ? height(editing: editing, isSelected: isSelected) : nil
    guard height != 0 else { return nil }
    let path = variant(keys.path, keys.editPath, editing: editing)
    let ownText = text(.updateTextValue)
    let builtIn = ownText == nil ? properties.styledText(path) : nil
    let text = ownText ?? builtIn?.text
    let detail = self.text(.updateDetailTextValue) ?? self.detail(beside: text, editing: editing)
    // Most rows have few parts, so that only these are put into the row.
    var row = Screen.Row(
      id: id, path: component.mainPath, text: text, detail: detail, isSelected: isSelected, height: height)
    if parts.contains(.image) { addImage(to: &row, editing: editing) }
    if parts.contains(.ribbon) { row.ribbon = ribbon(editing: editing) }
    if parts.contains(.accessory) { row.accessory = accessory(editing: editing) }
    if parts.contains(.button) { addButton(to: &row, editing: editing) }
    if let control = control(editing: editing, isSelected: isSelected) { row.control = control }
    let textRuns = builtIn?.runs ?? properties.runs(path)
    if !textRuns.isEmpty { row.textRuns = textRuns }
    let detailRuns = properties.runs(variant(keys.detailPath, keys.editDetailPath, editing: editing))
    if !detailRuns.isEmpty { row.detailRuns = detailRuns }
    if parts.contains(.accessibility) { row.set(properties.accessibility(keys.accessibility)) }
    if hasFunctions { setImage(of: &row) }
    if parts.contains(.look) { setConditions(of: &row) }
    return row
  }

  private func addImage(to row: inout Screen.Row, editing: Bool) {
    guard let image = properties.shownImage(variant(Self.keys.imagePath, Self.keys.editImagePath, editing: editing))
    else { return }
    row.image = image.name
    if let info = image.info { row.imageInfo = info }
  }

  private func addButton(to row: inout Screen.Row, editing: Bool) {
    let (button, label) = buttonOrLabel(editing: editing)
    row.button = button
    if let label { row.view = label }
  }

  /// Whether the row is shown in the state in which it was read last.
  final func isVisible(editing: Bool) -> Bool {
    isShown(editing: editing) && !isHidden && height(editing: editing, isSelected: isRowSelected) != 0
  }

  /// Without a declaration for edit mode, a row that is hidden in display mode is hidden in edit mode too.
  private func isShown(editing: Bool) -> Bool {
    let (properties, keys) = (properties, Self.keys)
    let isDeclared = properties.has(keys.showEdit) || properties.has(keys.heightEdit)
    return properties[editing && isDeclared ? keys.showEdit : keys.showDisplay]
  }

  final func builtInText(editing: Bool) -> String? {
    properties[variant(Self.keys.path, Self.keys.editPath, editing: editing)]
  }

  final func builtInDetail(editing: Bool) -> String? {
    let key = variant(Self.keys.detailPath, Self.keys.editDetailPath, editing: editing)
    return properties.has(key) ? properties[key] : valueText
  }

  /// The detail text. A value that is the text of the row, too, is said once.
  private func detail(beside mainText: String?, editing: Bool) -> String? {
    let detail = builtInDetail(editing: editing)
    guard !isGiven(Self.keys.detailPath), !isGiven(Self.keys.editDetailPath), detail != nil, detail == mainText else {
      return detail
    }
    let program = properties.program(variant(Self.keys.path, Self.keys.editPath, editing: editing))
    return program?.constant == nil && program?.localizedKey == nil ? nil : detail
  }

  /// The detail text of a cell that declares none.
  var valueText: String? { nil }

  private func ribbon(editing: Bool) -> String? {
    if let color = overridden(.updateRibbonColor) {
      if case .string(let hex) = color { return hex }
      return nil
    }
    return builtInRibbon(editing: editing)
  }

  final func builtInRibbon(editing: Bool) -> String? {
    let key = variant(Self.keys.ribbonColor, Self.keys.editRibbonColor, editing: editing)
    switch properties.value(key) {
    case .color(let color): return color.hex
    case .null: return nil
    // A constant such as `#112233` is a number to the binding language.
    case let value:
      if let color = value.scalarText.flatMap(ColorValue.init(hex:)) { return color.hex }
      report(Self.ribbonProblem(of: value), of: key)
      return nil
    }
  }

  /// Returns the problem of a value that is not a color; nil for one that is, and for an empty one.
  static func ribbonProblem(of value: Value) -> Diagnostic? {
    guard let text = value.scalarText, !text.isEmpty, ColorValue(hex: text) == nil else { return nil }
    return Diagnostic("cell.ribbon", "\"\(text)\" is not a color", hint: "use #rrggbb")
  }

  /// Reports the problem of a value that was evaluated. That of a constant was reported at the start.
  final func report<Result>(_ problem: Diagnostic?, of key: ComponentKey<Result>) {
    guard let problem, component.values[key]?.constant == nil else { return }
    services.report(evaluator.problem(problem, of: origin(key)))
  }

  // MARK: Height

  /// In points; nil for the height that the content needs, 0 when the row is hidden.
  private func height(editing: Bool, isSelected: Bool) -> Double? {
    givenHeight(editing: editing, isSelected: isSelected) ?? builtInHeight(editing: editing, isSelected: isSelected)
  }

  final func builtInHeight(editing: Bool, isSelected: Bool) -> Double? {
    if editing, isSelected, let height = selectedHeight { return height }
    let height = properties[variant(Self.keys.heightDisplay, Self.keys.heightEdit, editing: editing)]
    // Negative numbers stand for UIKit's automatic dimension.
    return height.flatMap { $0 < 0 ? nil : $0 }
  }

  /// The height of the selected row in edit mode, nil when selecting changes nothing.
  var selectedHeight: Double? { properties[Self.keys.heightSelect] }

  /// Whether the row stays selected after a tap in edit mode because that opens it.
  package final var opens: Bool { selectedHeight != nil }

  // MARK: Functions

  /// - Throws: What the function throws.
  package func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    inheritedOfRow(function)
  }

  package final func inheritedResults(_ function: OverridableFunction, _ arguments: [Value]) throws -> [Value] {
    [try inherited(function, arguments)]
  }

  // MARK: The control

  /// The parts of the row besides its texts; nil for none.
  func control(editing: Bool, isSelected: Bool) -> Control? { nil }

  /// Does to the row's control what a person did.
  ///
  /// - Throws: `action.impossible` when the cell has no control or it cannot be operated now; what writing throws when
  ///   the value does not fit. Nothing has changed then.
  package func edit(_ edit: ScreenAction.Edit, editing: Bool, isSelected: Bool) throws {
    throw impossible("has no control")
  }

  func impossible(_ what: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("action.impossible", "\"\(label)\" \(what)", hint: hint)
  }

  // MARK: Tapping

  /// Performs the action of the cell itself when its row is tapped.
  package func tapAction(editing: Bool) -> PropertyValue? {
    component.values[editing ? Self.keys.tapEdit : Self.keys.tap]
  }

  /// The controller that tapping the row opens.
  package final var segue: Segue? { component.values.segue(Self.keys.segue) }

  final var hasSegue: Bool { isGiven(Self.keys.segue) }
}

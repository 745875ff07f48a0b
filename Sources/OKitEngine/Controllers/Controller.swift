/// A controller on the screen: what all kinds share. Subclasses say which rows there are and what can be done with
/// them.
///
/// A controller belongs to the application that made it and goes with its screen. Its rows, cells and views refer to
/// it, so that a reference to one of them keeps the controller alive: a function of the script may close the screen
/// that calls it. The tree of containers ends these cycles by `end`, when no function of the turn runs any more.
package class Controller: FunctionOwner {
  package let definition: ComponentClass
  /// The context that was passed, else that of the previous controller, else the default model.
  package let modelContext: EntityID?
  /// Where the context comes from.
  final var contextOrigin = ControllerContext.Origin.entity
  /// Whether it keeps its context alive, which may be in no model.
  package var keepsContext: Bool { false }
  package let handle: RuntimeHandle
  package let services: any ControllerServices
  /// The controller that led here.
  package let previous: Controller?
  /// The mode that the edit button has chosen; `editing` is the effective one.
  // Unchecked because every row asks: no access of it is ever made inside another one.
  @exclusivity(unchecked) package internal(set) var isEditingChosen = false {
    didSet { if isEditingChosen != oldValue { editingState.changed() } }
  }
  private let editingState: TrackedState
  /// The definition's values, for reading.
  final let component: Component
  /// The properties in the context that was passed.
  @exclusivity(unchecked) private final var passedProperties: BoundProperties
  private final let hasContextPath: Bool
  /// Whether the definition gives a value by which edit mode may have no end.
  private let mayEditAlways: Bool
  /// Whether the effective context is always the one that was passed.
  private final let hasFixedContext: Bool
  @exclusivity(unchecked) private var ownProperties: BoundProperties?
  /// The number of changes when the context of these was found.
  @exclusivity(unchecked) private var ownPropertiesAt: UInt64 = 0
  /// That of the evaluator, which keeps it.
  private final let graph: Unmanaged<DependencyGraph>
  var ownBars = OwnBars()
  /// The segue that is being opened, for the function `navigate`.
  var openedSegue: Segue?
  /// The values of the functions without arguments that the script overrides.
  private(set) final lazy var functions = OverriddenFunctions(definition, services: services) { [handle] in
    .handle(handle)
  }
  /// The controller as closures have it that do not keep it.
  package final let reference = UnretainedReference<Controller>()
  /// Whether `willClose` has been asked and has not answered.
  final var isAskedToLeave = false
  /// Whether `setup` has run.
  var isSetUp = false
  /// Whether something that the controller shows has changed since `update` ran.
  var needsUpdate = false
  /// The overridden functions that put parts of the screen there, such as `handleEdit`.
  private(set) final lazy var handlers =
    definition.hasFunctions ? definition.descriptor.functions.filter { $0.property != nil && overrides($0) } : []
  /// The value of the property for which such a function ran last, and whether the built-in one did.
  final var handled: [OverridableFunction: (value: Value, isShown: Bool)] = [:]
  /// The rows of a long screen to which the person has scrolled; nil for the first ones.
  final var scrolledRows: Range<Int>?
  /// Whether it switches to edit mode when it appears.
  final var beginsEditing = false
  private var ownTitleView: (view: BoundView, context: EntityID?)?
  /// What keeps the properties for the next controller of the class; nil until the controller has ended.
  private final var pool: ReusePool?
  /// Whether the screen has been left, and the turn in which it was left is over.
  @exclusivity(unchecked) package private(set) final var isEnded = false
  /// The help view, if a script overrides its functions.
  final var ownHelp: ScriptedView?
  /// Whether the person has opened the help.
  final var isHelpOpen = false
  /// Whether a field has input that is not written, or a message.
  final var hasInput = false {
    didSet { if hasInput != oldValue { services.inputChanged(of: self) } }
  }

  required init(
    _ definition: ComponentClass, context: EntityID?, handle: RuntimeHandle, previous: Controller?,
    services: any ControllerServices
  ) {
    self.definition = definition
    self.handle = handle
    self.previous = previous
    self.services = services
    modelContext = context
    let known = services.reusePool.takeProperties(definition)
    known?.use(in: context, controller: .handle(handle))
    component = known?.component ?? Component(definition)
    evaluator = services.evaluator
    editingState = TrackedState(services.evaluator.store.graph)
    graph = .passUnretained(services.evaluator.store.graph)
    passedProperties =
      known
      ?? BoundProperties(component, context: context, controller: .handle(handle), services: services)
    hasContextPath = passedProperties.has(Self.keys.contextPath)
    hasFixedContext = !hasContextPath && !Self.choosesContext
    let editAlways = passedProperties.compiled.known[Self.keys.editAlways.slot]
    mayEditAlways = !editAlways.contains(.constant) || editAlways.contains(.on)
    reference.object = self
  }

  deinit {
    reference.object = nil
    if let pool, isKnownUniquelyReferenced(&passedProperties) { pool.keep(passedProperties, of: definition) }
  }

  package var name: String { definition.name }
  /// The controller on the stack: the one that shows its rows in a section, or itself.
  var shownController: Controller { self }
  package final var componentClass: ComponentClass { definition }
  package var kind: Screen.Kind { .detail }
  package final let evaluator: Evaluator
  package final var store: ModelStore { evaluator.store }

  /// `modelContext` resolved through `contextPath`.
  package var effectiveContext: EntityID? {
    hasContextPath ? passedProperties[Self.keys.contextPath] : modelContext
  }

  /// Whether controllers of the class can choose another context.
  class var choosesContext: Bool { false }

  /// The controller's properties in its effective context.
  // Yielded, because each part of the screen asks for them.
  package final var properties: BoundProperties {
    @inline(__always)
    _read { if hasFixedContext { yield passedProperties } else { yield effectiveProperties } }
  }

  private final var effectiveProperties: BoundProperties {
    let graph = graph._withUnsafeGuaranteedRef { (changes: $0.changeCount, isTracking: $0.isTracking) }
    // The graph does not record whether an entity that was chosen still exists.
    let isKnown = ownPropertiesAt == graph.changes && !graph.isTracking && !Self.choosesContext
    if isKnown, let ownProperties { return ownProperties }
    let context = effectiveContext
    let properties = ownProperties.flatMap { $0.context == context ? $0 : nil } ?? bind(component, context)
    // An evaluation that ends without a result starts again.
    (ownProperties, ownPropertiesAt) = (properties, store.budget.isUnwinding ? .max : graph.changes)
    return properties
  }

  /// One of its properties or functions, for messages.
  final func origin(_ property: String) -> Diagnostic.Origin { definition.origin(property) }

  final func bind(
    _ component: Component, _ context: EntityID?, onStale: @escaping () -> Void = {}
  ) -> BoundProperties {
    guard !isEnded, let known = services.reusePool.take(component) else {
      return BoundProperties(
        component, context: context, controller: .handle(handle), services: services, onStale: onStale)
    }
    known.use(in: context, controller: .handle(handle), onStale: onStale)
    return known
  }

  /// Keeps properties that nothing else has for the next controller that binds their component, after the end.
  final func keep(_ properties: inout BoundProperties?) {
    if let pool, isKnownUniquelyReferenced(&properties), let properties { pool.keep(properties) }
  }

  // MARK: The end

  /// Lets go of the rows, cells and views, after the screen was left. What still refers to them can use them, such as
  /// the answer to a dialog.
  final func end() {
    isEnded = true
    removeContent()
  }

  /// Lets go of the rows, cells and views at the end of a turn. Cells that nothing else has are kept for the next
  /// screen of the class.
  func end(filling pool: ReusePool) {
    self.pool = pool
    var buttons: [BoundProperties?] = ownBars.takeButtons()
    for index in buttons.indices { keep(&buttons[index]) }
    end()
  }

  /// Forgets the rows, cells and views. After the end, none is kept any more.
  func removeContent() {
    (ownTitleView, ownHelp) = (nil, nil)
    ownBars = OwnBars()
  }

  // MARK: The screen

  /// The screen as a person sees it now.
  ///
  /// - Parameter window: which rows a long list shows; nil for the first ones.
  package final func screen(window: Range<Int>? = nil) -> Screen {
    services.coverage?.countShown(definition)
    var screen = Screen(kind: kind, name: name)
    screen.instance = Int(handle.id)
    fillTitles(&screen)
    screen.isEditing = isEditing
    screen.left = buttons(of: .left)
    screen.right = buttons(of: .right)
    screen.toolbar = buttons(of: .toolbar)
    screen.titleView = titleView?.shown
    fillContent(&screen, window: window)
    fillHelp(&screen)
    return screen
  }

  /// Adds search, index, sections, window and gestures.
  func fillContent(_ screen: inout Screen, window: Range<Int>?) {}

  /// Whether an entity is in the rows of the controller.
  func shows(_ entity: EntityID) -> Bool { false }

  /// The label or button in place of the title.
  private var titleView: BoundView? {
    guard let component = component.values.component(Self.keys.titleView) else { return nil }
    let context = effectiveContext
    if let ownTitleView, ownTitleView.context == context { return ownTitleView.view }
    guard let view = BoundView.make(component, context: context, controller: self) else { return nil }
    if !isEnded { ownTitleView = (view, context) }
    return view
  }

  /// Returns the label or button with an identifier: one of a row, of the title, or of a screen without rows.
  func view(at element: ElementID) -> BoundView? {
    switch element {
    case .title: titleView
    case .accessory(.id(let row)): accessoryView(of: row)
    default: nil
    }
  }

  /// The labels and buttons of the screen itself, for explanations.
  var shownViews: [BoundView] { titleView.map { [$0] } ?? [] }

  /// Returns the view in the accessory of a row; nil without one.
  func accessoryView(of row: RowID) -> BoundView? { nil }

  /// The positions of the rows that can have a text, upper or lower case, ascending; nil when only the rows know.
  func positions(ofRowsLike text: String) -> [Int]? { nil }

  /// Whether rows have no names besides their texts, such as that of a button.
  var rowsHaveOnlyTexts: Bool { false }

  /// The position of a row among all rows, also those outside of a screen's window; nil when there is none.
  func position(of row: RowID) -> Int? { nil }

  /// The place of a row, also outside of a screen's window; nil when only the rows before it tell.
  func path(of row: RowID) -> RowPath? { nil }

  /// The title of the column of a grid that a cell is in.
  func columnTitle(of cell: RowID) -> String? { nil }

  /// Whether a row of the data can be hidden, so that only the rows before another one tell its number on the screen.
  var canHideRows: Bool { false }

  /// The ranges of the rows from one on, in the order in which a row is sought.
  func ranges(from start: Int, to total: Int) -> [Range<Int>] { [start..<total] }

  /// The names of the actions in the sheet of a row; empty where it shows none, or a script shows another one.
  func moreNames(of row: RowID) -> [String] { [] }

  /// The properties behind a row: those of its cell, then those that the controller has for it.
  func boundProperties(of row: RowID) -> [BoundProperties] { [] }

  /// The values of the script's functions that a row shows: those that count first are first.
  func overriddenFunctions(of row: RowID) -> [OverriddenFunctions] { [] }

  // MARK: Actions

  /// Does what a person did to a row, the search bar or the list as a whole. `screen` is what the person saw.
  ///
  /// - Throws: `action.impossible` when it cannot be done.
  func perform(_ action: ScreenAction, on screen: Screen) throws {
    throw unsupported(action)
  }

  func impossible(_ reason: String, hint: String? = nil) -> Diagnostic {
    Diagnostic("action.impossible", reason, hint: hint)
  }

  /// The error for an action that the controller does not know: which screens have it.
  func unsupported(_ action: ScreenAction) -> Diagnostic {
    let lists = kind == .list ? "" : "; only lists, selections and menus can"
    switch action {
    case .refresh: return impossible("\"\(name)\" cannot be refreshed\(lists)")
    case .search, .filter: return impossible("\"\(name)\" cannot be searched\(lists)")
    case .tapIndex: return impossible("\"\(name)\" has no index; only a grouped list can have one")
    case .key: return impossible("\"\(name)\" has no fields for the keyboard; only details and forms have")
    case .tapView: return impossible("\"\(name)\" has rows, and no views of its own")
    default: return impossible("the rows of \"\(name)\" do not support this action")
    }
  }

  /// Runs the cell's own action, else the controller's.
  func runTap(_ cell: Cell, context: EntityID?, editing: Bool) {
    let key = editing ? Self.tableKeys.tapEdit : Self.tableKeys.tap
    let own = cell.tapAction(editing: editing)
    guard let tap = own ?? properties.given(key) else { return }
    let property = properties.name(of: key)
    let origin = own == nil ? origin(property) : cell.origin(property)
    services.run(tap, context: context, controller: self, extra: [], origin: origin) { _ in }
  }

  /// The screen that `navigate` opens for an entity; nil when there is none.
  func segue(for entity: EntityID?) -> Segue? { nil }

  // MARK: Functions that scripts override

  /// Runs the script's function, else the built-in one.
  final func runFunction(
    _ function: OverridableFunction, _ arguments: [Value] = [], completion: @escaping (Value) -> Void = { _ in }
  ) throws {
    try runFunction(named: function.name, arguments, builtIn: function, completion: completion)
  }

  /// Runs the script's function of that name, which may be one of its own, else the built-in one.
  final func runFunction(
    named name: String, _ arguments: [Value], builtIn: @autoclosure () throws -> OverridableFunction,
    completion: @escaping (Value) -> Void
  ) throws {
    guard let function = definition.function(named: name) else {
      return completion(try inherited(try builtIn(), arguments))
    }
    services.start(
      function, receiver: .handle(handle), arguments: arguments, origin: definition.functionOrigin(name),
      completion: completion)
  }

  /// Whether a script follows which rows are shown, or waits for them: `rowsWereShown` runs at the end of each turn.
  var followsRows: Bool { false }

  /// Runs at the end of a turn for the controller on the screen, if it follows its rows.
  func rowsWereShown() throws {}

  /// The functions that `update` calls, and itself.
  var calledByUpdate: [OverridableFunction] { Self.updateFunctions }

  /// The value of the property about which a function such as `handleEdit` decides; nil without one.
  final func handledProperty(_ function: OverridableFunction) -> Value? {
    function.property.flatMap(properties.value(named:)).map { .bool($0.flag) }
  }

  /// Whether the script overrides a function.
  final func overrides(_ function: OverridableFunction) -> Bool {
    definition.hasFunctions && definition.override(of: function) != nil
  }

  /// The built-in function: what `self.super.name(self, …)` calls in a script. By default, it does nothing.
  package func inherited(_ function: OverridableFunction, _ arguments: [Value]) throws -> Value {
    switch function {
    case .didSelect, .didClearSelection:
      try runUpdate()
      return .null
    case .titleValue: return builtInTitle.map(Value.string) ?? .null
    case .willClose: return .bool(properties[Self.keys.willClose])
    case .subtitleValue: return builtInSubtitle.map(Value.string) ?? .null
    case .applyTheme:
      try services.applyTheme(arguments.first ?? .null)
      return .null
    case .heightForCell: return try heightOfCell(arguments)
    default:
      if let value = try inheritedOfUpdating(function, arguments) ?? inheritedOfEditing(function, arguments)
        ?? inheritedOfHandling(function) ?? inheritedOfButtons(function, arguments)
      {
        return value
      }
      try runNavigation(function, arguments)
      return .null
    }
  }

  /// The entity that a function gets as its first argument.
  ///
  /// - Throws: `controller.argument`.
  final func entity(
    _ function: OverridableFunction, _ arguments: [Value], of place: String
  ) throws -> EntityID {
    if case .entity(let entity)? = arguments.first, store.exists(entity) { return entity }
    let given = store.summary(arguments.first ?? .null)
    throw Diagnostic("controller.argument", "\(function) needs an entity of \(place), got \(given)")
  }

  package func inheritedResults(_ function: OverridableFunction, _ arguments: [Value]) throws -> [Value] {
    function == .updateTitle ? builtInTitles : [try inherited(function, arguments)]
  }

  // MARK: Editing

  /// Whether the controller is in edit mode.
  package var isEditing: Bool {
    editingState.read()
    return isEditingChosen || mayEditAlways && properties[Self.keys.editAlways] && handles(.handleEditAlways)
  }

  package func setEditing(_ editing: Bool) { isEditingChosen = editing }

  /// Deselects the selected row.
  func deselect() {}

  /// A person's choices on the screen.
  var viewState: ViewState {
    get {
      var state = ViewState(isEditing: isEditingChosen || beginsEditing, isHelpOpen: isHelpOpen)
      state.scrolledRows = scrolledRows
      return state
    }
    set {
      scrolledRows = newValue.scrolledRows
      setEditing(newValue.isEditing)
      isHelpOpen = newValue.isHelpOpen
    }
  }

  // MARK: Fields

  /// The fields that are edited on the screen; nil for a controller whose cells write at once.
  var fields: FieldEditor? { nil }

  /// Validates the fields and writes their input. Returns whether all are valid; else an alert tells which are not.
  final func submit() throws -> Bool { try fields?.submit() ?? true }

  /// Runs what a tap does: after `submit`, that of the script where a form overrides it, if the tap submits. Invalid
  /// fields prevent it.
  final func perform(submitting: Bool, _ tap: @escaping () throws -> Void) throws {
    guard submitting, fields?.isForm == true, overrides(.submit) else {
      if try !submitting || submit() { try tap() }
      return
    }
    try runFunction(.submit) { [reference] isValid in
      guard isValid.truth else { return }
      do { try tap() } catch { reference.object?.services.fail(error) }
    }
  }

  // MARK: Bars

  /// The built-in buttons at the left; the script's follow.
  var builtInLeft: [BarItem] { [] }

  /// Adds the built-in buttons at the right: Edit or Done, and the help; list controllers put Add before them.
  func addBuiltInRight(to items: inout [BarItem]) {
    let properties = properties
    if properties[Self.keys.edit], properties[Self.keys.editButton], !properties[Self.keys.editAlways],
      handles(.handleEdit)
    {
      items.append(isEditing ? item(.done, "Done", runs: .onEditTap) : item(.edit, "Edit", runs: .onEditTap))
    }
    addHelpItem(to: &items)
  }
}

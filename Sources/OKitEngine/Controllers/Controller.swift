/// A controller on the screen: what all kinds share. Subclasses say which rows there are and what can be done with them.
///
/// A controller belongs to the application that made it and goes with its screen.
public class Controller {
  public let definition: ComponentClass
  /// The context that was handed over, else that of the controller before, else the default model.
  public let modelContext: EntityID?
  public let handle: RuntimeHandle
  package unowned let services: any ControllerServices
  /// The controller that led here.
  public weak var previous: Controller?
  /// What the edit button has switched; `editing` is what holds.
  public internal(set) var isEditingChosen = false
  private let contextProperties: BoundProperties
  private var ownProperties: BoundProperties?

  init(
    _ definition: ComponentClass, context: EntityID?, handle: RuntimeHandle, previous: Controller?,
    services: any ControllerServices
  ) {
    self.definition = definition
    self.handle = handle
    self.previous = previous
    self.services = services
    modelContext = context
    contextProperties = BoundProperties(
      Component(definition, [:]), context: context, controller: .handle(handle), services: services)
  }

  public var name: String { definition.name }
  public var kind: Screen.Kind { .detail }
  public var evaluator: Evaluator { services.evaluator }
  public var store: ModelStore { services.evaluator.store }

  /// `modelContext` resolved through `contextPath`.
  public var effectiveContext: EntityID? {
    guard contextProperties.has("contextPath") else { return modelContext }
    if case .entity(let entity) = contextProperties.value("contextPath") { return entity }
    return nil
  }

  /// The controller's properties in its effective context.
  public var properties: BoundProperties {
    let context = effectiveContext
    if let ownProperties, ownProperties.context == context { return ownProperties }
    let properties = BoundProperties(
      Component(definition, [:]), context: context, controller: .handle(handle), services: services)
    ownProperties = properties
    return properties
  }

  /// The text for a key in the runtime's language, its placeholders filled.
  func localized(_ key: String, _ arguments: String...) -> String {
    store.graph.read(store.localeSource)
    let context = evaluator.functionContext()
    do { return try context.localization.localized(key, arguments: arguments, locale: context.locale) } catch {
      services.report(error as? Diagnostic ?? Diagnostic("function.failed", "\(error)"))
      return key
    }
  }

  // MARK: The screen

  /// What a person sees now.
  ///
  /// - Parameter window: which rows a long list shows; nil for the first ones.
  public final func screen(window: Range<Int>? = nil) -> Screen {
    var screen = Screen(kind: kind, name: name)
    fillTitles(&screen)
    screen.isEditing = isEditing
    screen.left = leftButtons.map(\.button)
    screen.right = rightButtons.map(\.button)
    screen.toolbar = toolbarButtons.map(\.button)
    fillContent(&screen, window: window)
    return screen
  }

  /// Adds search, index, sections, window and gestures.
  func fillContent(_ screen: inout Screen, window: Range<Int>?) {}

  /// The properties behind a row: those of its cell, then those that the controller has for it.
  func boundProperties(of row: RowID) -> [BoundProperties] { [] }

  // MARK: Actions

  /// Does what a person did to a row, the search bar or the list as a whole. `screen` is what the person saw.
  ///
  /// - Throws: `action.impossible` when it cannot be done.
  func perform(_ action: Action, on screen: Screen) throws {
    throw impossible("\(name) has nothing that does that")
  }

  func impossible(_ reason: String) -> Diagnostic { Diagnostic("action.impossible", reason) }

  /// Called when the controller has come onto the screen for the first time.
  func didAppear() {}

  /// Runs the cell's own action, else the controller's.
  func runTap(_ cell: Cell, context: EntityID?, editing: Bool) {
    let property = editing ? "tapEdit" : "tap"
    let own = cell.tapAction(editing: editing)
    guard let tap = own ?? properties.given(property) else { return }
    let origin = own == nil ? Diagnostic.Origin(owner: name, property: property) : cell.origin(property)
    services.run(tap, context: context, controller: self, extra: [], origin: origin) { _ in }
  }

  // MARK: Functions that scripts override

  /// Runs the script's function of that name, else the built-in one.
  func runFunction(_ name: String, _ arguments: [Value] = [], completion: @escaping (Value) -> Void = { _ in }) throws {
    if let function = definition.function(named: name) {
      services.start(
        function, receiver: .handle(handle), arguments: arguments, origin: .init(owner: self.name, property: name),
        completion: completion)
    } else {
      completion(try inherited(name, arguments))
    }
  }

  /// The value of a script's function of that name, nil when only the built-in one exists.
  func overriddenValue(_ name: String, _ arguments: [Value] = []) -> Value? {
    guard let function = definition.function(named: name), let host = evaluator.host else { return nil }
    do { return try host.call(function, receiver: .handle(handle), arguments: arguments) } catch {
      let origin = Diagnostic.Origin(owner: self.name, property: name)
      let diagnostic = error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")
      services.report(diagnostic.from(origin).appending(.property(origin)))
      return nil
    }
  }

  /// The built-in function of that name: what `self.super.name(self, …)` calls in a script.
  ///
  /// - Throws: `controller.unknownFunction` with the nearest name.
  public func inherited(_ name: String, _ arguments: [Value]) throws -> Value {
    switch name {
    case "titleValue": return builtInTitle.map(Value.string) ?? .null
    case "subtitleValue": return builtInSubtitle.map(Value.string) ?? .null
    case "onEditTap":
      setEditing(!isEditing)
      return .null
    default:
      throw Diagnostic(
        "controller.unknownFunction", "\(definition.kind.rawValue) has no function \"\(name)\"",
        hint: NearestName.hint(for: name, in: functionNames))
    }
  }

  /// The functions of each built-in class that a script can override.
  public static func functionNames(of kind: ComponentKind) -> [String] {
    let base = ["titleValue", "subtitleValue", "onEditTap"]
    let list = [
      "onAddTap", "onDelete", "onMoreTap", "onMoreAction", "onQuickTap", "onRowTap", "onRefresh", "updateData",
      "rowFor",
    ]
    switch kind {
    case .list: return base + list
    case .selection: return base + list + ["onClearTap", "onCloseTap"]
    case .detail: return base + ["onRowTap"]
    default: return []
    }
  }

  /// The built-in functions that a script can override.
  public var functionNames: [String] { Self.functionNames(of: definition.kind) }

  // MARK: Editing

  /// Whether the controller is in edit mode.
  public var isEditing: Bool { properties.bool("editAlways") || isEditingChosen }

  public func setEditing(_ editing: Bool) { isEditingChosen = editing }

  /// What a person has chosen on the screen.
  var viewState: ViewState {
    get { ViewState(isEditing: isEditingChosen) }
    set { setEditing(newValue.isEditing) }
  }

  // MARK: Bars

  /// A button of a bar and what it does.
  struct BarItem {
    var button: BarButton
    var tap: () throws -> Void
  }

  /// The built-in buttons at the left; the script's follow.
  var builtInLeft: [BarItem] { [] }

  /// The built-in buttons at the right: Edit or Done; list controllers put Add before it.
  var builtInRight: [BarItem] {
    guard properties.bool("edit"), !properties.bool("editAlways") else { return [] }
    return [
      BarItem(button: BarButton(isEditing ? .done : .edit, title: localized(isEditing ? "Done" : "Edit"))) { [weak self] in
        try self?.runFunction("onEditTap")
      }
    ]
  }

  private var barCache: [String: [BoundProperties]] = [:]

  final var leftButtons: [BarItem] { builtInLeft + ownButtons("left") }
  final var rightButtons: [BarItem] { builtInRight + ownButtons("right") }
  final var toolbarButtons: [BarItem] { ownButtons("toolbar") }

  private func ownButtons(_ bar: String) -> [BarItem] {
    guard case .list(let items)? = definition.values[bar] else { return [] }
    let context = effectiveContext
    if barCache[bar]?.first?.context != context || barCache[bar] == nil {
      barCache[bar] = items.compactMap { item in
        guard case .component(let component) = item else { return nil }
        return BoundProperties(component, context: context, controller: .handle(handle), services: services)
      }
    }
    return (barCache[bar] ?? []).map(barItem)
  }

  private func barItem(_ own: BoundProperties) -> BarItem {
    var context = own.context
    if own.has("contextPath") {
      if case .entity(let entity) = own.value("contextPath") { context = entity } else { context = nil }
    }
    let bound =
      context == own.context
      ? own : BoundProperties(own.component, context: context, controller: .handle(handle), services: services)
    let given = bound.given("enabled") ?? bound.given("enabledPath")
    let enabled = given.map { bound.evaluate($0, key: "enabled").truth }
    return BarItem(button: BarButton(title: bound.string("title") ?? "", enabled: enabled)) { [weak self] in
      guard let self else { return }
      if let tap = bound.given("tap") ?? bound.given("tapPath") {
        let property = bound.has("tap") ? "tap" : "tapPath"
        let origin = Diagnostic.Origin(owner: name, part: "bar button", property: property)
        services.run(tap, context: context, controller: self, extra: [], origin: origin) { _ in }
      }
      if let segue = Segue(bound.given("segue")) {
        services.navigate(to: segue, context: context, from: self, editing: false)
      }
    }
  }
}

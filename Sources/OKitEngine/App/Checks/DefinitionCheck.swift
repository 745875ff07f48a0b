/// Finds the mistakes that show only when everything is defined: unknown targets and classes, and bindings that run
/// only after an action of the user. Nothing is evaluated; a type that the schema leaves open is not reported.
package struct DefinitionCheck {
  package let definition: AppDefinition
  package let evaluator: Evaluator
  /// What is known about the functions of the script; nil for the check at the start.
  let functions: ScriptFunctions?
  /// Whether every binding is checked, as before a start. At the start, the first look at a screen finds the other
  /// mistakes.
  var isComplete: Bool { functions != nil }
  /// The names of the controllers that segues open, and of the one that is shown first.
  private let openedNames: Set<String>
  private let extended: Set<ObjectIdentifier>
  /// The controllers whose mistakes are wanted; nil for all.
  private let only: Set<ObjectIdentifier>?
  /// The names that segues, menus and containers open.
  let targetNames: Set<String>
  var store: ModelStore { evaluator.store }

  package init(
    _ definition: AppDefinition, _ evaluator: Evaluator, _ functions: ScriptFunctions? = nil,
    only: [ComponentClass]? = nil
  ) {
    (self.definition, self.evaluator, self.functions) = (definition, evaluator, functions)
    self.only = only.map { Set($0.map(ObjectIdentifier.init)) }
    targetNames = Set(
      definition.controllers.flatMap {
        Self.segues(of: $0).map(\.segue.to) + Self.contents(of: $0).map(\.name)
      })
    let first = [definition.firstController, definition.menu].compactMap(\.self)
    openedNames = targetNames.union(first.map(\.name))
    extended = definition.extendedClasses
  }

  package var diagnostics: [Diagnostic] {
    let checks = [
      unknownTargets, unknownTypes, wrongRefType, missingData, wrongColumns, wrongConstants, wrongMoreActions,
      wrongQuickAction,
      idleBarButtons, surplusProperties, surplusFocus, wrongCalls,
    ]
    let found =
      controllers.flatMap { [$0] + $0.ownSectionRows }.flatMap { part in checks.flatMap { $0(part) } }
      + mistakesInBindings
    return isComplete ? Self.unique(found) : found
  }

  /// The controllers that are checked.
  var controllers: [ComponentClass] {
    only.map { only in definition.controllers.filter { only.contains(ObjectIdentifier($0)) } } ?? definition.controllers
  }

  /// The controllers that are checked before the first screen is shown: what is shown, what the menu shows, the
  /// application, and what these open themselves.
  static func first(of definition: AppDefinition) -> [ComponentClass] {
    let shown = [definition.firstController, definition.menu].compactMap(\.self)
    let roots = shown + shown.flatMap(definition.roots) + (definition.application.map { [$0] } ?? [])
    let named = roots.flatMap { segues(of: $0).map(\.segue.to) + contents(of: $0).map(\.name) }
    let opened = named.compactMap(definition.content)
    return roots + opened + opened.flatMap(definition.roots)
  }

  /// The diagnostics without those about the same part of a property as an earlier one.
  private static func unique(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    struct Part: Hashable {
      let origin: Diagnostic.Origin?
      let range: SourceRange?
      let isNote: Bool
    }
    var seen: Set<Part> = []
    return diagnostics.filter { diagnostic in
      var origin = diagnostic.origin
      origin?.binding = nil
      return seen.insert(
        Part(origin: origin, range: diagnostic.excerpt?.range, isNote: diagnostic.severity == .note)
      ).inserted
    }
  }

  // MARK: Targets and classes

  private func unknownTargets(_ controller: ComponentClass) -> [Diagnostic] {
    let segues = Self.segues(in: controller.values, of: nil).compactMap { segue, component -> Diagnostic? in
      let origin = component?.origin("segue", of: controller) ?? controller.origin("segue")
      guard let target = definition.content(named: segue.to) else { return unknown(segue.to, origin) }
      guard target.descriptor.isContainer, segue.kind == .push else { return nil }
      return evaluator.problem(
        "controller.container", of: origin, "\"\(segue.to)\" is a container, which cannot be pushed",
        hint: "write segue = { to = \"\(segue.to)\", kind = \"present\" }")
    }
    return segues
      + Self.contents(of: controller).filter { !$0.name.isEmpty && definition.content(named: $0.name) == nil }
      .map { unknown($0.name, $0.origin) } + (isComplete ? nestedContainers(controller) : [])
  }

  /// Containers inside of a container that cannot hold them, with the messages of the start.
  private func nestedContainers(_ controller: ComponentClass) -> [Diagnostic] {
    let (stack, tabBar) = (ComponentDescriptor.navigation, ComponentDescriptor.tabBar)
    guard controller.descriptor === stack || controller.descriptor === tabBar else { return [] }
    return Self.contents(of: controller).compactMap { name, origin in
      guard let descriptor = definition.content(named: name)?.descriptor, descriptor.isContainer,
        controller.descriptor === stack || descriptor === tabBar
      else { return nil }
      return evaluator.problem(
        "controller.container", of: origin,
        controller.descriptor === stack
          ? "\"\(name)\" is a container; name a controller"
          : "\"\(name)\" is a tab bar, which cannot be inside of another container")
    }
  }

  private func unknown(_ name: String, _ origin: Diagnostic.Origin) -> Diagnostic {
    evaluator.problem(
      "controller.unknown", of: origin, "unknown controller \"\(name)\"",
      hint: NearestName.hint(for: name, in: definition.contentNames))
  }

  /// The contents that a container holds, that a menu opens, and the menu of the application.
  static func contents(of controller: ComponentClass) -> [(name: String, origin: Diagnostic.Origin)] {
    let values = controller.values
    func named(_ keys: ComponentKey<PlainText>...) -> [(name: String, origin: Diagnostic.Origin)] {
      keys.compactMap { key in
        values.text(key).map { ($0, controller.origin(controller.descriptor.table.name(of: key))) }
      }
    }
    let descriptor = controller.descriptor
    if descriptor === ComponentDescriptor.navigation { return named(ComponentDescriptor.navigationRoot) }
    if descriptor === ComponentDescriptor.tabBar {
      return values.components(ComponentDescriptor.tabs).compactMap { tab in
        tab.values.text(ComponentDescriptor.tabKeys.root).map { ($0, tab.origin("root", of: controller)) }
      }
    }
    if descriptor.isKind(of: .menu) {
      return named(MenuController.menuKeys.identifier, MenuController.menuKeys.rowIdentifier)
    }
    return descriptor === ComponentDescriptor.application
      ? named(ComponentDescriptor.applicationKeys.menuIdentifier) : []
  }

  private func unknownTypes(_ controller: ComponentClass) -> [Diagnostic] {
    controller.descriptor.table.schemas.enumerated().compactMap { slot, schema in
      guard schema.kind == .entityType, case .text(let type)? = controller.values[slot: slot],
        store.type(named: type) == nil
      else { return nil }
      let origin = controller.origin(schema.name)
      return evaluator.problem(
        "model.unknownType", of: origin, "unknown entity class \"\(type)\"",
        hint: NearestName.hint(for: type, in: store.types.all.map(\.name)))
    }
  }

  /// A class for the references of a selection that is not one of references.
  private func wrongRefType(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.descriptor.isKind(of: .selection),
      let type = controller.values.text(SelectionController.selectionKeys.refType).flatMap(store.type(named:)),
      !type.isReference
    else { return [] }
    return [
      evaluator.problem(
        "selection.refType", of: controller.origin("refType"), "\(type.name) is not a class of references",
        hint: "name a class that extends okit.ModelRef")
    ]
  }

  /// A list without data. One that others extend need not have it.
  private func missingData(_ controller: ComponentClass) -> [Diagnostic] {
    guard controller.descriptor.isKind(of: .list), controller.values[ListController.listKeys.dataPath] == nil,
      controller.override(of: .fetchData) == nil, !isOnlyBase(controller),
      !controller.values.mayLack(ListController.listKeys.dataPath.slot)
    else { return [] }
    return [
      evaluator.problem(
        "list.data", of: controller.origin("dataPath"), "the list needs a dataPath",
        hint: "name a list of entities, such as dataPath = \"films\"")
    ]
  }

  /// A grid without columns, with two kinds of them, or with a property that the other kind has.
  private func wrongColumns(_ controller: ComponentClass) -> [Diagnostic] {
    let (values, keys) = (controller.values, GridController.gridKeys)
    guard controller.descriptor.isKind(of: .grid), !isOnlyBase(controller) else { return [] }
    func problem(_ property: String, _ message: String, hint: String) -> Diagnostic {
      evaluator.problem("grid.columns", of: controller.origin(property), message, hint: hint)
    }
    let hasColumns = values[keys.columns] != nil && !values.components(keys.columns).isEmpty
    guard hasColumns || values[keys.columnsPath] != nil else {
      if values.mayLack(keys.columns.slot) || values.mayLack(keys.columnsPath.slot) { return [] }
      return [
        problem(
          "columns", "the grid needs columns",
          hint: "write columns = { { title = \"%Name\", cell = okit.ModelTextCell { textPath = \"name\" } } }")
      ]
    }
    guard values[keys.columnsPath] != nil else {
      let slots = [keys.columnHeader.slot, ListController.listKeys.cell.slot]
      return slots.filter { values[slot: $0] != nil }.map { slot in
        problem(
          controller.descriptor.table.schemas[slot].name, "has no effect without columnsPath",
          hint: "give each of the columns a title and a cell")
      }
    }
    if values[keys.columns] != nil {
      return [problem("columnsPath", "has no effect beside columns", hint: "give one of them")]
    }
    guard values[ListController.listKeys.cell] == nil, !values.mayLack(ListController.listKeys.cell.slot) else {
      return []
    }
    return [problem("cell", "the columns of columnsPath need a cell", hint: "give the template of the cells")]
  }

  /// Whether a controller only serves as the base of others, which may give what it leaves out: no segue leads to it,
  /// and it is not shown first.
  func isOnlyBase(_ controller: ComponentClass) -> Bool {
    extended.contains(ObjectIdentifier(controller)) && !openedNames.contains(controller.name)
  }

  /// The segues of a controller, and of its cells and bar buttons, which are named.
  static func segues(of controller: ComponentClass) -> [(segue: Segue, component: Component?)] {
    ([controller] + controller.allSectionRows).flatMap { segues(in: $0.values, of: nil) }
  }

  /// Those of the values of a controller itself.
  static func segues(in values: PropertyValues, of component: Component?) -> [(Segue, Component?)] {
    values.slots.flatMap { value -> [(Segue, Component?)] in
      switch value {
      case .segue(let segue): [(segue, component)]
      case .component(let inner): segues(in: inner.values, of: inner)
      case .components(let inner): inner.flatMap { segues(in: $0.values, of: $0) }
      case .sections(let sections): sections.flatMap { $0.cells.flatMap { segues(in: $0.values, of: $0) } }
      case .binding, .function, .text, .list, .moreActions, .callouts, nil: []
      }
    }
  }
}

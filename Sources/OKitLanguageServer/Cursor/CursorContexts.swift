/// The meaning of the string at a cursor, and the class in whose context it is read. The tables are those of the text,
/// which may be newer than the definitions; only who opens a controller is known from these.
struct CursorContexts {
  private let cursor: LuaCursor
  private let inspector: BindingInspector

  init(_ cursor: LuaCursor, _ inspector: BindingInspector) { (self.cursor, self.inspector) = (cursor, inspector) }

  private var definition: AppDefinition { inspector.definition }

  // MARK: Properties

  /// The property of a component that the string is, or is a part of, and whether its binding can call `valid()`.
  var property: (schema: PropertySchema, meaning: BindingPlace.Meaning, knowsValidity: Bool)? {
    let tables = components
    guard let component = tables.first,
      let schema = Self.schema(at: component.table.path, in: component.descriptor.table)
    else {
      return nil
    }
    switch schema.kind {
    case .value, .multipart, .callouts:
      let hasFields = tables.contains { table in [.detail, .grid].contains(where: table.descriptor.isKind) }
      return (schema, .binding(context(of: component.table.path, tables[...])), hasFields)
    case .action, .formula, .moreActions:
      return (schema, .binding(context(of: component.table.path, tables[...])), false)
    case .text: return Self.controllerNames.contains(schema.name) ? (schema, .controller, false) : nil
    case .choice(let names): return (schema, .choice(names), false)
    case .entityType: return (schema, .entityClass, false)
    case .segue: return (schema, .controller, false)
    case .cell, .barButtons, .view, .views, .helpView, .sections, .tabs, .columns: return nil
    }
  }

  /// The texts that name controllers.
  private static let controllerNames: Set = [
    "identifier", "rowIdentifier", "homeIdentifier", "menuIdentifier", "root",
  ]

  private struct Component {
    let table: LuaCursor.CallTable
    let descriptor: ComponentDescriptor
  }

  /// The controllers and their parts around the cursor, the innermost first.
  private var components: [Component] {
    cursor.callTables.compactMap { table in
      descriptor(table.callee, depth: 0).map { Component(table: table, descriptor: $0) }
    }
  }

  /// The class that a call extends or creates.
  private func descriptor(_ callee: [String], depth: Int) -> ComponentDescriptor? {
    guard let name = callee.last, depth < 8 else { return nil }
    if callee.count > 1 || name != "okit", let known = definition.classes[name] { return known.descriptor }
    guard callee.count == 1, let value = cursor.assignment(to: name), value.callee != callee else { return nil }
    if value.method == "extend", let own = value.name.flatMap({ definition.classes[$0] }) { return own.descriptor }
    return descriptor(value.callee, depth: depth + 1)
  }

  /// The property at the end of a path: `moreActions[1].tap` is an action.
  private static func schema(at path: some Sequence<LuaCursor.Step>, in table: SchemaTable) -> PropertySchema? {
    let names = path.compactMap { if case .field(let name) = $0 { name } else { nil } }
    guard let name = names.first, let schema = table[name] else { return nil }
    let rest = names.dropFirst()
    switch schema.kind {
    case .segue: return rest.first ?? "to" == "to" ? schema : nil
    case .sections, .tabs, .columns: break
    // A list of texts and functions.
    default: if rest.isEmpty { return schema }
    }
    return schema.kind.fields.flatMap { self.schema(at: rest.map(LuaCursor.Step.field), in: $0) }
  }

  // MARK: Contexts

  /// The class in whose context the property at a path of the first component is read.
  private func context(of path: [LuaCursor.Step], _ components: ArraySlice<Component>) -> EntityType? {
    guard let component = components.first, case .field(let name)? = path.first else { return nil }
    if section(component) != nil, case .field(let field)? = component.table.path.dropFirst(2).first {
      let role = ComponentDescriptor.list.contextRole(of: field, isInRow: false)
      return role == .row ? row(components) : own(components)
    }
    let isInRow = isInRow(components)
    if name == "columns", case .field("sort")? = path.last { return row(components) }
    switch component.descriptor.contextRole(of: name, isInRow: isInRow) {
    case .given: return given(components)
    case .own: return own(components)
    case .row: return row(components)
    case .selection:
      guard let path = field("selectionContextPath", component) else {
        return component.table.name.flatMap(inspector.context(ofController:))?.selection ?? given(components)
      }
      return inspector.entity(path, in: given(components))
    case .column:
      return field("columnsPath", component).flatMap { inspector.element(of: $0, in: own(components)) }
    case .option:
      return field("dataPath", component).flatMap { inspector.element(of: $0, in: own(components)) }
    }
  }

  private func field(_ name: String, _ component: Component) -> String? {
    cursor.stringField(name, in: component.table.brace)
  }

  /// The opening brace of the section with `dataPath` around the cursor, in the table of a detail; nil outside of one.
  private func section(_ component: Component) -> Int? {
    guard component.descriptor.isKind(of: .detail), component.table.path.first == .field("sections"),
      let brace = component.table.braces.dropFirst(2).first, cursor.stringField("dataPath", in: brace) != nil
    else { return nil }
    return brace
  }

  /// Whether a component is the cell of a list, or of a section with `dataPath`.
  private func isInRow(_ components: ArraySlice<Component>) -> Bool {
    guard let component = components.first, component.descriptor.isCell, let parent = components.dropFirst().first
    else {
      return false
    }
    return parent.descriptor.isKind(of: .list) || section(parent) != nil
  }

  /// The class of the context that a component is given.
  private func given(_ components: ArraySlice<Component>) -> EntityType? {
    guard let component = components.first else { return nil }
    let outer = components.dropFirst()
    if !component.descriptor.isController, !outer.isEmpty {
      return isInRow(components) ? givenToCells(outer) : own(outer)
    }
    guard let name = component.table.name else { return inspector.modelType }
    if component.descriptor.isController {
      return inspector.context(ofController: name)?.given ?? inspector.modelType
    }
    return inspector.context(ofPart: name)
  }

  /// The class of the contexts that a list or a grid gives its cells.
  private func givenToCells(_ components: ArraySlice<Component>) -> EntityType? {
    guard let grid = components.first, grid.descriptor.isKind(of: .grid) else { return row(components) }
    if let path = field("cellPath", grid) { return inspector.entity(path, in: row(components)) }
    // A function gives contexts of an unknown class.
    return field("columnsPath", grid) == nil ? row(components) : nil
  }

  /// The class of a component's own context.
  private func own(_ components: ArraySlice<Component>) -> EntityType? {
    guard let component = components.first else { return nil }
    let given = given(components)
    if let path = field("contextPath", component) { return inspector.entity(path, in: given) }
    guard component.descriptor.isController else { return given }
    return component.table.name.flatMap(inspector.context(ofController:))?.own ?? given
  }

  /// The class of the rows of a list.
  private func row(_ components: ArraySlice<Component>) -> EntityType? {
    guard let component = components.first else { return nil }
    let brace = section(component) ?? component.table.brace
    if let path = cursor.stringField("dataPath", in: brace),
      let element = inspector.element(of: path, in: own(components))
    {
      return element
    }
    if let type = cursor.stringField("type", in: brace) { return inspector.entityClass(named: type) }
    return component.table.name.flatMap(inspector.context(ofController:))?.row
  }

  // MARK: Arguments

  private static let getters: Set = [
    "get", "getAll", "getString", "getBool", "getInt", "getDouble", "getDate", "getImage", "resolve", "contexts", "set",
    "call", "observe",
  ]

  /// The meaning of the string as the first argument of a function.
  var meaningOfArgument: BindingPlace.Meaning? {
    guard let call = cursor.call, call.argument == 0 else { return nil }
    if let method = call.method {
      guard Self.getters.contains(method), call.callee == ["self"], let owner = cursor.methodOwner else { return nil }
      let name = cursor.assignment(to: owner)?.name ?? owner
      guard let type = inspector.entityClass(named: name) else { return nil }
      return .binding(type)
    }
    switch call.callee.last {
    case "navigate", "present", "navigateToTarget": return .controller
    case "localized": return .localizedKey
    default: return nil
    }
  }
}

/// The meaning of the string at a cursor, and the class in whose context it is read. The tables are those of the text,
/// which may be newer than the definitions; only who opens a controller is known from these.
struct CursorContexts {
  private let cursor: LuaCursor
  private let inspector: BindingInspector

  init(_ cursor: LuaCursor, _ inspector: BindingInspector) { (self.cursor, self.inspector) = (cursor, inspector) }

  private var definition: AppDefinition { inspector.definition }

  // MARK: Properties

  /// The property of a component that the string is, or is a part of.
  var property: (schema: PropertySchema, meaning: BindingPlace.Meaning)? {
    let tables = components
    guard let component = tables.first, let schema = Self.schema(at: component.table.path, component.descriptor) else {
      return nil
    }
    switch schema.kind {
    case .value, .action, .formula, .multipart, .moreActions, .callouts:
      return (schema, .binding(context(of: component.table.path, tables[...])))
    case .text: return Self.controllerNames.contains(schema.name) ? (schema, .controller) : nil
    case .choice(let names): return (schema, .choice(names))
    case .entityType: return (schema, .entityClass)
    case .segue: return (schema, .controller)
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
  private static func schema(at path: [LuaCursor.Step], _ descriptor: ComponentDescriptor) -> PropertySchema? {
    guard case .field(let name)? = path.first, let slot = descriptor.table.slot(named: name) else { return nil }
    let schema = descriptor.table.schemas[slot]
    let inner = path.reversed().lazy.compactMap { if case .field(let name) = $0 { name } else { nil } }.first
    guard path.count > 1, let inner, inner != name else {
      // A list of texts and functions.
      switch schema.kind {
      case .sections, .tabs, .columns: return nil
      default: return schema
      }
    }
    // A record of a segue.
    if case .segue = schema.kind { return inner == "to" ? schema : nil }
    return schema.kind.fields.flatMap { fields in fields.slot(named: inner).map { fields.schemas[$0] } }
  }

  // MARK: Contexts

  /// The class in whose context the property at a path of the first component is read.
  private func context(of path: [LuaCursor.Step], _ components: ArraySlice<Component>) -> EntityType? {
    guard let component = components.first, case .field(let name)? = path.first else { return nil }
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

  /// Whether a component is the cell of a list.
  private func isInRow(_ components: ArraySlice<Component>) -> Bool {
    guard let component = components.first, component.descriptor.isCell, let parent = components.dropFirst().first
    else {
      return false
    }
    return parent.descriptor.isKind(of: .list)
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
    if let path = field("dataPath", component), let element = inspector.element(of: path, in: own(components)) {
      return element
    }
    if let type = field("type", component) { return inspector.entityClass(named: type) }
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

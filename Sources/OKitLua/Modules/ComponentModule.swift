/// Controllers, cells and controls: definitions, components, overridden functions.
struct ComponentModule: ScriptModule {
  let environment: ScriptEnvironment

  /// The functions from which the prelude builds classes.
  var internals: [(String, OkitModule.Body)] {
    [("define_component", define), ("make_component", make), ("override", overrideFunction), ("inherited", inherited)]
  }

  private func componentClass(_ name: String, _ host: ScriptHost) throws -> ComponentClass {
    if let found = host.runtime.definition.classes[name] { return found }
    throw Diagnostic(
      "controller.unknown", "unknown class \"\(name)\"",
      hint: NearestName.hint(for: name, in: host.runtime.definition.classes.keys))
  }

  /// Returns the class whose name an argument is.
  private func componentClass(_ call: borrowing LuaCall, _ index: Int, _ host: ScriptHost) throws -> ComponentClass {
    let known = call.withBytes(index) { host.runtime.definition.classes.find($0) } ?? nil
    return try known ?? componentClass(call.string(index), host)
  }

  private func define(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let host = host
    let (name, place) = (try call.string(0), call.place)
    let superClass = try componentClass(call, 1, host)
    let values = try read(call, 2, superClass.descriptor, name, place, host)
    let defined: ComponentClass
    do {
      defined = try host.runtime.definition.define(name, extending: superClass, values: values, place: place)
    } catch let problem as Diagnostic {
      guard host.definitionProblems != nil else { throw problem }
      host.definitionProblems?.append(problem)
      return .nothing
    }
    // The script is an application, not a program, so that the time of its main chunk is limited.
    if superClass.descriptor.isController { host.state.restoreTimeLimit() }
    return defined.storyboardPart == nil ? .nothing : .value(.string(defined.baseName))
  }

  private func make(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let host = host
    let found = try componentClass(call, 0, host)
    let descriptor = found.descriptor
    guard !descriptor.isController else {
      throw Diagnostic(
        "controller.create",
        "\(found.name) is a controller: define one with \(found.name):extend(\"name\", { … }); navigation makes it")
    }
    guard !descriptor.isAbstract else {
      throw Diagnostic(
        "controller.create", "\(found.name) is abstract",
        hint: "create a subclass, such as okit.ModelLabel or okit.ModelButton")
    }
    let place = call.place
    let component = Component(found, try read(call, 1, descriptor, found.name, place, host), place: place)
    guard let object = environment.components.object(component) else { return .value(.null) }
    return call.answer(object)
  }

  private func overrideFunction(_ call: borrowing LuaCall) throws -> LuaOutcome {
    let host = host
    let (componentClass, name) = (try componentClass(call, 0, host), try call.string(1))
    host.uncalled.check(name, of: componentClass, at: call.place)
    host.runtime.define(function: name, of: componentClass, host.register(try call.function(2)), place: call.place)
    return .nothing
  }

  private func inherited(_ call: borrowing LuaCall) throws -> LuaOutcome {
    try host.inherited(call.string(1), call, argumentsFrom: 2)
  }

  // MARK: Properties

  /// Reads the table that a call has as an argument; later, if it is known that it has no mistakes.
  private func read(
    _ call: borrowing LuaCall, _ index: Int, _ descriptor: ComponentDescriptor, _ owner: String,
    _ place: Diagnostic.Place?, _ host: ScriptHost
  ) throws -> GivenValues {
    let handler = environment.components
    let table = try DefinitionTable(call, index, for: descriptor, handler)
    let (functions, objects, components) = (table.functions, table.objects, table.components)
    let known = host.definitionProblems == nil ? host.options.shared?.definitions : nil
    if let entry = known?.entry(for: table) {
      let content = GivenValues.Content(number: entry.number, components: components)
      // Coverage counts what each application reads.
      if let shared = entry.values, host.runtime.coverage == nil, shared.belong(to: host.runtime.evaluator) {
        guard shared.needsRest else { return GivenValues(shared, content: content) }
        return GivenValues(shared, descriptor.table, content: content) { [reference = host.reference] in
          guard let host = reference.object else { return nil }
          return SharedValues.Rest(functions: functions.map(host.register), owner: owner, place: place)
        }
      }
      return GivenValues(descriptor.table, content: content) { [reference = host.reference] in
        guard let host = reference.object else { return nil }
        guard case .table(let table) = entry.copy.value(functions, objects) else { return nil }
        do {
          let parts = Array(zip(objects, components))
          let values = try Self.read(table, parts, descriptor, owner, place, host)
          if entry.values?.isCurrent != true { entry.values = Self.shared(values, components, functions, host) }
          return values
        } catch {
          host.runtime.report(error.asDiagnostic)
          return nil
        }
      }
    }
    let copy = table.copy
    // Other objects have no component.
    let parts = objects.compactMap { object in handler.component(object).map { (object, $0) } }
    guard case .table(let values) = copy.value(functions, objects) else { throw call.mismatch(index, "table") }
    // Reading may enter the state, after which the table is no longer what Lua has written.
    let hash = known != nil && table.isKnowable ? table.hash : nil
    let read = try Self.read(values, parts, descriptor, owner, place, host)
    guard let known, let hash else { return GivenValues(read) }
    let entry = known.add(copy, hash, table.descriptor)
    entry.values = Self.shared(read, components, functions, host)
    return GivenValues(read, content: GivenValues.Content(number: entry.number, components: components))
  }

  /// Returns the values for the applications to come; nil for some that belong to this one alone.
  private static func shared(
    _ values: PropertyValues, _ components: [Component], _ functions: [LuaFunction], _ host: ScriptHost
  ) -> SharedValues? {
    SharedValues(values, components, host.runtime.evaluator) { reference in
      let function = host.function(reference)
      return functions.firstIndex { $0 === function }
    }
  }

  private typealias Part = (object: LuaObject, component: Component)

  private static func read(
    _ table: LuaTable, _ components: [Part], _ descriptor: ComponentDescriptor, _ owner: String,
    _ place: Diagnostic.Place?, _ host: ScriptHost
  ) throws -> PropertyValues {
    let reader = PropertyReader(
      host.runtime.evaluator, descriptor, owner: owner, place: place,
      onProblem: host.definitionProblems.map { [host] _ in { host.definitionProblems?.append($0) } })
    var inputs: [String: PropertyReader.Input] = [:]
    if !table.array.isEmpty {
      // The elements of a help view are its callouts.
      guard let list = descriptor.table.schemas.first(where: { $0.kind == .callouts })?.name else {
        throw Diagnostic("controller.property", "\(owner): properties need names, such as titlePath = \"name\"")
      }
      inputs[list] = .list(
        try table.array.enumerated().map { try input($1, "\(list)[\($0 + 1)]", reader, components, host) })
    }
    for pair in table.pairs {
      guard case .string(let name) = pair.key else {
        throw Diagnostic("controller.property", "\(owner): properties need names, got a \(pair.key.typeName)")
      }
      guard inputs[name] == nil else {
        throw Diagnostic("controller.property", "\(owner): \"\(name)\" is given twice: as a property, and as elements")
      }
      try reader.attempt { inputs[name] = try input(pair.value, name, reader, components, host) }
    }
    return try reader.read(inputs)
  }

  private static func input(
    _ value: LuaValue, _ name: String, _ reader: PropertyReader, _ components: [Part], _ host: ScriptHost
  ) throws -> PropertyReader.Input {
    switch value {
    case .null, .bool, .int, .double, .string:
      if let scalar = PropertyReader.Input(try host.bridge.value(value)) { return scalar }
    case .function(let function): return .function(host.register(function))
    case .object(let object):
      if let found = components.first(where: { $0.object == object }) { return .component(found.component) }
    case .table(let table):
      if table.pairs.isEmpty {
        return .list(try table.array.enumerated().map { try input($1, "\(name)[\($0 + 1)]", reader, components, host) })
      }
      guard table.array.isEmpty else {
        throw reader.wrong(name, "must have either a list of values or named values, not both")
      }
      if case .string(let name) = table[AppBridge.classKey], table.pairs.count == 1 { return .type(name) }
      var members: [String: PropertyReader.Input] = [:]
      for pair in table.pairs {
        guard case .string(let key) = pair.key else { continue }
        members[key] = try input(pair.value, "\(name).\(key)", reader, components, host)
      }
      return .record(members)
    case .bytes, .other: break
    }
    throw reader.wrong(name, "cannot be a \(value.typeName)")
  }
}

/// Cells and controls that a script has made, as Lua objects.
final class ComponentKindHandler: LuaObjectHandler {
  private struct Place {
    var component: Component?
    /// The upper half of the bits of its object; the lower half is the index of the place.
    var number: UInt32
  }

  // Unchecked because every definition asks for them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var places: [Place] = []
  /// The places of components whose objects Lua has collected.
  @exclusivity(unchecked) private var free: [Int] = []
  /// The number of objects that were made, so that one that is gone, or of an earlier script, is no other one.
  @exclusivity(unchecked) private var made: UInt32 = 0
  @exclusivity(unchecked) private var kind: LuaKind?

  func connect(_ state: LuaState) throws { kind = try state.defineKind("component", handler: self) }

  var operations: LuaOperations { [.text] }

  /// Returns a new object for a component.
  func object(_ component: Component) -> LuaObject? {
    guard let kind else { return nil }
    made &+= 1
    let (index, place) = (free.popLast() ?? places.count, Place(component: component, number: made))
    if index == places.count { places.append(place) } else { places[index] = place }
    return LuaObject(kind: kind, bits: UInt64(made) << 32 | UInt64(index))
  }

  func component(_ object: LuaObject) -> Component? { index(of: object).flatMap { places[$0].component } }

  /// Returns the built-in class of a component.
  func descriptor(_ object: LuaObject) -> ComponentDescriptor? { component(object)?.descriptor }

  private func index(of object: LuaObject) -> Int? {
    let index = Int(object.bits & UInt64(UInt32.max))
    guard object.kind == kind, index < places.count, places[index].number == object.bits >> 32 else { return nil }
    return index
  }

  func removeAll() { (places, free) = ([], []) }

  var count: Int { places.count - free.count }

  /// Releases objects that Lua has collected.
  func release(_ objects: [LuaObject]) {
    for object in objects {
      guard let index = index(of: object), places[index].component != nil else { continue }
      places[index].component = nil
      free.append(index)
    }
  }

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome { .value(.null) }

  func text(of object: LuaObject) throws -> String { component(object)?.componentClass.name ?? "component" }
}

package import OKitEngine

/// The services for controllers without an application: real models and bindings, functions written in Swift, and a
/// record of what the controllers asked for.
package final class TestServices: ControllerServices {
  /// The requests of controllers, in order.
  package enum Call: Hashable {
    case go(to: String, kind: Segue.Kind, context: EntityID?, editing: Bool)
    case show(title: String?)
    case leave(String)
    case content(String, context: EntityID?)
    case home
    case root
    case closeMenu
    case menu
  }

  private let environment: TestEnvironment
  package let evaluator: Evaluator
  package var store: ModelStore { evaluator.store }
  package let emptyProgram: BindingProgram
  package var coverage: DefinitionCoverage? { nil }
  package let definition = AppDefinition()
  package let cells = CellTable(.cell)
  package let views = PartTable<ScriptedView>(.view)
  package let reusePool = ReusePool()
  package let registry: ModelRegistry
  package let host = ClosureHost()
  package private(set) var calls: [Call] = []
  package private(set) var dialogs: [DialogRequest] = []
  /// The names of the controllers that are to count as presented.
  package var presented: Set<String> = []
  private var handles: UInt32 = 0

  package func after(_ seconds: Double, _ body: @escaping () -> Void) -> RuntimeHandle { RuntimeHandle(.timer, 0) }

  package func cancel(timer: RuntimeHandle) {}

  /// - Parameter texts: the localized texts by key, in English.
  package init(
    texts: [String: String] = [:], now: DateValue = DateValue(secondsSince1970: 1_580_472_000),
    locale: String = "en_US", timeZone: String = "UTC"
  ) throws {
    environment = TestEnvironment(texts: texts, now: now, locale: locale, timeZone: timeZone)
    evaluator = Evaluator(environment)
    emptyProgram = try evaluator.program("")
    registry = ModelRegistry(store: evaluator.store, storage: TransientStorage())
    evaluator.host = host
    store.hooks = host
  }

  /// A handle for the next controller.
  package func nextHandle() -> RuntimeHandle {
    handles += 1
    return RuntimeHandle(.controller, handles)
  }

  /// Defines a class as a script would.
  @discardableResult
  package func define(_ name: String, _ kind: ComponentDescriptor, _ values: [String: PropertyReader.Input]) throws
    -> ComponentClass
  {
    guard let parent = definition.classes[kind.name] else {
      throw Diagnostic("test.kind", "there is no class \(kind.name)")
    }
    let values = try PropertyReader(evaluator, kind, owner: name).read(values)
    return try definition.define(name, extending: parent, values: values)
  }

  /// A cell or bar button as a script would make it.
  package func component(_ kind: ComponentDescriptor, _ values: [String: PropertyReader.Input]) throws -> Component {
    guard let parent = definition.classes[kind.name] else {
      throw Diagnostic("test.kind", "there is no class \(kind.name)")
    }
    return Component(parent, try PropertyReader(evaluator, kind, owner: kind.name).read(values))
  }

  /// Returns the calls since the last call of this function.
  package func takeCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }

  /// Returns the messages since the last call of this function.
  package func takeMessages() -> [String] {
    defer { environment.reports = [] }
    return diagnostics.map(\.message)
  }

  // MARK: ControllerServices

  package var diagnostics: [Diagnostic] { environment.reports }

  package func report(_ diagnostic: Diagnostic) { environment.report(diagnostic) }

  package func whenRolledBack(_ restore: @escaping () -> Void) {}

  package func fail(_ error: any Error) { report(error.asDiagnostic) }

  package func runTurn(_ body: () throws -> Void) { do { try body() } catch { fail(error) } }

  package func noteChange(of entity: EntityID, _ key: String?) throws {}

  package func inputChanged(of controller: Controller) {}

  package func isOpen(_ controller: Controller) -> Bool { true }

  package func fields(of controller: Value) -> FieldEditor? { nil }

  package func controllerClass(named name: String) -> ComponentClass? { definition.controller(named: name) }

  package func shown(around controller: Controller) -> Controller? { nil }

  package func show(_ dialog: DialogRequest, from controller: Controller) {
    dialogs.append(dialog)
    calls.append(.show(title: dialog.title))
  }

  package func navigate(to segue: Segue, context: EntityID?, from controller: Controller, editing: Bool) {
    calls.append(.go(to: segue.to, kind: segue.kind, context: context, editing: editing))
  }

  package func close(_ controller: Controller) { calls.append(.leave(controller.name)) }

  package func toggleMenu() throws { calls.append(.menu) }

  package func definition(of controller: Value) -> ComponentClass? { nil }

  package var themeValue: Value { .null }

  package func applyTheme(_ theme: Value) throws {}

  package func returnToRoot() { calls.append(.root) }

  package func showContent(_ name: String, context: EntityID?) throws { calls.append(.content(name, context: context)) }

  package func navigateToHome() throws { calls.append(.home) }

  package func leaveContent(_ leave: @escaping () throws -> Void) throws { try leave() }

  package func closeMenu() { calls.append(.closeMenu) }

  package func resetAll() throws { calls.append(.home) }

  package var backups: (any ApplicationBackups)?

  package func isPresented(_ controller: Controller) -> Bool { presented.contains(controller.name) }

  package func run(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    switch action {
    case .binding(let program): evaluator.call(program, context, extra: extra) { self.finish($0, completion) }
    case .function(let function):
      host.start(
        function, receiver: context.map(Value.entity) ?? .null, arguments: [.handle(controller.handle)] + extra
      ) { self.finish($0, completion) }
    case .text, .list, .moreActions, .callouts, .segue, .component, .components, .sections:
      report(Diagnostic("test.action", "\(action) cannot be run"))
    }
  }

  package func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    ended: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    host.start(function, receiver: receiver, arguments: arguments) {
      self.finish($0) { _ in }
      ended($0)
    }
  }

  private func finish(_ result: Result<Value, Diagnostic>, _ completion: (Value) -> Void) {
    switch result {
    case .success(let value): completion(value)
    case .failure(let diagnostic): report(diagnostic)
    }
  }
}

/// Functions written in Swift, in the place of a script's.
package final class ClosureHost: HostFunctions {
  package typealias Body = (_ receiver: Value, _ arguments: [Value]) throws -> Value

  private var bodies: [Int: Body] = [:]
  /// The line of the script that is said to run.
  package var place: Diagnostic.Place?
  /// The calls of the script that are said to run.
  package var notes: [Diagnostic.Note] = []

  package func complete(_ diagnostic: Diagnostic) -> Diagnostic { notes.reduce(diagnostic) { $0.appending($1) } }

  /// Makes a function of a closure.
  package func function(_ body: @escaping Body) -> FunctionRef {
    let function = FunctionRef(id: bodies.count + 1)
    bodies[function.id] = body
    return function
  }

  package func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value {
    guard let body = bodies[function.id] else {
      throw Diagnostic("test.function", "there is no function \(function.id)")
    }
    return try body(receiver, arguments)
  }

  package func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value],
    completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    do { completion(.success(try call(function, receiver: receiver, arguments: arguments))) } catch {
      completion(.failure(error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")))
    }
  }

  package func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value {
    try call(function, receiver: .entity(entity), arguments: [])
  }

  package func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws {
    _ = try call(function, receiver: .entity(entity), arguments: arguments)
  }

  package func migrate(
    _ function: FunctionRef, named name: String, document: JSONValue, from version: Int
  ) throws -> JSONValue { document }

  package func merge(
    _ function: FunctionRef, named name: String, of entity: EntityID, mine: JSONValue, theirs: JSONValue,
    base: JSONValue?
  ) throws -> JSONValue? { nil }
}

extension PropertyReader.Input: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(arrayLiteral items: Self...) { self = .list(items) }
  package init(dictionaryLiteral members: (String, Self)...) {
    self = .record(Dictionary(members) { _, last in last })
  }
}

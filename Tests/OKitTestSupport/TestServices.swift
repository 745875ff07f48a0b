public import OKitEngine

/// What controllers need, without an application around them: real models and bindings, functions written in Swift, and a
/// record of what the controllers asked for.
public final class TestServices: ControllerServices {
  /// What a controller asked for, in order.
  public enum Call: Hashable {
    case go(to: String, kind: Segue.Kind, context: EntityID?, editing: Bool)
    case show(title: String?)
    case leave(String)
  }

  public let store = ModelStore()
  public let evaluator: Evaluator
  public let emptyProgram: BindingProgram
  package let definition = AppDefinition()
  public let registry: ModelRegistry
  public let host = ClosureHost()
  public private(set) var calls: [Call] = []
  public private(set) var dialogs: [DialogRequest] = []
  public private(set) var diagnostics: [Diagnostic] = []
  /// The names of the controllers that are to count as presented.
  public var presented: Set<String> = []
  private var handles: UInt32 = 0

  /// - Parameter texts: the localized texts by key, in English.
  public init(texts: [String: String] = [:], now: DateValue = DateValue(secondsSince1970: 1_580_472_000)) throws {
    let (formatters, localization) = (FormatterCache(), Localization(tables: ["en": texts]))
    evaluator = Evaluator(store: store) {
      FunctionContext(locale: "en_US", timeZone: "UTC", now: now, localization: localization, formatters: formatters)
    }
    emptyProgram = try evaluator.program("")
    registry = ModelRegistry(store: store, storage: TransientStorage())
    evaluator.host = host
    store.hooks = host
    store.now = { now }
    store.report = { [unowned self] in report($0) }
    evaluator.report = { [unowned self] in report($0) }
  }

  /// A handle for the next controller.
  public func nextHandle() -> RuntimeHandle {
    handles += 1
    return RuntimeHandle(.controller, handles)
  }

  /// Defines a class as a script would.
  @discardableResult
  public func define(_ name: String, _ kind: ComponentKind, _ values: [String: PropertyReader.Input]) throws
    -> ComponentClass
  {
    guard let parent = definition.classes[kind.rawValue] else {
      throw Diagnostic("test.kind", "there is no class \(kind.rawValue)")
    }
    let values = try PropertyReader(evaluator, kind: kind, owner: name).read(values)
    return try definition.define(name, extending: parent, values: values)
  }

  /// A cell or bar button as a script would make it.
  public func component(_ kind: ComponentKind, _ values: [String: PropertyReader.Input]) throws -> Component {
    guard let parent = definition.classes[kind.rawValue] else {
      throw Diagnostic("test.kind", "there is no class \(kind.rawValue)")
    }
    return Component(parent, try PropertyReader(evaluator, kind: kind, owner: kind.rawValue).read(values))
  }

  /// The calls since the last time somebody asked.
  public func takeCalls() -> [Call] {
    defer { calls = [] }
    return calls
  }

  /// The messages since the last time somebody asked.
  public func takeMessages() -> [String] {
    defer { diagnostics = [] }
    return diagnostics.map(\.message)
  }

  // MARK: ControllerServices

  public func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  public func controllerClass(named name: String) -> ComponentClass? { definition.controller(named: name) }

  public func show(_ dialog: DialogRequest) {
    dialogs.append(dialog)
    calls.append(.show(title: dialog.title))
  }

  public func navigate(to segue: Segue, context: EntityID?, from controller: Controller, editing: Bool) {
    calls.append(.go(to: segue.to, kind: segue.kind, context: context, editing: editing))
  }

  public func close(_ controller: Controller) { calls.append(.leave(controller.name)) }

  public func definition(of controller: Value) -> ComponentClass? { nil }

  public func isPresented(_ controller: Controller) -> Bool { presented.contains(controller.name) }

  public func run(
    _ action: PropertyValue, context: EntityID?, controller: Controller, extra: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    switch action {
    case .binding(let program): evaluator.call(program, context, extra: extra) { self.finish($0, completion) }
    case .function(let function):
      host.start(
        function, receiver: context.map(Value.entity) ?? .null, arguments: [.handle(controller.handle)] + extra
      ) { self.finish($0, completion) }
    case .text, .list, .record, .component: report(Diagnostic("test.action", "\(action) cannot be run"))
    }
  }

  public func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value], origin: Diagnostic.Origin,
    completion: @escaping (Value) -> Void
  ) {
    host.start(function, receiver: receiver, arguments: arguments) { self.finish($0, completion) }
  }

  private func finish(_ result: Result<Value, Diagnostic>, _ completion: (Value) -> Void) {
    switch result {
    case .success(let value): completion(value)
    case .failure(let diagnostic): report(diagnostic)
    }
  }
}

/// Functions written in Swift, in the place of a script's.
public final class ClosureHost: HostFunctions {
  public typealias Body = (_ receiver: Value, _ arguments: [Value]) throws -> Value

  private var bodies: [Int: Body] = [:]

  /// Makes a function of a closure.
  public func function(_ body: @escaping Body) -> FunctionRef {
    let function = FunctionRef(id: bodies.count + 1)
    bodies[function.id] = body
    return function
  }

  public func call(_ function: FunctionRef, receiver: Value, arguments: [Value]) throws -> Value {
    guard let body = bodies[function.id] else {
      throw Diagnostic("test.function", "there is no function \(function.id)")
    }
    return try body(receiver, arguments)
  }

  public func start(
    _ function: FunctionRef, receiver: Value, arguments: [Value],
    completion: @escaping (Result<Value, Diagnostic>) -> Void
  ) {
    do { completion(.success(try call(function, receiver: receiver, arguments: arguments))) } catch {
      completion(.failure(error as? Diagnostic ?? Diagnostic("function.failed", "\(error)")))
    }
  }

  public func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value {
    try call(function, receiver: .entity(entity), arguments: [])
  }

  public func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws {
    _ = try call(function, receiver: .entity(entity), arguments: arguments)
  }

  public func migrate(_ function: FunctionRef, document: JSONValue, from version: Int) throws -> JSONValue { document }
}

extension PropertyReader.Input: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(arrayLiteral items: Self...) { self = .list(items) }
  public init(dictionaryLiteral members: (String, Self)...) {
    self = .record(Dictionary(members) { _, last in last })
  }
}

import OKitTestSupport
import Testing

@testable import OKitEngine

/// The same world twice: in an application's store, and in plain Swift. Every change is made to both.
///
/// Computed properties check themselves: each time that one runs, its value is compared with the naive one, so that an
/// input that is only half up to date is seen; and between two writes none may run twice.
final class TwinWorld {
  let runtime: AppRuntime
  let host: ClosureHost
  let root: EntityID
  let label: String
  private(set) var naive = NaiveWorld()
  /// When each slot was touched last, in `moments`.
  private(set) var touched: [NaiveWorld.Slot: Int] = [:]
  private(set) var moment = 0
  /// Hears of nodes that are about to go.
  var onLeave: (_ ids: Set<String>) -> Void = { _ in }
  /// While a turn that has failed is ending, the store is ahead of the naive world.
  var isFailing: Bool { runtime.turns.failure != nil }
  private var runs: [NaiveWorld.Slot: Int] = [:]
  private var made = 0
  /// A step of the history; what was written twice in it is touched by undo though it differs in nothing.
  private struct Step {
    var before: NaiveWorld
    var after: NaiveWorld
    var touched: [NaiveWorld.Slot]
  }
  private var past: [Step] = []
  private var future: [Step] = []

  var store: ModelStore { runtime.store }
  var graph: DependencyGraph { store.graph }

  init(_ label: String) throws {
    self.label = label
    var configuration = AppConfiguration(
      clock: RuntimeClock(virtual: DateValue(secondsSince1970: 1_580_472_000)),
      storage: TransientStorage())
    configuration.seed = 1
    runtime = try AppRuntime(configuration)
    host = try TestServices().host
    runtime.evaluator.host = host
    runtime.store.hooks = host
    let store = runtime.store
    var computed: [String: FunctionRef] = [:]
    var twin: () -> TwinWorld? = { nil }
    for name in ["total", "chosen", "label"] {
      computed[name] = host.function { receiver, _ in
        guard case .entity(let entity) = receiver, let twin = twin() else { return .null }
        return twin.compute(name, entity)
      }
    }
    try store.define("Node", extending: store.entityType, properties: Self.properties(computed))
    let type = try store.define(
      "World", extending: try store.requireType("ModelTransient", for: "the test"),
      properties: Self.properties(computed) + (0..<3).map { Property("out\($0)", .int) })
    root = try runtime.registry.register(type)
    store.history.clear(store)
    twin = { [weak self] in self }
  }

  private static func properties(_ computed: [String: FunctionRef]) -> [Property] {
    [
      Property("name", .string), Property("value", .int), Property("rate", .double), Property("flag", .bool),
      Property("link", .reference("Node", .nullify)), Property("key", .string),
      Property("kids", .list(.entity("Node"))),
      Property("part", .entity("Node")), Property("total", .int, computed: computed["total"]),
      Property("chosen", .int, computed: computed["chosen"]), Property("label", .string, computed: computed["label"]),
    ]
  }

  // MARK: Both sides

  func entity(_ id: String) -> EntityID? { id == NaiveWorld.root ? root : store.find(id) }

  func id(_ entity: EntityID) -> String {
    entity == root ? NaiveWorld.root : graph.withoutTracking { store.id(of: entity) } ?? "gone"
  }

  func naiveValue(_ value: Value) -> NaiveValue {
    switch value {
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let text): .string(text)
    case .entity(let entity): .node(id(entity))
    case .list(let values): .list(values.map(naiveValue))
    case .collection(let collection): .list(graph.withoutTracking { store.elements(collection) }.map(naiveValue))
    default: .null
    }
  }

  private func compute(_ name: String, _ entity: EntityID) -> Value {
    let value = value(of: name, entity)
    guard !isFailing else { return value }
    let id = id(entity)
    var reader = NaiveReader(naive)
    let expected = reader.property(id, name)
    if naive.nodes[id] != nil, naiveValue(value) != expected {
      Issue.record("\(label): \(id).\(name) saw a half-done change: \(naiveValue(value)), not \(expected)")
    }
    runs[.init(id: id, name: name), default: 0] += 1
    if runs[.init(id: id, name: name)] ?? 0 > 1 { Issue.record("\(label): \(id).\(name) ran twice for one change") }
    return value
  }

  private func value(of name: String, _ entity: EntityID) -> Value {
    func kids() -> [EntityID] {
      guard case .collection(let kids) = store.get(entity, "kids") else { return [] }
      return store.entities(kids)
    }
    func part() -> EntityID? { if case .entity(let part) = store.get(entity, "part") { part } else { nil } }
    switch name {
    case "total":
      let trees = kids() + [part()].compactMap(\.self)
      return .int(trees.reduce(store.get(entity, "value").int ?? 0) { $0 + (store.get($1, "total").int ?? 0) })
    case "chosen":
      if store.get(entity, "flag") == .bool(true) { return part().map { store.get($0, "total") } ?? .null }
      guard case .entity(let link) = store.get(entity, "link"), let target = store.target(of: link) else {
        return .null
      }
      return store.get(target, "value")
    default:
      let own = store.get(entity, "name").scalarText ?? ""
      guard let parent = store.parent(of: entity) else { return .string(own) }
      return .string("\(store.get(parent, "name").scalarText ?? "")/\(own)")
    }
  }

  // MARK: Changes

  /// Notes what a change has touched; from then on everything may run once more.
  private func touch(_ slots: [NaiveWorld.Slot]) {
    guard !slots.isEmpty else { return }
    moment += 1
    for slot in slots { touched[slot] = moment }
    runs.removeAll(keepingCapacity: true)
  }

  /// Makes a change to the naive world. It goes first: observers of the engine compare with it.
  func change(_ naively: (inout NaiveWorld) -> [NaiveWorld.Slot]) {
    var next = naive
    let slots = naively(&next)
    become(next)
    touch(slots)
  }

  private func become(_ next: NaiveWorld) {
    let leaving = Set(naive.nodes.keys).subtracting(next.nodes.keys)
    if !leaving.isEmpty { onLeave(leaving) }
    naive = next
  }

  func nextID() -> String {
    made += 1
    return "n\(made)"
  }

  private func slots(since start: Int) -> [NaiveWorld.Slot] { touched.filter { $0.value > start }.map(\.key) }

  /// Puts the naive world back to a state, as a failure or undo does with the store.
  private func restore(_ state: NaiveWorld, touching slots: [NaiveWorld.Slot]) {
    let slots = slots + Self.difference(naive, state)
    become(state)
    touch(slots.isEmpty ? [.init(id: "", name: "")] : slots)
  }

  private static func difference(_ old: NaiveWorld, _ new: NaiveWorld) -> [NaiveWorld.Slot] {
    Set(old.nodes.keys).union(new.nodes.keys).filter { old.nodes[$0] != new.nodes[$0] }.flatMap { id in
      ["name", "value", "rate", "flag", "link", "key", "kids", "part", "parent", "lookup"].map {
        .init(id: id, name: $0)
      }
    }
  }

  struct Stop: Error {}

  /// One turn; afterwards both sides have settled.
  ///
  /// - Parameter fails: whether the turn fails at its end.
  func turn(fails: Bool, _ body: () throws -> Void) throws {
    let (start, before) = (moment, naive)
    do {
      let went: Void? = try runtime.turn {
        try body()
        guard fails else { return }
        restore(before, touching: slots(since: start))
        throw Stop()
      }
      guard went != nil else { return }
      if moment > start {
        past.append(Step(before: before, after: naive, touched: slots(since: start)))
        future = []
      }
    } catch is Stop {}
  }

  /// An observer makes the turn that runs fail.
  func fail(_ before: NaiveWorld, since start: Int) {
    restore(before, touching: slots(since: start))
    runtime.fail(Diagnostic("test.fail", "an observer fails"))
  }

  func undo() throws {
    guard let step = past.popLast() else { return }
    future.append(step)
    restore(step.before, touching: step.touched)
    #expect(try runtime.undo(), "\(label)")
  }

  func redo() throws {
    guard let step = future.popLast() else { return }
    past.append(step)
    restore(step.after, touching: step.touched)
    #expect(try runtime.redo(), "\(label)")
  }
}

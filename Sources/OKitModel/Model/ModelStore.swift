/// Owns every entity of one runtime, and is the only one that changes them.
///
/// A store belongs to one isolation: it is not Sendable and holds no locks. It is a facade: each of its parts has its
/// own state and can be understood alone, and the extensions of the store join them to operations on entities.
package final class ModelStore {
  @usableFromInline
  package let graph = DependencyGraph()
  /// Limits the work of a turn.
  package var budget: ExecutionBudget {
    get { limits }
    set { (limits, graph.budget) = (newValue, newValue) }
  }
  // Other modules do not see that a property is unchecked: they call accessors of what every turn passes.
  @exclusivity(unchecked) private var limits = ExecutionBudget()

  // Unchecked where every property access passes: no access of these is ever made inside another one.
  package let types = TypeRegistry()
  @exclusivity(unchecked) var entities = EntityTable()
  @exclusivity(unchecked) var ids = IDIndex()
  @exclusivity(unchecked) var references = ReferenceIndex()
  @usableFromInline
  let sources: SourceTable
  @exclusivity(unchecked) var parts = EntityParts()
  /// What a write must consider besides the record.
  @exclusivity(unchecked) var modes = WriteModes()
  /// Whether an entity with a file of its own was made, and whether one of them is a partial.
  @exclusivity(unchecked) var hasParts = false
  var hasPartials: Bool { modes.contains(.partials) }
  @exclusivity(unchecked) var computed = ComputedCache()
  @exclusivity(unchecked) package var garbage = GarbageQueue()
  package var models = RegisteredModels()
  var unknownMembers = UnknownMembers()
  /// The encrypted models whose content is not in memory, with the number of their last change.
  @exclusivity(unchecked) package private(set) var closedModels: [EntityID: Int] = [:]
  /// The entities that closing the secure store has freed although something outside of the models held them, with the
  /// number of their holders.
  var dropped: [EntityID: Int32] = [:]
  /// Whether the content of encrypted models leaves the memory: it stays stored, so that references to it stay as they
  /// are.
  var isDropping = false
  /// Whether observers get no old values, and no keys of encrypted models: these must not outlive the closing of the
  /// secure store.
  @exclusivity(unchecked) package var hidesOldValues = false

  @exclusivity(unchecked) package var journal = TurnJournal()
  /// Whether a store has entities to validate.
  var hasStrictTypes = false
  /// Whether changes of some types belong to no step of the history.
  var hasUnrecordedTypes = false
  @exclusivity(unchecked) var notified = NotifiedObservers()
  @exclusivity(unchecked) package var counters = ChangeCounters()
  @exclusivity(unchecked) var didSets = DidSetState()
  /// The properties that this turn has written with the values that they had; nil while nobody asks.
  package var unchangedWrites: Set<UnchangedWrite>? {
    get { rewritten }
    _modify { yield &rewritten }
  }
  @exclusivity(unchecked) private(set) var rewritten: Set<UnchangedWrite>?
  /// The number of ids and dates that were missing in documents, and have been generated.
  package internal(set) var generatedValues = 0
  var recorders = ChangeRecorders()
  @exclusivity(unchecked) var logs = ChangeLogs()
  package let history = History()
  // Every turn asks for these. In other modules, reading a part of the store counts references.
  /// Whether the transactions that run now become steps of the history.
  package var recordsHistory: Bool {
    get { history.isRecording }
    set { history.isRecording = newValue }
  }
  /// Whether nodes of the graph wait for `flush`.
  package var hasStaleNodes: Bool { graph.isStale }
  /// The changes of mutations that wait to be sent; nil without an outbox.
  @exclusivity(unchecked) package var optimistic: OptimisticChanges?
  /// The entities that the function which runs has made before, to be made again.
  @exclusivity(unchecked) var recycled: [EntityID] = []
  /// The store as parts have it that may outlive it.
  let reference = ModelStoreReference()
  /// What was entered into secure fields.
  package let secrets: Secrets

  @exclusivity(unchecked) package var idGenerator = IDGenerator()
  /// The ids in stored documents, with a seed; nil as long as no id was made.
  var storedIDs: StoredIDs?
  /// The ids of entities that have left their model, with a seed: undoing and scripts that hold them bring them back.
  ///
  /// It only grows. Nothing says when the last holder is gone, and a seed is for tests and examples, which end soon.
  @exclusivity(unchecked) var leftIDs: Set<String> = []
  /// The registry that was made last for these models.
  weak var registry: ModelRegistry?
  /// The server that was connected last, for models that are stored on one.
  weak var server: HTTPStorage?
  /// Implements what schemas leave to scripts. The owner that sets it resets it to nil at the end.
  @exclusivity(unchecked) package var hooks: (any ModelHooks)?
  package let environment: any ModelEnvironment
  /// The time that new dates take, instead of the current one.
  @exclusivity(unchecked) var fixedTime: DateValue?
  /// The depth of nested names in the bindings that are being evaluated, including those that functions of the host
  /// evaluate.
  @exclusivity(unchecked) var bindingDepth = 0
  /// The greatest depth of names inside of names; a description that evaluates itself would never end.
  static let maximumBindingDepth = 200

  package init(_ environment: any ModelEnvironment) {
    self.environment = environment
    sources = SourceTable(graph)
    secrets = Secrets(of: reference)
    graph.budget = budget
    reference.store = self
  }

  /// Reports a problem that stops nothing, such as a computed property that fails.
  package func report(_ diagnostic: Diagnostic) { environment.report(diagnostic) }

  /// The time that new dates take.
  package var now: DateValue { fixedTime ?? environment.now }

  var localDays: any LocalDays { environment.localDays }

  deinit {
    reference.store = nil
    // The types keep their pools.
    var (type, pool): (Int32, Unmanaged<EntityRecordPool>?) = (-1, nil)
    entities.visit { _, record in
      if record.header.pointee.type != type {
        type = record.header.pointee.type
        pool = .passUnretained(self.type(of: record).pool)
      }
      pool?._withUnsafeGuaranteedRef { $0.free(record) }
    }
  }

  /// Makes these models, and no others, those whose content is not in memory.
  func setClosedModels(_ models: [EntityID: Int]) {
    for root in closedModels.keys { record(root)?.header.pointee.isClosed = false }
    closedModels = models
    for root in models.keys { record(root)?.header.pointee.isClosed = true }
    graph.changed(sources.models)
  }
}

/// A property that was written with the value that it had.
package struct UnchangedWrite: Hashable {
  package let entity: EntityID
  package let property: String

  package init(entity: EntityID, property: String) { (self.entity, self.property) = (entity, property) }
}

/// A store that may end before those that refer to it. Not a weak reference: each use of an object with one counts
/// references the slow way, and every access to a property uses the store.
final class ModelStoreReference {
  unowned(unsafe) fileprivate(set) var store: ModelStore?  // Safe: the store resets it when it ends.
}

/// What models take from the application that they belong to. A store keeps it; it must not keep the store.
package protocol ModelEnvironment: AnyObject {
  var now: DateValue { get }
  /// The days of the application's time zone.
  var localDays: any LocalDays { get }
  /// Returns the text for a key in the language of the application.
  func text(_ key: String) -> String
  /// Receives problems that stop nothing.
  func report(_ diagnostic: Diagnostic)
}

/// The parts of schemas that the host implements: computed properties, hooks and observers that are written in a
/// script.
package protocol ModelHooks: AnyObject {
  /// Returns the value of a computed property of `entity`.
  func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value
  /// Runs `didSet(old, new)`, `managed(context)`, `unmanaged(context)`, `invalidated(key)`.
  func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws
  /// Brings the data of a document of version `from` to the current one. `name` is what errors call the function.
  func migrate(_ function: FunctionRef, named name: String, document: JSONValue, from version: Int) throws -> JSONValue
  /// Merges two versions of a model that have changed `base`, which is nil if it is not known. `name` is what errors
  /// call the function.
  /// - Returns: The merged version; nil to resolve nothing.
  func merge(
    _ function: FunctionRef, named name: String, of entity: EntityID, mine: JSONValue, theirs: JSONValue,
    base: JSONValue?
  ) throws -> JSONValue?
  /// Calls a function of the storage of a class of models: `read`, `write` or `delete`. `name` is what errors call it.
  ///
  /// - Parameters:
  ///   - path: Of the document, below the folder of models.
  ///   - bytes: What is to be written; nil for another function.
  /// - Returns: What was read; nil for nothing.
  func callStorage(_ function: FunctionRef, named name: String, path: String, bytes: [UInt8]?) throws -> [UInt8]?
  /// The number of the host's functions that have not returned; nil when those of another host run among them, so that
  /// they cannot be ended and called again.
  var callDepth: Int? { get }
  /// The number of times that a function has run out of stack, including errors that it has caught.
  var stackOverflows: Int { get }
  /// Returns whether a limit has caused an error, so that the function may succeed another time.
  func isLimit(_ error: Diagnostic) -> Bool
}

extension ModelHooks {
  package func callStorage(
    _ function: FunctionRef, named name: String, path: String, bytes: [UInt8]?
  ) throws -> [UInt8]? {
    throw Diagnostic("storage.class", "\(name) cannot be called: the program has no functions of classes")
  }

  package var callDepth: Int? { 0 }
  package var stackOverflows: Int { 0 }
  package func isLimit(_ error: Diagnostic) -> Bool { Diagnostic.limits.contains(error.code) }
}

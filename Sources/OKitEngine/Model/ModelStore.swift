/// Owns every entity of one runtime, and is the only one that changes them.
///
/// A store belongs to one isolation: it is not Sendable and holds no locks. Entities are rows in raw memory reached by
/// `EntityID`s; a handle of an entity that is gone is recognised by its generation and reads as nil.
public final class ModelStore {
  /// The type of entities that are gone, and of no property.
  static let noType: Int32 = -2

  @usableFromInline
  struct Record: BitwiseCopyable {
    @usableFromInline var row: UnsafeMutableRawPointer?
    @usableFromInline var generation: UInt32 = 0
    @usableFromInline var type: Int32 = ModelStore.noType
  }

  public let graph = DependencyGraph()
  /// Ends what takes too long.
  @exclusivity(unchecked) public var work = ExecutionBudget()
  // Unchecked where every property access passes: no access of these is ever made inside another one.
  @exclusivity(unchecked) public internal(set) var types: [EntityType] = []
  var typesByName: [String: EntityType] = [:]
  @exclusivity(unchecked) var records = Slab<Record>(capacity: 256)
  @exclusivity(unchecked) var ids = IDIndex()
  @exclusivity(unchecked) var idSources: [String: SourceID] = [:]
  /// Where the records are, for `PlainProperty`.
  @exclusivity(unchecked) @usableFromInline var recordBase: UnsafeMutablePointer<Record>
  @exclusivity(unchecked) @usableFromInline var recordCount: UInt32 = 0
  /// The `ModelRef`s by the key that they hold.
  var references: [String: Set<EntityID>] = [:]
  /// The members of documents that no property of the schema holds; written back as they were.
  var unknownKeys: [EntityID: [String: JSONValue]] = [:]
  @exclusivity(unchecked) var sourceLinks = Slab<SourceLink>()
  var computedCells: [UInt64: ComputedCell] = [:]
  @exclusivity(unchecked) var garbage: [EntityID] = []
  /// Registered models by name, and their names by root.
  public internal(set) var roots: [String: EntityID] = [:]
  var rootNames: [EntityID: String] = [:]
  var changeNumbers = ChangeNumbers()
  /// Rows with this number have had their model marked as changed.
  @exclusivity(unchecked) var epoch: UInt32 = 1
  /// The state of a row to which a write has nothing to do but to write; that of no row while changes are collected.
  @exclusivity(unchecked) @usableFromInline var fastState = EntityRecordHeader.state(firstSource: -1, epoch: 1)
  /// The bytes of the last document of each model.
  var documentSizes: [EntityID: Int] = [:]
  @exclusivity(unchecked) var journal: [Mutation] = []
  @exclusivity(unchecked) var journalNumbers: [JournalNumber] = []
  var journalRoots: [JournalRoot] = []
  @exclusivity(unchecked) var transactionDepth = 0 { didSet { setFastState() } }
  @exclusivity(unchecked) var isReplaying = false
  @exclusivity(unchecked) var isRollingBack = false
  /// While set, the indexes of ids and references are left as they are: they are made anew before anybody looks.
  @exclusivity(unchecked) var indexesLater = false
  /// While set, changes invalidate nothing: they are taken back before anybody looks.
  @exclusivity(unchecked) var isQuiet = false { didSet { setFastState() } }
  /// The computed property whose function runs.
  @exclusivity(unchecked) var computing: ComputedCell? { didSet { setFastState() } }
  var runningDidSets: Set<UInt64> = []
  /// The collections with a `didSet` that an operation is changing.
  var changingCollections: Set<UInt64> = []
  /// While an entity gets its first values, nobody observes them.
  var isCreating = false
  /// While a snapshot is applied: what left its place, to see at the end whether it is gone.
  var deferredRemovals: [EntityID]?
  var prunedLookups = 1024
  var recorders: [ObjectIdentifier: ChangeRecorder] = [:]
  public let history = History()
  /// Hears of the changes of each outermost transaction, after it, and of those of undoing and redoing.
  public var onCommit: ((ChangeSet) -> Void)?
  public var idsGenerator = IDGenerator()
  /// Implements what schemas leave to scripts. Whoever sets it takes it away again in the end.
  public var hooks: (any ModelHooks)?
  /// Hears of problems that stop nothing, such as a computed property that fails.
  public var report: (Diagnostic) -> Void = { _ in }
  /// The moment of new dates.
  public var now: () -> DateValue = { DateValue(secondsSince2001: 0) }
  /// Read by what depends on the time or the language; the runtime marks them changed.
  public let clockSource: SourceID
  public let localeSource: SourceID
  let rootsSource: SourceID
  /// Read by what was cut short.
  let workSource: SourceID
  public let referenceType: EntityType
  public let entityType: EntityType

  public init() {
    recordBase = records.base
    clockSource = graph.makeSource(key: SourceKey.clock)
    localeSource = graph.makeSource(key: SourceKey.locale)
    rootsSource = graph.makeSource(key: SourceKey.models)
    workSource = graph.makeSource(key: SourceKey.work)
    // The three built-in types declare no property twice, so their layout cannot fail.
    (entityType, referenceType) = BuiltInTypes.make()
    for type in [entityType, referenceType] + BuiltInTypes.models(entityType) { adopt(type) }
  }

  deinit {
    for index in 0..<Int32(records.count) {
      let record = records[index]
      if let row = record.row { types[Int(record.type)].rows.free(EntityRecord(memory: row)) }
    }
  }

  // MARK: Types

  private func adopt(_ type: EntityType) {
    type.index = Int32(types.count)
    // Collections of the supertype may be watched already, and hold entities of this one from now on.
    for (own, inherited) in zip(type.properties, type.superType?.properties ?? []) {
      own.watchCount = inherited.watchCount
    }
    types.append(type)
    typesByName[type.name] = type
  }

  /// Defines a type below `superType`.
  ///
  /// - Throws: `model.duplicateType`, `model.duplicateProperty`.
  @discardableResult
  public func define(
    _ name: String, extending superType: EntityType, properties: [Property], place: Diagnostic.Place? = nil
  ) throws -> EntityType {
    if let taken = typesByName[name] {
      let whereItIs = taken.place.map { " at \($0)" } ?? " by okit itself"
      throw Diagnostic("model.duplicateType", "the class \"\(name)\" is already defined\(whereItIs)", place: place)
    }
    // A property has its place in the rows of one type.
    let properties = properties.map { $0.slot < 0 ? $0 : $0.copy() }
    for property in properties where property.storage != .none && !property.defaultValue.isNull {
      property.defaultValue = try convert(
        default: property.defaultValue, to: property.type, for: "\(name).\(property.name)")
    }
    let type = try EntityType(name: name, superType: superType, own: properties, modelKind: nil, place: place)
    adopt(type)
    return type
  }

  public func type(named name: String) -> EntityType? { typesByName[name] }

  /// The type of that name, or an error with the nearest one.
  public func requireType(_ name: String, for user: @autoclosure () -> String) throws -> EntityType {
    if let type = typesByName[name] { return type }
    throw Diagnostic(
      "model.unknownType", "\(user()): there is no entity class \"\(name)\"",
      hint: NearestName.hint(for: name, in: typesByName.keys))
  }

  /// The properties whose types name classes that nobody has defined: an error for what the property owns, a warning
  /// for a reference, which is only a key.
  public func checkTypes() -> [Diagnostic] {
    types.flatMap { type in
      type.properties.compactMap { property in
        let inner = (property.type.element ?? property.type).unwrapped
        let (name, isOwned): (String, Bool)
        switch inner {
        case .entity(let target): (name, isOwned) = (target, true)
        case .reference(let target, _): (name, isOwned) = (target, false)
        default: return nil
        }
        guard typesByName[name] == nil else { return nil }
        return Diagnostic(
          "model.unknownType", "\(type.name).\(property.name): there is no entity class \"\(name)\"",
          severity: isOwned ? .error : .warning, place: type.place,
          hint: NearestName.hint(for: name, in: typesByName.keys))
      }
    }
  }

  // MARK: Entities

  @inline(__always)
  func record(_ entity: EntityID) -> Record? {
    guard entity.index < UInt32(records.count) else { return nil }
    let record = records[Int32(bitPattern: entity.index)]
    return record.generation == entity.generation && record.row != nil ? record : nil
  }

  @inline(__always)
  func row(_ entity: EntityID) -> EntityRecord? { record(entity)?.row.map(EntityRecord.init) }

  public func exists(_ entity: EntityID) -> Bool { record(entity) != nil }

  public func type(of entity: EntityID) -> EntityType? { record(entity).map { types[Int($0.type)] } }

  public func isManaged(_ entity: EntityID) -> Bool { row(entity)?.header.pointee.isManaged ?? false }

  public func id(of entity: EntityID) -> String? { row(entity)?.header.pointee.id }

  /// The number of entities alive.
  public var entityCount: Int { records.live }

  /// A new, unmanaged entity with the defaults of its type and a fresh id. O(properties).
  public func make(_ type: EntityType, id: String? = nil) -> EntityID {
    let entity = makeUnheld(type, id: id)
    garbage.append(entity)
    return entity
  }

  /// As `make`, for a caller that gives the entity its place at once, or to the garbage.
  func makeUnheld(_ type: EntityType, id: String?) -> EntityID {
    let row = type.rows.make()
    row.header.pointee.id = id ?? idsGenerator.next()
    let generation = records.next.map { $0.generation &+ 1 } ?? firstGeneration
    let index = records.allocate(Record(row: row.memory, generation: generation, type: type.index))
    (recordBase, recordCount) = (records.base, UInt32(truncatingIfNeeded: records.count))
    row.header.pointee.number = UInt32(bitPattern: index)
    row.header.pointee.type = type.index
    let entity = EntityID(index: UInt32(bitPattern: index), generation: generation)
    for property in type.rows.collections { row.setCollection(property, CollectionStorage(property.type)) }
    for property in type.rows.moments { row.write(property, .date(now())) }
    for property in type.rows.references {
      // Who reads a document gives the ids later.
      let reference = makeUnheld(referenceType, id: id == "" ? "" : nil)
      row.write(property, .entity(reference))
      place(reference, in: entity, slot: property.slot)
    }
    return entity
  }

  /// Where generations begin. Stores with different ones have no handle in common for a long while, so that a handle of
  /// one is recognised as stale by the other.
  public var firstGeneration: UInt32 = 1

  static func key(_ entity: EntityID, _ slot: Int32) -> UInt64 {
    // Beginning with 1: no key is 0.
    (UInt64(entity.index) + 1) << 32 | UInt64(UInt32(bitPattern: slot))
  }
}

/// What schemas leave to the host: computed properties, hooks and observers that are written in a script.
public protocol ModelHooks: AnyObject {
  /// The value of a computed property of `entity`.
  func compute(_ function: FunctionRef, of entity: EntityID) throws -> Value
  /// Runs `didSet(old, new)`, `managed(context)`, `unmanaged(context)`, `invalidated(key)`.
  func run(_ function: FunctionRef, of entity: EntityID, arguments: [Value]) throws
  /// Brings the plain data of a document of version `from` to the current one.
  func migrate(_ function: FunctionRef, document: JSONValue, from version: Int) throws -> JSONValue
}

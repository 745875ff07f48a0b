/// A class of entities: its properties, functions and place in the inheritance.
///
/// A type belongs to one `ModelStore`, does not change its properties once defined, and computes the layout of its
/// records when made.
package final class EntityType {
  package static let referenceName = "ModelRef"
  /// The property of a reference that holds the id of what it refers to.
  package static let referenceKey = "refKey"

  package let name: String
  package let superType: EntityType?
  /// All properties, inherited ones first; a property's index is its slot.
  package let properties: [Property]
  /// The kind of storage for the models of the type; nil for a type of other entities.
  let modelKind: ModelKind?
  /// The place where a script defined the type.
  package let place: Diagnostic.Place?
  /// The version of the schema that documents of this model carry.
  package var version = 1
  /// Migrates the data of an older document; receives it and its version.
  package var migration: FunctionRef?
  /// The document with which a model begins of which nothing is stored; nil for an empty one.
  package var content: ModelContent?
  /// Whether a store validates the entities of the type; nil for the answer of the supertype.
  package internal(set) var strict: Bool?
  /// Whether changes of entities of the type belong to the steps of the history; nil for the answer of the supertype.
  package internal(set) var history: Bool?
  /// The names in a database, as a script gives them; `key` also names the key of a service.
  @exclusivity(unchecked) package var rows = RowNames()
  /// The paths to properties in the data of a service, where they have other names there.
  package var paths: [String: [String]] = [:]

  @exclusivity(unchecked) package internal(set) var index: Int32 = -1
  private let slots: [String: Int]
  @exclusivity(unchecked) private var functions: [String: FunctionRef] = [:]
  /// The size of a record in bytes: header, nil bits, values.
  let recordSize: Int
  /// The records of its entities; most types of a store have none.
  var pool: EntityRecordPool { unmanagedPool._withUnsafeGuaranteedRef { $0 } }
  /// The same, for each new entity.
  var unmanagedPool: Unmanaged<EntityRecordPool> {
    if let knownPool { return knownPool }
    let pool = EntityRecordPool(recordSize: recordSize, properties: properties)
    madePool = pool
    knownPool = .passUnretained(pool)
    return .passUnretained(pool)
  }
  /// Never replaced, so that it outlives each use of `knownPool`, which is the same without counting references.
  @exclusivity(unchecked) private var madePool: EntityRecordPool?
  @exclusivity(unchecked) private var knownPool: Unmanaged<EntityRecordPool>?
  private let functionCount: FunctionCount
  /// The members of documents of this type, in the order of writing.
  var document: DocumentSchema {
    if let schema = madeSchema { return schema }
    let schema = DocumentSchema(self)
    madeSchema = schema
    return schema
  }
  @exclusivity(unchecked) private var madeSchema: DocumentSchema?
  /// What making entities of the type has to know. Unmanaged, because each member of a new entity asks for it;
  /// `madePlan` retains it.
  var plan: Unmanaged<CreationPlan> {
    if let knownPlan { return knownPlan }
    let plan = CreationPlan(self)
    madePlan = plan
    knownPlan = .passUnretained(plan)
    return .passUnretained(plan)
  }
  @exclusivity(unchecked) private var madePlan: CreationPlan?
  @exclusivity(unchecked) private var knownPlan: Unmanaged<CreationPlan>?
  /// The properties that own entities.
  let owners: [Property]
  let ownerLocations: [PropertyLocation]
  let computed: [Property]
  /// The properties that no change, log, message and screen shows.
  package let secrets: [Property]
  let hasSecrets: Bool
  /// Whether it is the type of references or a subtype.
  package let isReference: Bool
  /// The class to which the references of a type refer; only checks have such types, which no entity is of.
  package private(set) var referredType: EntityType?
  /// The property whose value has a file of its own; nil for most types.
  package let lazyProperty: Property?
  /// The place of that property among those of the type; -1 for none.
  let lazySlot: Int32
  /// The property of a blob that has the number of its bytes; nil for other types.
  let sizeProperty: Property?
  /// The property of a blob that has its bytes; nil for other types.
  var dataProperty: Property? { properties.first { $0.role == .blobData || $0.role == .inlineData } }
  /// Whether okit itself defines it.
  private(set) var isBuiltIn = false
  /// The property of a reference that holds the id of what it refers to; nil for other types.
  let keyProperty: Property?

  private init(
    _ name: String, _ superType: EntityType?, _ properties: [Property], _ modelKind: ModelKind?,
    _ place: Diagnostic.Place?
  ) {
    (self.name, self.superType, self.modelKind, self.place) = (name, superType, modelKind, place)
    self.properties = properties
    // The properties of the super type come first, so that a type with as many has the same ones.
    slots =
      superType.flatMap { $0.properties.count == properties.count ? $0.slots : nil }
      ?? Dictionary(properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
    recordSize = Self.layOut(properties)
    owners = properties.filter { !$0.isComputed && $0.ownsEntities }
    ownerLocations = owners.map(\.location)
    computed = properties.filter { $0.isComputed }
    secrets = properties.filter(\.isSecret)
    hasSecrets = !secrets.isEmpty
    lazyProperty = properties.first(where: \.isLazy)
    lazySlot = lazyProperty?.slot ?? -1
    sizeProperty = properties.first { $0.role == .size }
    isReference = name == Self.referenceName || superType?.isReference == true
    keyProperty = isReference ? properties.first { $0.name == Self.referenceKey } : nil
    functionCount = superType?.functionCount ?? FunctionCount()
  }

  /// Makes a built-in type, whose names are known to be distinct.
  convenience init(builtIn name: String, superType: EntityType?, own: [Property], modelKind: ModelKind?) {
    self.init(name, superType, (superType?.properties.map { $0.copy() } ?? []) + own, modelKind, nil)
    isBuiltIn = true
  }

  /// Makes the type of references to the entities of a class, for checks.
  convenience init(referenceTo type: EntityType, _ reference: EntityType) {
    self.init(builtIn: reference.name, superType: reference, own: [], modelKind: nil)
    referredType = type
  }

  /// - Throws: `model.duplicateProperty` when a name is taken.
  convenience init(
    name: String, superType: EntityType?, own: [Property], modelKind: ModelKind?, place: Diagnostic.Place?
  ) throws {
    let inherited = superType?.properties.map { inherited in
      own.first { $0.name == inherited.name } ?? inherited.copy()
    }
    // Those of a script are sorted already.
    if !zip(own, own.dropFirst()).allSatisfy({ $0.name < $1.name }) {
      var ownNames: Set<String> = []
      for property in own where !ownNames.insert(property.name).inserted {
        throw Diagnostic("model.duplicateProperty", "\(name) declares \"\(property.name)\" twice", place: place)
          .from(Diagnostic.Origin(owner: name, property: property.name, place: place))
      }
    }
    let isFirst = superType?.properties.isEmpty ?? true
    let all = isFirst ? own : (inherited ?? []) + own.filter { superType?.property(named: $0.name) == nil }
    for property in all where Self.isReserved(property.name) {
      throw Diagnostic(
        "model.duplicateProperty", "\(name) cannot declare \"\(property.name)\": every entity has it", place: place
      ).from(Diagnostic.Origin(owner: name, property: property.name, place: place))
    }
    self.init(name, superType, all, modelKind ?? superType?.modelKind, place)
  }

  /// Gives each property its slot and its place in the record, widest first, so that all are aligned.
  private static func layOut(_ properties: [Property]) -> Int {
    for (slot, property) in properties.enumerated() { property.location.slot = Int32(slot) }
    var offset = EntityRecordHeader.valueOffset(forProperties: properties.count)
    for size in [16, 8, 4, 1] {
      for property in properties where property.storage.size == size {
        property.location.offset = Int32(offset)
        offset += size
      }
    }
    return (offset + 7) & ~7
  }

  /// Names that every entity has.
  package static let reservedNames: Set<String> = ["id", "parent", "model"]

  /// As `reservedNames`, without hashing most names.
  private static func isReserved(_ name: String) -> Bool {
    switch name.utf8.count {
    case 2, 5, 6: reservedNames.contains(name)
    default: false
    }
  }

  package func property(named name: String) -> Property? { slots[name].map { properties[$0] } }

  package func slot(named name: String) -> Int? { slots[name] }

  /// Returns the place of the property with a name in UTF-8, without making a text of it; nil for any other name.
  package func slot(named name: UnsafeBufferPointer<UInt8>) -> Int? {
    // Texts that Swift calls equal may differ in their bytes.
    plan._withUnsafeGuaranteedRef { $0.names.slot(of: name) } ?? slots[String(decoding: name, as: UTF8.self)]
  }

  /// The names of the members of new entities, for as long as the type lives.
  package var memberNames: MemberNames { plan._withUnsafeGuaranteedRef { $0.names } }

  /// Returns the function of that name: the type's own, else the nearest inherited one.
  package func function(named name: String) -> FunctionRef? {
    if !functions.isEmpty, let own = functions[name] { return own }
    return superType?.function(named: name)
  }

  /// Whether the type itself, and not one above it, defines a function.
  package func hasOwnFunction(named name: String) -> Bool { functions[name] != nil }

  /// The names of the functions of a storage.
  package static let storageNames = ["read", "write", "delete"]

  /// The functions that are the storage of its models, in place of the files of the application; nil without them.
  package var storageFunctions: (read: FunctionRef, write: FunctionRef, delete: FunctionRef?)? {
    guard canHaveStorageFunctions, let read = function(named: "read"),
      let write = function(named: "write")
    else { return nil }
    return (read, write, function(named: "delete"))
  }

  package func define(function name: String, _ function: FunctionRef) {
    functions[name] = function
    noteDefinition()
  }

  /// Notes that a function, or a type, of the hierarchy was defined.
  func noteDefinition() { functionCount.value.pointee += 1 }

  /// A number that grows when a function is defined here or in any type of the same hierarchy, or such a type, so that
  /// compiled bindings resolve their names again.
  package var epoch: Int { functionCount.value.pointee }

  /// The address of `epoch`, valid for as long as the type lives.
  package var epochPlace: UnsafePointer<Int> { UnsafePointer(functionCount.value) }

  private final class FunctionCount {
    let value = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() { value.initialize(to: 0) }

    deinit { value.deallocate() }
  }

  /// The functions that the engine calls, looked up again when one is defined.
  var hooks: Hooks {
    let epoch = epoch
    if let known = knownHooks, known.epoch == epoch { return known.hooks }
    let hooks = Hooks(
      managed: function(named: "managed"), unmanaged: function(named: "unmanaged"),
      invalidated: function(named: "invalidated"), sync: function(named: "sync"))
    knownHooks = (epoch, hooks)
    return hooks
  }
  @exclusivity(unchecked) private var knownHooks: (epoch: Int, hooks: Hooks)?

  struct Hooks {
    let managed, unmanaged, invalidated, sync: FunctionRef?
  }

  package var functionNames: Set<String> {
    Set(functions.keys).union(superType?.functionNames ?? [])
  }

  package func isSubtype(of other: EntityType) -> Bool {
    self === other || superType?.isSubtype(of: other) == true
  }

  package func isSubtype(of name: String) -> Bool {
    self.name == name || superType?.isSubtype(of: name) == true
  }
}

internal import CLua

/// The tables from which applications have read the properties of entity classes without a mistake: others that run
/// the same scripts copy the properties.
///
/// Used by one thread at a time.
final class KnownClasses {
  /// The content of a table.
  struct Content {
    fileprivate let hash: UInt64
    fileprivate let copy: LuaValueCopy
    fileprivate let functionCount: Int
  }

  private final class Entry {
    let copy: LuaValueCopy
    let properties: [Property]
    /// The places of the properties that have the functions of the table, in its order.
    let owners: [Int]
    /// The hash of the entry that followed it last.
    var next: UInt64?

    init(copy: LuaValueCopy, properties: [Property], owners: [Int]) {
      (self.copy, self.properties, self.owners) = (copy, properties, owners)
    }

    func isCopy(of table: ClassTable) -> Bool { copy.isCopy(of: table.items) { _ in 0 } }
  }

  private var entries: [UInt64: Entry] = [:]
  /// The entry that was found last. Applications with the same scripts define in the same order.
  private var last: Entry?
  /// A script may define any number of classes.
  private static let capacity = 4096

  /// Returns copies of the properties that were read from a table with the same content, with its functions; nil if
  /// none was.
  func properties(of table: ClassTable, _ host: ScriptHost) throws -> [Property]? {
    guard let entry = entry(for: table) else { return nil }
    var properties = entry.properties.map { $0.copy() }
    for (owner, function) in zip(entry.owners, table.functions(host.state.core)) {
      let property = properties[owner]
      if property.computed == nil {
        properties[owner] = property.copy(computed: nil, didSet: host.register(function))
        let count = try SchemaReader.argumentCount(ofDidSet: function, host)
        // The copy has the count of the earlier function.
        properties[owner].didSetArgumentCount = count ?? Property.allDidSetArguments
      } else {
        properties[owner] = property.copy(computed: host.register(function), didSet: nil)
      }
    }
    return properties
  }

  private func entry(for table: ClassTable) -> Entry? {
    guard table.isKnowable else { return nil }
    if let next = last?.next, let entry = entries[next], entry.isCopy(of: table) {
      last = entry
      return entry
    }
    let hash = table.hash
    guard let entry = entries[hash], entry.isCopy(of: table) else { return nil }
    last?.next = hash
    last = entry
    return entry
  }

  /// Adds the properties that were read from a table, before a type has them.
  ///
  /// - Parameter names: The names of the properties in the order of the table.
  func add(_ properties: [Property], of content: Content, _ names: [String]) {
    let owners = names.compactMap { name in
      properties.firstIndex { $0.name == name && ($0.computed != nil || $0.didSet != nil) }
    }
    // A secret is also declared to the store of each application.
    guard owners.count == content.functionCount, !properties.contains(where: \.isSecret) else { return }
    if entries.count == Self.capacity { (entries, last) = ([:], nil) }
    entries[content.hash] = Entry(copy: content.copy, properties: properties.map { $0.copy() }, owners: owners)
  }
}

/// The table that a script passes for the properties of an entity class, as C has written it.
///
/// Borrowed from Lua: to be used before anything else enters the state.
struct ClassTable {
  let items: UnsafeBufferPointer<okit_value>
  /// Whether it has nothing that belongs to one application, besides its functions.
  let isKnowable: Bool
  private let functionCount: Int

  /// - Throws: `lua.argument` when the argument is not a table.
  init(_ call: borrowing LuaCall, _ index: Int) throws {
    items = try call.items(ofTable: index)
    var (functionCount, isKnowable) = (0, true)
    for item in items {
      switch item.tag {
      case .none, .bool, .int, .double, .text, .table: break
      case .function: functionCount += 1
      case .object, .other: isKnowable = false
      }
    }
    (self.functionCount, self.isKnowable) = (functionCount, isKnowable)
  }

  /// A hash of the content without its functions.
  fileprivate var hash: UInt64 {
    var hash = ContentHash()
    for item in items { hash.add(item) }
    return hash.value
  }

  var content: KnownClasses.Content? {
    isKnowable ? .init(hash: hash, copy: LuaValueCopy(items) { _ in 0 }, functionCount: functionCount) : nil
  }

  /// Returns the functions in the table, in its order, which the result owns. To be called once, instead of `value`.
  func functions(_ core: LuaCore) -> [LuaFunction] {
    guard functionCount > 0 else { return [] }
    return items.filter { $0.tag == .function }.map { LuaReference(core: core, slot: $0.reference) }
  }

  /// Returns the table, which then owns the functions in it.
  func value(_ core: LuaCore) throws -> LuaTable {
    guard let start = items.baseAddress else { return LuaTable() }
    var decoder = LuaDecoder(core: core, next: start)
    guard case .table(let table) = try decoder.value() else { return LuaTable() }
    return table
  }
}

extension LuaCall {
  /// Returns the content of a table as C has written it, to be used before anything else enters the state.
  ///
  /// - Throws: `lua.argument` when the argument is not a table.
  func items(ofTable index: Int) throws -> UnsafeBufferPointer<okit_value> {
    let argument = argument(index)
    guard argument.tag == .table else { throw mismatch(index, "table") }
    var values = okit_values()
    try entry.core.check { okit_read($0, argument.reference, &values) }
    return values.items.map { UnsafeBufferPointer(start: $0, count: LuaDecoder.end(of: $0) - $0) }
      ?? UnsafeBufferPointer(start: nil, count: 0)
  }
}

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
  }

  private struct Entry {
    let copy: LuaValueCopy
    let properties: [Property]
  }

  private var entries: [UInt64: Entry] = [:]
  /// A script may define any number of classes.
  private static let capacity = 4096

  /// Returns copies of the properties that were read from a table with the same content; nil if none was.
  func properties(of table: ClassTable) -> [Property]? {
    guard let hash = table.hash, let entry = entries[hash], entry.copy.isCopy(of: table.items, { _ in 0 }) else {
      return nil
    }
    return entry.properties.map { $0.copy() }
  }

  /// Adds the properties that were read from a table, before a type has them.
  func add(_ properties: [Property], of content: Content) {
    // A secret is also declared to the store of each application.
    guard !properties.contains(where: \.isSecret) else { return }
    if entries.count == Self.capacity { entries = [:] }
    entries[content.hash] = Entry(copy: content.copy, properties: properties.map { $0.copy() })
  }
}

/// The table that a script passes for the properties of an entity class, as C has written it.
///
/// Borrowed from Lua: to be used before anything else enters the state.
struct ClassTable {
  let items: UnsafeBufferPointer<okit_value>
  /// A hash of the content; nil when it has functions, or something else that belongs to one application.
  let hash: UInt64?

  /// - Throws: `lua.argument` when the argument is not a table.
  init(_ call: borrowing LuaCall, _ index: Int) throws {
    items = try call.items(ofTable: index)
    var hash = ContentHash()
    for item in items {
      hash.add(item)
      switch item.tag {
      case .none, .bool, .int, .double, .text, .table: break
      case .function, .object, .other:
        self.hash = nil
        return
      }
    }
    self.hash = hash.value
  }

  var content: KnownClasses.Content? { hash.map { .init(hash: $0, copy: LuaValueCopy(items) { _ in 0 }) } }

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

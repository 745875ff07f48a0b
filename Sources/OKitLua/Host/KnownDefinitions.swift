internal import CLua

/// The tables from which applications have read the properties of classes and components without a mistake: others that
/// run the same scripts read the same tables when something asks for a property.
///
/// Used by one thread at a time.
final class KnownDefinitions {
  final class Entry {
    /// Differs from that of any other content.
    let number: Int
    let copy: LuaValueCopy
    fileprivate let descriptor: ObjectIdentifier
    /// The values that an application has read; nil before one has, and for values that belong to one application.
    @exclusivity(unchecked) var values: SharedValues?
    /// The index of the entry that followed it last.
    @exclusivity(unchecked) fileprivate var next: Int?

    fileprivate init(number: Int, copy: LuaValueCopy, descriptor: ObjectIdentifier) {
      (self.number, self.copy, self.descriptor) = (number, copy, descriptor)
    }

    fileprivate func isCopy(of table: borrowing DefinitionTable) -> Bool {
      descriptor == table.descriptor && copy.isCopy(of: table.items) { table.identity($0) }
    }
  }

  // Unchecked because every definition asks for them: no access of these is ever made inside another one.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The indices of the entries by the hashes of their content.
  @exclusivity(unchecked) private var places: [UInt64: Int] = [:]
  /// The entry that was found or added last. Applications with the same scripts define in the same order.
  @exclusivity(unchecked) private var last: Entry?
  private var count = 0
  /// A script may define any number of classes.
  private static let capacity = 4096

  /// Returns the table that has the same content and is for the same class.
  func entry(for table: borrowing DefinitionTable) -> Entry? {
    guard table.isKnowable else { return nil }
    if let next = last?.next, entries[next].isCopy(of: table) {
      last = entries[next]
      return last
    }
    guard let place = places[table.hash], entries[place].isCopy(of: table) else { return nil }
    last?.next = place
    last = entries[place]
    return last
  }

  /// Adds the copy of a knowable table with its hash and the class that it is for.
  func add(_ copy: LuaValueCopy, _ hash: UInt64, _ descriptor: ObjectIdentifier) -> Entry {
    if entries.count == Self.capacity { (entries, places, last) = ([], [:], nil) }
    count += 1
    let entry = Entry(number: count, copy: copy, descriptor: descriptor)
    places[hash] = entries.count
    last?.next = entries.count
    last = entry
    entries.append(entry)
    return entry
  }
}

/// A hash of the content of a table, which is compared afterwards: that two have the same one only takes time.
struct ContentHash {
  private(set) var value: UInt64 = 0

  @inline(__always)
  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var last: UInt64 = 0
    while offset < bytes.count {
      last = last << 8 | UInt64(bytes[offset])
      offset += 1
    }
    add(last)
  }

  /// Adds the tag of an item, and its content unless that is a function or an object.
  mutating func add(_ item: okit_value) {
    add(UInt64(item.tag.rawValue))
    switch item.tag {
    case .text:
      add(UInt64(item.length))
      add(UnsafeRawBufferPointer(LuaDecoder.bytes(item)))
    case .table:
      add(item.bits)
      add(UInt64(item.length))
    case .none, .bool, .int, .double: add(item.bits)
    case .function, .object, .other: break
    }
  }
}

/// The table that a script passes for the properties of a class or component, as C has written it.
///
/// Borrowed from Lua: to be used before anything else enters the state.
struct DefinitionTable: ~Copyable {
  let items: UnsafeBufferPointer<okit_value>
  let descriptor: ObjectIdentifier
  /// The functions and objects in it, in order.
  let functions: [LuaFunction]
  let objects: [LuaObject]
  /// The components among the objects. Lua may collect an object before its component is read.
  let components: [Component]
  /// Whether it has nothing whose content may change: no other objects.
  let isKnowable: Bool
  private let handler: ComponentKindHandler

  /// - Throws: `lua.argument` when the argument is not a table.
  init(
    _ call: borrowing LuaCall, _ index: Int, for descriptor: ComponentDescriptor, _ handler: ComponentKindHandler
  ) throws {
    let core = call.entry.core
    let items = try call.items(ofTable: index)
    try core.budget.step(items.count)
    self.items = items
    (self.descriptor, self.handler) = (ObjectIdentifier(descriptor), handler)
    var (functions, objects, components): ([LuaFunction], [LuaObject], [Component]) = ([], [], [])
    var isKnowable = true
    for item in items {
      switch item.tag {
      case .function: functions.append(LuaReference(core: core, slot: item.reference))
      case .object:
        let object = LuaObject(kind: LuaKind(rawValue: item.kind), bits: item.bits)
        objects.append(object)
        if let component = handler.component(object) { components.append(component) } else { isKnowable = false }
      case .none, .bool, .int, .double, .text, .table: break
      case .other: isKnowable = false
      }
    }
    (self.functions, self.objects, self.components) = (functions, objects, components)
    self.isKnowable = isKnowable
  }

  /// A hash of the content.
  var hash: UInt64 {
    var hash = ContentHash()
    for item in items {
      hash.add(item)
      if item.tag == .object { hash.add(identity(item)) }
    }
    hash.add(UInt64(UInt(bitPattern: descriptor)))
    return hash.value
  }

  /// What stands for a function or an object: of a component, its class. What a property accepts depends on that.
  func identity(_ item: okit_value) -> UInt64 {
    guard item.tag == .object,
      let descriptor = handler.descriptor(LuaObject(kind: LuaKind(rawValue: item.kind), bits: item.bits))
    else { return 0 }
    return UInt64(UInt(bitPattern: ObjectIdentifier(descriptor)))
  }

  var copy: LuaValueCopy { LuaValueCopy(items) { identity($0) } }
}

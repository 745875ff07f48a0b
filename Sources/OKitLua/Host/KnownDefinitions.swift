internal import CLua

/// The tables from which applications have read the properties of classes and components without a mistake: others that
/// run the same scripts read the same tables when something asks for a property.
///
/// Used by one thread at a time.
final class KnownDefinitions {
  struct Entry {
    /// Differs from that of any other content.
    let number: Int
    let copy: LuaValueCopy
    fileprivate let descriptor: ObjectIdentifier
  }

  private var entries: [Int: Entry] = [:]
  private var count = 0
  /// A script may define any number of classes.
  private static let capacity = 4096

  /// Returns the table that has the same content and is for the same class.
  func entry(for table: DefinitionTable) -> Entry? {
    guard let hash = table.hash, let entry = entries[hash], entry.descriptor == table.descriptor,
      entry.copy.isCopy(of: table.items, table.identity)
    else { return nil }
    return entry
  }

  /// Adds the copy of a table; nil for one with something whose content may change.
  func add(_ copy: LuaValueCopy, of table: DefinitionTable) -> Entry? {
    guard let hash = table.hash else { return nil }
    if entries.count == Self.capacity { entries = [:] }
    count += 1
    let entry = Entry(number: count, copy: copy, descriptor: table.descriptor)
    entries[hash] = entry
    return entry
  }
}

/// The table that a script passes for the properties of a class or component, as C has written it.
///
/// Borrowed from Lua: to be used before anything else enters the state.
struct DefinitionTable {
  let items: UnsafeBufferPointer<okit_value>
  let descriptor: ObjectIdentifier
  /// The functions and objects in it, in order.
  let functions: [LuaFunction]
  let objects: [LuaObject]
  /// The components among the objects. Lua may collect an object before its component is read.
  let components: [(object: LuaObject, component: Component)]
  /// A hash of the content; nil when it has something whose content may change.
  let hash: Int?
  private let handler: ComponentKindHandler

  /// - Throws: `lua.argument` when the argument is not a table.
  init(
    _ call: borrowing LuaCall, _ index: Int, for descriptor: ComponentDescriptor, _ handler: ComponentKindHandler
  ) throws {
    let (argument, core) = (call.argument(index), call.entry.core)
    guard argument.tag == .table else { throw call.mismatch(index, "table") }
    var values = okit_values()
    try core.check { okit_read($0, argument.reference, &values) }
    items =
      values.items.map { UnsafeBufferPointer(start: $0, count: LuaDecoder.end(of: $0) - $0) }
      ?? UnsafeBufferPointer(start: nil, count: 0)
    (self.descriptor, self.handler) = (ObjectIdentifier(descriptor), handler)
    var (functions, objects, components): ([LuaFunction], [LuaObject], [(LuaObject, Component)]) = ([], [], [])
    var isKnowable = true
    var hasher = Hasher()
    for item in items {
      hasher.combine(item.tag.rawValue)
      switch item.tag {
      case .text:
        hasher.combine(item.length)
        hasher.combine(bytes: UnsafeRawBufferPointer(LuaDecoder.bytes(item)))
      case .function: functions.append(LuaReference(core: core, slot: item.reference))
      case .object:
        let object = LuaObject(kind: LuaKind(rawValue: item.kind), bits: item.bits)
        objects.append(object)
        guard let component = handler.component(object) else {
          isKnowable = false
          continue
        }
        components.append((object, component))
        hasher.combine(ObjectIdentifier(component.descriptor))
      case .table:
        hasher.combine(item.bits)
        hasher.combine(item.length)
      case .none, .bool, .int, .double: hasher.combine(item.bits)
      case .other: isKnowable = false
      }
    }
    (self.functions, self.objects, self.components) = (functions, objects, components)
    hasher.combine(self.descriptor)
    hash = isKnowable ? hasher.finalize() : nil
    try core.budget.step(items.count)
  }

  /// What stands for a function or an object: of a component, its class. What a property accepts depends on that.
  func identity(_ item: okit_value) -> UInt64 {
    guard item.tag == .object,
      let component = handler.component(LuaObject(kind: LuaKind(rawValue: item.kind), bits: item.bits))
    else { return 0 }
    return UInt64(UInt(bitPattern: ObjectIdentifier(component.descriptor).hashValue))
  }

  var copy: LuaValueCopy { LuaValueCopy(items, identity) }
}

internal import CLua

/// Writes values for C: a flat array in which a table is followed by its content, and one buffer for all texts.
///
/// The buffers belong to the host and are reused for the next call.
///
/// Invariant: the first `count` items and the first `textCount` bytes are initialized.
struct LuaEncoder: ~Copyable {
  private var items: UnsafeMutablePointer<okit_value>
  private var capacity = Self.firstCapacity
  private var count = 0
  private var texts: UnsafeMutableBufferPointer<UInt8>
  private var textCount = 0

  private static let firstCapacity = 64
  /// Larger buffers are freed after the call.
  private static let keptBytes = 1 << 20

  init() {
    items = .allocate(capacity: Self.firstCapacity)
    texts = .allocate(capacity: 1024)
  }

  deinit {
    items.deallocate()
    texts.deallocate()
  }

  /// Returns a value that needs no buffer, or nil.
  static func scalar(_ value: LuaValue) -> okit_value? {
    switch value {
    case .null, .other: okit_value(.none)
    case .bool(let flag): okit_value(.bool, bits: flag ? 1 : 0)
    case .int(let number): okit_value(number)
    case .double(let number): okit_value(number)
    case .object(let object): okit_value(object)
    case .string, .bytes, .table, .function: nil
    }
  }

  mutating func begin() {
    count = 0
    textCount = 0
    if texts.count > Self.keptBytes {
      texts.deallocate()
      texts = .allocate(capacity: 1024)
    }
    if capacity > Self.keptBytes / MemoryLayout<okit_value>.stride {
      items.deallocate()
      items = .allocate(capacity: Self.firstCapacity)
      capacity = Self.firstCapacity
    }
  }

  /// Returns what was added since `begin`, as `count` values that are valid until the next `begin`.
  func values(count: Int) -> okit_values {
    okit_values(
      items: items, count: count,
      texts: UnsafeRawPointer(texts.baseAddress)?.assumingMemoryBound(to: CChar.self))
  }

  mutating func add(_ value: LuaValue, core: LuaCore, depth: Int = 0) throws(Diagnostic) {
    if let scalar = Self.scalar(value) { return add(scalar) }
    switch value {
    case .string(let text): text.withBytes { add(text: $0) }
    case .bytes(let bytes): bytes.withUnsafeBufferPointer { add(text: $0) }
    case .function(let reference):
      guard reference.core === core else {
        throw Diagnostic("lua.reference", "this function belongs to another Lua state")
      }
      add(okit_value(.function, reference: reference.slot))
    case .table(let table):
      guard depth < Value.maximumDepth else {
        throw Diagnostic("lua.value", "tables nest too deeply to be passed to Lua")
      }
      var item = okit_value(.table, bits: UInt64(table.array.count), length: table.pairs.count)
      if table.isEmptyList { item.kind = UInt16(OKIT_EMPTY_LIST) }
      add(item)
      for element in table.array {
        try core.budget.step()
        try add(element, core: core, depth: depth + 1)
      }
      for pair in table.pairs {
        try core.budget.step()
        if case .null = pair.key { throw Diagnostic("lua.value", "a table's key cannot be nil") }
        if case .double(let key) = pair.key, key.isNaN { throw Diagnostic("lua.value", "a table's key cannot be NaN") }
        try add(pair.key, core: core, depth: depth + 1)
        try add(pair.value, core: core, depth: depth + 1)
      }
    case .null, .other, .bool, .int, .double, .object:
      break
    }
  }

  private mutating func add(_ value: okit_value) { next().pointee = value }

  /// Returns room for one more value, which the caller must write.
  @inline(__always)
  mutating func next() -> UnsafeMutablePointer<okit_value> {
    if count == capacity { grow() }
    count += 1
    return items + (count - 1)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<okit_value>.allocate(capacity: capacity * 2)
    larger.update(from: items, count: count)
    items.deallocate()
    items = larger
    capacity *= 2
  }

  /// Copies a text that is the only value. Its `bits` are an address, which is valid until the next `begin`.
  mutating func only(_ bytes: UnsafeBufferPointer<UInt8>) -> okit_value {
    begin()
    let (_, length) = add(bytes: bytes)
    return okit_value(.text, bits: UInt64(UInt(bitPattern: texts.baseAddress)), length: length)
  }

  mutating func add(text bytes: UnsafeBufferPointer<UInt8>) {
    let (offset, length) = add(bytes: bytes)
    add(okit_value(.text, bits: UInt64(offset), length: length))
  }

  private mutating func add(bytes: UnsafeBufferPointer<UInt8>) -> (offset: Int, length: Int) {
    let offset = textCount
    if offset + bytes.count > texts.count {
      let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: (offset + bytes.count) * 2)
      _ = larger.moveInitialize(fromContentsOf: texts[..<offset])
      texts.deallocate()
      texts = larger
    }
    if let target = texts.baseAddress, let source = bytes.baseAddress {
      (target + offset).update(from: source, count: bytes.count)
    }
    textCount = offset + bytes.count
    return (offset, bytes.count)
  }
}

extension okit_value {
  init(_ tag: okit_tag, kind: UInt16 = 0, reference: Int32 = 0, bits: UInt64 = 0, length: Int = 0) {
    self.init(tag: tag, kind: kind, reference: reference, bits: bits, length: length)
  }

  // Written part by part: copying a struct directly after writing its parts makes the processor wait.

  @inline(__always)
  mutating func write(_ number: Int) {
    tag = .int
    bits = UInt64(bitPattern: Int64(number))
  }

  @inline(__always)
  mutating func write(_ number: Double) {
    tag = .double
    bits = number.bitPattern
  }

  @inline(__always)
  mutating func write(_ object: LuaObject) {
    tag = .object
    kind = object.kind.rawValue
    bits = object.bits
  }

  init(_ number: Int) { self.init(.int, bits: UInt64(bitPattern: Int64(number))) }

  init(_ number: Double) { self.init(.double, bits: number.bitPattern) }

  init(_ object: LuaObject) { self.init(.object, kind: object.kind.rawValue, bits: object.bits) }
}

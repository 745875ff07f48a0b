internal import CLua

/// Reads values that C has written, before Lua runs again.
package struct LuaDecoder {
  private let core: LuaCore
  private var next: UnsafePointer<okit_value>

  init(core: LuaCore, next: UnsafePointer<okit_value>) { (self.core, self.next) = (core, next) }

  static func values(_ values: okit_values, core: LuaCore) throws(Diagnostic) -> [LuaValue] {
    guard values.count > 0, let items = values.items else { return [] }
    var decoder = LuaDecoder(core: core, next: items)
    var result: [LuaValue] = []
    result.reserveCapacity(values.count)
    for _ in 0..<values.count { result.append(try decoder.value()) }
    return result
  }

  /// Returns the next value and moves past its content.
  package mutating func value() throws(Diagnostic) -> LuaValue {
    let value = next.pointee
    next += 1
    try core.budget.step()
    switch value.tag {
    case .table:
      var table = LuaTable()
      table.array.reserveCapacity(Int(value.bits))
      for _ in 0..<Int(value.bits) { table.array.append(try self.value()) }
      table.pairs.reserveCapacity(value.length)
      for _ in 0..<value.length {
        let key = try self.value()
        table.pairs.append(LuaTable.Pair(key: key, value: try self.value()))
      }
      return .table(table)
    case .function:
      return .function(LuaReference(core: core, slot: value.reference))
    default:
      return Self.simple(value)
    }
  }

  /// Returns the next value without moving past it.
  var peeked: okit_value { next.pointee }

  package var isTable: Bool { next.pointee.tag == .table }

  /// The next value with its content.
  var nextItems: UnsafeBufferPointer<okit_value> {
    UnsafeBufferPointer(start: next, count: Self.end(of: next) - next)
  }

  /// Moves past a value without functions.
  mutating func skip() { next = Self.end(of: next) }

  /// Returns the place after a value and its content.
  static func end(of item: UnsafePointer<okit_value>) -> UnsafePointer<okit_value> {
    var next = item
    var count = 1
    while count > 0 {
      count -= 1
      if next.pointee.tag == .table { count += Int(next.pointee.bits) + 2 * next.pointee.length }
      next += 1
    }
    return next
  }

  /// Moves past a value that is neither a table nor a function.
  mutating func skipSimple() { next += 1 }

  /// Returns a value that is neither a table nor a function.
  static func simple(_ value: okit_value) -> LuaValue {
    switch value.tag {
    case .bool: .bool(value.bits != 0)
    case .int: .int(Int(Int64(bitPattern: value.bits)))
    case .double: .double(Double(bitPattern: value.bits))
    case .text: string(bytes(value))
    case .object: .object(LuaObject(kind: LuaKind(rawValue: value.kind), bits: value.bits))
    case .other: .other(UnsafePointer<CChar>(bitPattern: UInt(value.bits)).map { String(cString: $0) } ?? "")
    case .none, .table, .function: .null
    }
  }

  /// Returns the number, Boolean or text that a value is, null for none; nil for other values and for bytes that are
  /// not UTF-8.
  @inline(__always)
  static func scalar(_ value: okit_value) -> Value? {
    switch value.tag {
    case .none: .null
    case .bool: .bool(value.bits != 0)
    case .int: .int(Int(Int64(bitPattern: value.bits)))
    case .double: .double(Double(bitPattern: value.bits))
    case .text: okit_text(bytes(value)).validString.map(Value.string)
    case .object, .table, .function, .other: nil
    }
  }

  /// Returns the bytes of a text, borrowed from Lua.
  static func bytes(_ value: okit_value) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(value.bits)), count: value.length)
  }

  private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> LuaValue {
    okit_text(bytes).validString.map(LuaValue.string) ?? .bytes(Array(bytes))
  }
}

extension okit_text {
  /// The text; nil when it is not UTF-8.
  @inline(__always)
  var validString: String? {
    // `String(validating:as:)` looks up generic metadata at each call, which costs more than reading the text twice.
    guard okit_is_utf8(self) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  /// The text, with invalid UTF-8 replaced.
  var string: String {
    guard let bytes else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  /// The text, with invalid UTF-8 escaped (`\xFF`).
  var escapedString: String {
    guard let bytes, !okit_is_utf8(self) else { return string }
    var result = ""
    var rest = UnsafeRawBufferPointer(start: bytes, count: length)[...]
    while let first = rest.first {
      // The longest character that is valid here; none is longer than four bytes.
      let valid = (1...min(4, rest.count)).first {
        okit_is_utf8(okit_text(UnsafeRawBufferPointer(rebasing: rest.prefix($0)).assumingMemoryBound(to: UInt8.self)))
      }
      if let valid {
        result += String(decoding: rest.prefix(valid), as: UTF8.self)
      } else {
        let figures = String(first, radix: 16, uppercase: true)
        result += "\\x" + (figures.count < 2 ? "0" : "") + figures
      }
      rest = rest.dropFirst(valid ?? 1)
    }
    return result
  }
}

/// Returns bytes as a text, with invalid UTF-8 escaped (`\xFF`).
func escapedText(_ bytes: [UInt8]) -> String {
  bytes.withUnsafeBufferPointer { okit_text($0).escapedString }
}

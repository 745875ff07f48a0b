internal import CLua

/// The named values of a table argument, read where C has written them: without a copy of the table.
///
/// Borrowed from Lua: to be used before anything else enters the state.
package struct LuaMembers {
  private let items: UnsafePointer<okit_value>
  package let count: Int

  /// Returns nil for a table that has elements, a key that is not a string, or the name of a class.
  init?(_ items: UnsafePointer<okit_value>) {
    guard items.pointee.tag == .table, items.pointee.bits == 0 else { return nil }
    (self.items, count) = (items, items.pointee.length)
    var next = items + 1
    for _ in 0..<count {
      guard next.pointee.tag == .text, !Self.isClassKey(LuaDecoder.bytes(next.pointee)) else { return nil }
      next = LuaDecoder.end(of: next + 1)
    }
  }

  static func isClassKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count == AppBridge.classKey.utf8.count && bytes.elementsEqual(AppBridge.classKey.utf8)
  }

  /// Passes the names, each with a decoder at its value, which `body` moves past the value.
  package func forEach(
    _ state: LuaState, _ body: (UnsafeBufferPointer<UInt8>, inout LuaDecoder) throws -> Void
  ) throws {
    var decoder = LuaDecoder(core: state.core, next: items + 1)
    for position in 0..<count {
      let name = LuaDecoder.bytes(decoder.peeked)
      decoder.skipSimple()
      do { try body(name, &decoder) } catch {
        // Reading the rest releases its functions; the first error is the one to report.
        for _ in 0..<2 * (count - position - 1) { _ = try? decoder.value() }
        throw error
      }
    }
  }
}

extension LuaCall {
  /// The largest number of items that `withFewMembers` passes.
  private static var fewItems: Int { 40 }

  /// Passes the members of an argument, each as a key and a value, without entering Lua; a list has its elements after
  /// it. Returns nil for an argument that is not a table, or has many members, an element, a function or a table that
  /// is not a list of plain values and objects, and where `body` returns nil.
  @inline(__always)
  func withFewMembers<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<okit_value>) throws -> Result?
  ) throws -> Result? {
    let raw = raw
    return try withUnsafeTemporaryAllocation(of: okit_value.self, capacity: Self.fewItems) { items -> Result? in
      var count = 0
      guard let start = items.baseAddress,
        okit_read_members(raw, Int32(clamping: index), start, Self.fewItems, &count)
      else { return nil }
      return try body(UnsafeBufferPointer(start: start, count: count))
    }
  }

  /// Reads an argument: as its members where they are all named, else as a value.
  package func withMembers<Result>(
    _ index: Int, _ body: (LuaMembers) throws -> Result, otherwise: (LuaValue) throws -> Result
  ) throws -> Result {
    let (argument, core) = (argument(index), entry.core)
    guard argument.tag == .table else { return try otherwise(core.value(argument)) }
    var values = okit_values()
    try core.check { okit_read($0, argument.reference, &values) }
    if let items = values.items, let members = LuaMembers(items) { return try body(members) }
    return try otherwise(LuaDecoder.values(values, core: core).first ?? .null)
  }
}

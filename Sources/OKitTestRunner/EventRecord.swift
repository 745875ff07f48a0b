/// A record of an event with named members: JSON of another process, or a table of the prelude, which needs no copy as
/// JSON.
protocol EventRecord: SendableMetatype {
  subscript(name: String) -> Self? { get }
  var text: String? { get }
  var whole: Int? { get }
  var fraction: Double? { get }
  var elements: [Self] { get }
}

extension EventRecord {
  var texts: [String] { elements.compactMap(\.text) }

  /// A number that a duration can hold.
  var seconds: Double? { (whole.map(Double.init) ?? fraction).flatMap { $0.isFinite ? min(max($0, 0), 1e15) : nil } }
}

extension LuaValue: EventRecord {
  subscript(name: String) -> LuaValue? {
    guard case .table(let table) = self else { return nil }
    for pair in table.pairs { if case .string(name) = pair.key { return pair.value } }
    return nil
  }

  var text: String? {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }

  var whole: Int? {
    guard case .int(let number) = self else { return nil }
    return number
  }

  var fraction: Double? {
    guard case .double(let number) = self else { return nil }
    return number
  }

  var elements: [LuaValue] {
    guard case .table(let table) = self else { return [] }
    return table.array
  }
}

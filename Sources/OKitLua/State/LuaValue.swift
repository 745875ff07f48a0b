internal import CLua

/// A value that is passed between Lua and the host.
///
/// Texts and tables are copies; functions and objects keep their identity.
package enum LuaValue: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  /// A Lua string that is not valid UTF-8.
  case bytes([UInt8])
  case object(LuaObject)
  case table(LuaTable)
  /// A function, or another value behind a reference.
  case function(LuaReference)
  /// A value without a counterpart, with the name of its Lua type: `thread`, `userdata`.
  case other(String)

  /// The name of the value's type in Lua's own messages.
  package var typeName: String {
    switch self {
    case .null: "nil"
    case .bool: "boolean"
    case .int, .double: "number"
    case .string, .bytes: "string"
    case .object: "userdata"
    case .table: "table"
    case .function: "function"
    case .other(let name): name
    }
  }
}

extension LuaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension LuaValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: LuaValue...) { self = .table(LuaTable(array: elements)) }

  package init(dictionaryLiteral elements: (String, LuaValue)...) {
    self = .table(LuaTable(pairs: elements.map { LuaTable.Pair(key: .string($0.0), value: $0.1) }))
  }
}

extension LuaValue {
  /// `okit.json.null`.
  package static var jsonNull: LuaValue { .other(OKIT_JSON_NULL) }

  /// Creates the value of JSON; nil for what follows when a budget is exhausted.
  ///
  /// - Parameter marksLists: Whether an empty list becomes a table that `okit.json.encode` writes as a list.
  package init(_ json: JSONValue, _ budget: ExecutionBudget? = nil, marksLists: Bool = false) {
    if budget?.isExhausted() == true {
      self = .null
      return
    }
    self =
      switch json {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .int(let int): .int(int)
      case .double(let double): .double(double)
      case .number(let text): .double(JSONValue.nearestDouble(to: text))
      case .string(let text): .string(text)
      case .array(let elements):
        .table(
          LuaTable(
            array: elements.map { LuaValue($0, budget, marksLists: marksLists) },
            isEmptyList: marksLists && elements.isEmpty))
      case .object(let members):
        .table(LuaTable(sorted: members) { LuaValue($0, budget, marksLists: marksLists) })
      }
  }
}

/// The content of a Lua table: its elements from 1 on, then everything else in no particular order.
package struct LuaTable: Equatable, ExpressibleByDictionaryLiteral {
  package struct Pair: Equatable {
    package var key: LuaValue
    package var value: LuaValue

    package init(key: LuaValue, value: LuaValue) {
      self.key = key
      self.value = value
    }
  }

  package var array: [LuaValue]
  package var pairs: [Pair]
  /// Whether JSON writes the table, which is empty, as a list.
  package var isEmptyList = false

  package init() { self.init(pairs: []) }

  package init(array: [LuaValue], pairs: [Pair] = []) {
    self.array = array
    self.pairs = pairs
  }

  init(array: [LuaValue], isEmptyList: Bool) { (self.array, pairs, self.isEmptyList) = (array, [], isEmptyList) }

  package init(pairs: [Pair]) { self.init(array: [], pairs: pairs) }

  package init(dictionaryLiteral elements: (String, LuaValue)...) {
    self.init(pairs: elements.map { Pair(key: .string($0.0), value: $0.1) })
  }

  /// Creates a table with the members of a dictionary in the order of their names.
  package init<Member>(sorted members: [String: Member], _ value: (Member) -> LuaValue) {
    self.init(pairs: members.sorted { $0.key < $1.key }.map { Pair(key: .string($0.key), value: value($0.value)) })
  }

  /// Returns the value of a text key, or `.null`. O(number of pairs).
  package subscript(name: String) -> LuaValue {
    pairs.first { $0.key == .string(name) }?.value ?? .null
  }
}

/// A kind of host object, defined with `LuaState.defineKind`.
package struct LuaKind: Hashable, Sendable {
  let rawValue: UInt16
}

/// A host object. Equal objects are the same value in Lua, also as a table's key.
package struct LuaObject: Hashable, Sendable {
  package var kind: LuaKind
  package var bits: UInt64

  package init(kind: LuaKind, bits: UInt64) {
    self.kind = kind
    self.bits = bits
  }
}

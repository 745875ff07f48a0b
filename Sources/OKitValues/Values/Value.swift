/// The value of a binding or a property.
public enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case date(DateValue)
  case day(DayValue)
  case data(DataValue)
  case color(ColorValue)
  case image(ImageValue)
  case entity(EntityID)
  /// A live collection of the model: list, set or map.
  case collection(CollectionRef)
  /// Values that a binding computed, in order.
  case list([Value])
  /// Values by name, for instance the contents of a map.
  case map([String: Value])
  case function(FunctionValue)
  case handle(RuntimeHandle)

  @inlinable
  package var isEntity: Bool { if case .entity = self { true } else { false } }
  /// Whether it is null.
  @inlinable
  package var isNull: Bool { if case .null = self { true } else { false } }

  @inline(never)
  @usableFromInline
  static func areSame(_ left: String, _ right: String) -> Bool {
    // By bytes: Unicode's equality takes quadratic time for a string of many combining marks.
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// Compares byte by byte: strings with different encodings of a character differ, although Unicode considers them
  /// equal, and so do 0.0 and -0.0.
  @inline(__always)
  @inlinable
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): Self.areSame(left, right)
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    default: self == other
    }
  }
}

extension Value {
  /// The name of the value's type in bindings, extension functions and messages.
  package var typeName: String {
    switch self {
    case .null: "nil"
    case .bool: "Bool"
    case .int, .double: "Number"
    case .string: "String"
    case .date: "Date"
    case .day: "Day"
    case .data: "Data"
    case .color: "Color"
    case .image: "Image"
    case .entity: "Entity"
    case .collection, .list: "List"
    case .map: "Map"
    case .function: "Function"
    case .handle(let handle): "\(handle.kind)"
    }
  }
}

extension Value {
  /// The number of lists and maps inside of each other that a value of a program or a script may have. C has the same
  /// number for tables (`OKIT_TABLE_DEPTH`).
  package static let maximumDepth = 64

  /// - Parameter depth: The number of lists and maps that a list or a map is in.
  /// - Throws: `lua.value` for one that is too deep.
  package static func check(depth: Int) throws(Diagnostic) {
    guard depth >= maximumDepth else { return }
    throw Diagnostic(
      .luaValue, "lists and maps nest too deeply for a value",
      hint: "a value has at most \(maximumDepth) of them inside of each other")
  }
}

/// What a binding evaluates to and a property holds.
public enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case date(DateValue)
  case data(DataValue)
  case color(ColorValue)
  case image(ImageValue)
  case entity(EntityID)
  /// A live collection of the model: list, set or map.
  case collection(CollectionRef)
  /// Values that a binding computed, in order.
  case list([Value])
  /// JSONValue data by name, for instance a map's contents.
  case map([String: Value])
  case function(FunctionValue)
  case handle(RuntimeHandle)

  public var isNull: Bool { if case .null = self { true } else { false } }

  @inline(never)
  private static func areSame(_ left: String, _ right: String) -> Bool {
    // By bytes: Unicode's equality takes the square of the length for a text of many combining marks.
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// Equality to the last byte: texts of another spelling are different ones, though Unicode holds them for equal.
  @inline(__always)
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): Self.areSame(left, right)
    default: self == other
    }
  }
}

extension Value {
  /// The name of the value's type, as bindings, extension functions and messages call it.
  public var typeName: String {
    switch self {
    case .null: "nil"
    case .bool: "Bool"
    case .int, .double: "Number"
    case .string: "String"
    case .date: "Date"
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

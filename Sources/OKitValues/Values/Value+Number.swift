extension Value {
  /// The integer, by the rule of `getInt`: an integral number, or a string with one; nil for anything else.
  @inlinable
  package var int: Int? {
    switch self {
    case .int(let int): int
    case .double(let double): Int(exactly: double)
    case .string(let text): NumberText.int(text)
    default: nil
    }
  }

  /// The number, by the rule of `getDouble`: a number, or a string with one; nil for anything else.
  @inlinable
  package var double: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    case .string(let text): NumberText.double(text)
    default: nil
    }
  }

  /// The number that the value is or reads as, an Int where it is whole.
  @inlinable
  package var number: Value? { int.map(Value.int) ?? double.map(Value.double) }

  /// Whether the value is a number itself, not a string with one.
  @inlinable
  package var isNumber: Bool {
    switch self {
    case .int, .double: true
    default: false
    }
  }
}

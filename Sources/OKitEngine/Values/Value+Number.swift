extension Value {
  /// The rule of `getInt`: an integral number, or the integer that a text spells; nil for anything else.
  public var int: Int? {
    switch self {
    case .int(let int): int
    case .double(let double): Int(exactly: double)
    case .string(let text): NumberText.int(text)
    default: nil
    }
  }

  /// The rule of `getDouble`: the number, or the one that a text spells; nil for anything else.
  public var double: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    case .string(let text): NumberText.double(text)
    default: nil
    }
  }

  /// Whether the value is a number itself, not a text that spells one.
  public var isNumber: Bool {
    switch self {
    case .int, .double: true
    default: false
    }
  }
}

/// The conversions of SQLite between values (https://sqlite.org/datatype3.html).
package enum FormulaConversion {
  /// Returns the text of a value; nil for NULL. A real number has up to 15 digits and always a point: `1.0`, `1.0e+20`.
  package static func text(_ value: Value) -> String? {
    switch StorageClass(value) {
    case .null: nil
    case .integer(let int): String(int)
    case .real(let double): RealText.text(of: double)
    case .text(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the bytes of a value: its own, or those of its text; nil for NULL.
  static func bytes(_ value: Value) -> [UInt8]? {
    if case .blob(let bytes) = StorageClass(value) { return bytes }
    return text(value).map { Array($0.utf8) }
  }

  /// Returns the number of an operand of arithmetic, of which a text gives its beginning: an Int, a Double, or NULL.
  package static func numeric(_ value: Value) -> Value {
    switch StorageClass(value) {
    case .null: .null
    case .integer(let int): .int(int)
    case .real(let double): .double(double)
    case .text(let text): NumberPrefix(text).number
    case .blob(let bytes): NumberPrefix(bytes).number
    }
  }

  /// Returns the integer of an argument: numbers are truncated, and the nearest Int stands for those out of range; nil
  /// for NULL.
  package static func integer(_ value: Value) -> Int? {
    switch StorageClass(value) {
    case .null: nil
    case .integer(let int): int
    case .real(let double): truncated(double)
    case .text(let text): NumberPrefix(text).integer.value
    case .blob(let bytes): NumberPrefix(bytes).integer.value
    }
  }

  /// Returns the real number of an argument; nil for NULL.
  package static func real(_ value: Value) -> Double? {
    switch StorageClass(value) {
    case .null: nil
    case .integer(let int): Double(int)
    case .real(let double): double
    case .text(let text): NumberPrefix(text).real
    case .blob(let bytes): NumberPrefix(bytes).real
    }
  }

  /// Returns whether a condition is true: whether its number is not 0; nil for NULL.
  package static func truth(_ value: Value) -> Bool? { real(value).map { $0 != 0 } }

  /// Returns the nearest Int.
  static func truncated(_ double: Double) -> Int {
    double <= -0x1p63 ? .min : double >= 0x1p63 ? .max : Int(double)
  }
}

/// A type affinity (https://sqlite.org/datatype3.html#type_affinity).
package enum FormulaAffinity: Sendable {
  case none, text, numeric, integer, real
}

extension FormulaConversion {
  /// Returns a value as a column of an affinity holds it: a text is a number only as a whole.
  package static func apply(_ affinity: FormulaAffinity, to value: Value) -> Value {
    switch (affinity, StorageClass(value)) {
    case (.text, .integer), (.text, .real): text(value).map(Value.string) ?? .null
    case (.numeric, .text(let text)), (.integer, .text(let text)):
      NumberPrefix(text).wholeNumber.map(withoutFraction) ?? value
    case (.numeric, .real(let double)), (.integer, .real(let double)): withoutFraction(.double(double))
    case (.real, .text(let text)): NumberPrefix(text).wholeNumber.flatMap(real).map(Value.double) ?? value
    case (.real, .integer(let int)): .double(Double(int))
    default: value
    }
  }

  /// Returns a real number without fraction as an Int.
  private static func withoutFraction(_ number: Value) -> Value {
    guard case .double(let double) = number, let int = Int(exactly: double), int != .min else { return number }
    return .int(int)
  }

  /// Returns `CAST(value AS …)` to a type of an affinity. `none` stands for BLOB, `numeric` also for BOOLEAN.
  package static func cast(_ value: Value, to affinity: FormulaAffinity) -> Value {
    switch affinity {
    case .none: bytes(value).map { .data(DataValue(bytes: $0)) } ?? .null
    case .text: text(value).map(Value.string) ?? .null
    case .integer: integer(value).map(Value.int) ?? .null
    case .real: real(value).map(Value.double) ?? .null
    case .numeric:
      switch StorageClass(value) {
      case .text(let text): NumberPrefix(text).castNumber
      case .blob(let bytes): NumberPrefix(bytes).castNumber
      case .null, .integer, .real: numeric(value)
      }
    }
  }
}

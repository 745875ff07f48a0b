import OKitEngine

extension JSONValue {
  /// Whether two data are the same but for how numbers are kept: `1.0` is written as `1`, and read as an integer.
  func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { name, value in b[name]?.isSame(as: value) ?? false }
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)): Double(a) == b
    case (.number(let a), .double(let b)), (.double(let b), .number(let a)): JSONValue.nearestDouble(to: a) == b
    default: self == other
    }
  }
}

extension Value {
  /// Creates the value of the binding constant `#text`: `true` and `false` are Bool, canonical integers Int, canonical
  /// decimals Double, anything else a String.
  ///
  /// A number is canonical when printing it yields the same text, so `007`, `1.50` and `1e3` are Strings.
  package init(constant text: String) {
    switch text {
    case "true": self = .bool(true)
    case "false": self = .bool(false)
    default: self = Self.canonicalNumber(text) ?? .string(text)
    }
  }

  private static func canonicalNumber(_ text: String) -> Value? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else { return nil }
    if let int = Int(text) { return String(int) == text ? .int(int) : nil }
    guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let number = NumberText.double(text),
      NumberText.text(of: number) == text
    else { return nil }
    return .double(number)
  }
}

/// A name or a value as it was written.
struct Argument: Hashable, Sendable {
  /// Without the quotes.
  var text: String
  var isQuoted: Bool = false

  /// The row number that it is, from 1, as the text of a screen shows it; nil for a name.
  var rowNumber: Int? {
    guard !isQuoted, let number = Int(text), number > 0 else { return nil }
    return number
  }

  /// The argument as a value: `true`, `false`, `nil` and numbers unless they are in quotes, else a text.
  var literal: JSONValue {
    guard !isQuoted else { return .string(text) }
    switch text {
    case "true": return true
    case "false": return false
    case "nil", "null": return .null
    default: break
    }
    if let number = Int(text) { return .int(number) }
    // Double also reads words such as "nan" and "infinity", which are texts here.
    let startsAsNumber = text.drop { $0 == "-" || $0 == "+" || $0 == "." }.first?.isNumber ?? false
    if startsAsNumber, !text.lowercased().hasPrefix("0x"), let number = Double(text), number.isFinite {
      return .double(number)
    }
    return .string(text)
  }
}

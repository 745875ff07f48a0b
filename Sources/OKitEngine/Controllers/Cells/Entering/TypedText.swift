/// The texts of fields: a field whose binding ends at a number shows and reads it in the form of the locale, and one
/// whose binding ends at a Bool reads the texts of `BoolText`.
extension EditCell {
  /// The text in the field; nil without one.
  func fieldText(_ key: ComponentKey<String>) -> String? {
    if let text = formattedText(key) { return text }
    // Several parts are a text, not a number.
    if let program = properties.program(key), program.only == nil { return properties[key] }
    let value = properties.value(key)
    return value.isNull ? nil : locale.text(of: value) ?? value.scalarText ?? properties[key]
  }

  /// The text that a person typed.
  ///
  /// - Throws: `action.impossible` for an edit that is not a text.
  func typedText(_ edit: ScreenAction.Edit) throws -> Value {
    switch edit {
    case .text(let text), .value(.string(let text)): .string(text)
    case .value, .option, .steps: throw wrongEdit("a string", edit)
    }
  }

  /// The value to be written for a text.
  ///
  /// - Throws: `cell.value` for a text that the format does not accept.
  func fieldValue(_ key: ComponentKey<String>, _ argument: Value) throws(Diagnostic) -> Value {
    guard case .string(var text) = argument else { return argument }
    guard let program = properties.program(key) else { return argument }
    switch try formattedValue(key, text) {
    case nil: break
    case .string(let plain)?: text = plain
    case let value?:
      // What does not fit is refused as it was typed.
      let isInt = evaluator.writtenType(program, properties.context)?.unwrapped == .int
      return isInt && value.int == nil ? .string(text) : value
    }
    return plainValue(program, key, text)
  }

  /// The value to be written for a text without format: a number or a Bool where the binding ends at one.
  func plainValue(_ program: BindingProgram, _ key: ComponentKey<String>, _ text: String) -> Value {
    switch evaluator.writtenType(program, properties.context) {
    case .optional(let type) where type.unwrapped.isEmptied && text.allSatisfy(\.isWhitespace): return .null
    case let type? where type.unwrapped == .bool:
      return BoolText(text.trimmed).map { .bool($0.isTrue) } ?? .string(text)
    case let type? where !type.unwrapped.isNumber: return .string(text)
    // A function that writes receives a number where the field shows one.
    case nil where !properties.value(key).isNumber: return .string(text)
    case let type:
      guard let number = locale.number(in: text) else { return .string(text) }
      // What does not fit is refused as it was typed.
      if type?.unwrapped == .int, number.int == nil { return .string(text) }
      return number
    }
  }

  /// The hint for a text that a property of numbers or Bools has refused; nil for anything else.
  func textHint(_ key: ComponentKey<String>, forRefused value: Value) -> String? {
    guard case .string = value, let program = properties.program(key) else { return nil }
    return switch evaluator.writtenType(program, properties.context)?.unwrapped {
    case .int: "use a whole number such as \(locale.text(of: .int(1234)) ?? "1234")"
    case .double: numberHint
    case .bool: "use \(BoolText.examples)"
    default: nil
    }
  }
}

extension PropertyType {
  fileprivate var isNumber: Bool { self == .int || self == .double }

  /// Whether an empty text removes an optional value.
  fileprivate var isEmptied: Bool { isNumber || self == .bool }
}

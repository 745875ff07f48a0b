/// A kind of value that a function which a script overrides has to return.
struct FunctionResult: Sendable {
  /// What the function has to return, for messages.
  let expected: String
  /// Returns the result as the runtime reads it; nil for one of another kind.
  let convert: @Sendable (Value, Evaluator) -> Value?

  /// Any value.
  static let any = FunctionResult(expected: "a value") { value, _ in value }

  /// A text, or a value with one; nil for none.
  static let text = FunctionResult(expected: "a text or nil") { value, evaluator in
    switch value {
    case .null, .string: value
    case .function, .handle, .list, .map: nil
    default: evaluator.text(value).map(Value.string)
    }
  }

  /// `true` or `false`; nil is false, as in Lua.
  static let flag = FunctionResult(expected: "true or false") { value, _ in
    switch value {
    case .bool: value
    case .null: .bool(false)
    default: nil
    }
  }

  /// A number, or nil.
  static let number = FunctionResult(expected: "a number or nil") { value, _ in
    value.isNull || value.isNumber ? value : nil
  }

  /// A whole number, or nil.
  static let index = FunctionResult(expected: "a whole number or nil") { value, _ in
    if value.isNull { return .null }
    return value.isNumber ? value.int.map(Value.int) : nil
  }

  /// A date or a day, or nil.
  static let date = FunctionResult(expected: "a date or nil") { value, _ in
    switch value {
    case .null, .day: value
    default: value.date.map(Value.date)
    }
  }

  /// An entity.
  static let entity = FunctionResult(expected: "an entity") { value, evaluator in
    if case .entity(let entity) = value, evaluator.store.exists(entity) { value } else { nil }
  }

  /// A collection, or a list.
  static let entities = FunctionResult(expected: "a collection or a list of entities") { value, _ in
    switch value {
    case .null, .list, .collection: value
    // An empty table.
    case .map(let members) where members.isEmpty: .list([])
    default: nil
    }
  }

  /// The name of an image, or a blob with bytes; nil for none.
  static let image = FunctionResult(expected: "the name of an image, a blob with bytes or nil") { value, evaluator in
    if case .entity(let entity) = value { return evaluator.store.imageInfo(of: entity)?.value }
    if value.isNull { return .null }
    if case .named? = value.image { return value }
    return nil
  }

  /// The name of an accessory.
  static let accessory = FunctionResult(
    expected: "an accessory: 0 to 4, or \(Screen.Row.Accessory.allCases.map(\.rawValue).joined(by: ", "))"
  ) { value, _ in
    value.isNull
      ? .string(Screen.Row.Accessory.none.rawValue) : Screen.Row.Accessory(value).map { .string($0.rawValue) }
  }

  /// The name of a mode of a date picker.
  static let dateMode = FunctionResult(
    expected: "a mode: 0 to 3, or \(DateMode.allCases.map(\.name).joined(by: ", "))"
  ) { value, _ in DateMode(value).map { .string($0.name) } }

  /// What a cell of images shows; nil for none.
  static let picture = FunctionResult(expected: "a blob, the name or the Base64 text of an image, bytes, or nil") {
    value, evaluator in
    switch value {
    case .entity(let entity): evaluator.store.imageInfo(of: entity)?.value
    case .null, .string, .data, .image: value
    default: nil
    }
  }

  /// A color, as `#rrggbb`; nil for none.
  static let color = FunctionResult(expected: "a color such as #rrggbb, or nil") { value, _ in
    switch value {
    case .null, .string(""): .null
    case .color(let color): .string(color.hex)
    default: value.scalarText.flatMap(ColorValue.init(hex:)).map { .string($0.hex) }
    }
  }
}

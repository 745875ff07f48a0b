extension Action {
  /// Reads an action from JSON data.
  ///
  /// - Throws: `action.json` for anything that is not exactly an action: with the place in the data, what is accepted
  ///   there, and the nearest name.
  public init(json: JSONValue) throws(Diagnostic) {
    self = try ActionReader.read(json)
  }
}

extension Action.Edit {
  /// The member of an action's JSON data that holds the edit.
  var key: String {
    switch self {
    case .text: "text"
    case .value(.date), .value(.day): "date"
    case .value: "value"
    case .option: "option"
    case .steps: "steps"
    }
  }

  var jsonValue: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .option(let index): .int(index)
    case .steps(let count): .int(count)
    case .value(.date(let date)): ISO8601.text(of: date).map(JSONValue.string) ?? .null
    case .value(.day(let day)): .string(day.text)
    case .value(.bool(let flag)): .bool(flag)
    case .value(.int(let number)): .int(number)
    case .value(.double(let number)) where number.isFinite: .double(number)
    case .value(.string(let text)): .string(text)
    case .value: .null
    }
  }
}

import OKitEngine

extension FuzzTarget {
  /// Actions as JSON: what is read is written again as the same action; what is not read fails with its code and place.
  public static let action = FuzzTarget(name: "action") {
    { input in
      let json: JSONValue
      do { json = try JSONValue.parse(json: input) } catch is Diagnostic { return }
      let action: Action
      do { action = try Action(json: json) } catch let error as Diagnostic {
        try require(error.code == "action.json", "refused with \(error.code.rawValue)")
        return try require(!error.message.isEmpty, "refused without a message")
      }
      try require(try Action(json: action.jsonValue) == action, "reads otherwise: \(action)")
      let text = try action.jsonValue.json()
      try require(
        try Action(json: JSONValue.parse(json: text)).jsonValue == action.jsonValue, "reads \(text) otherwise")
    }
  }
}

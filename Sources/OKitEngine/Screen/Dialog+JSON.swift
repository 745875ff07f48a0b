/// Dialogs as JSON data.
extension Alert {
  public var jsonValue: JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(id.description), "title": JSONValue(title), "message": JSONValue(message),
      "fields": .array(fields.enumerated().map { $1.jsonValue(DialogPartID(id, .field, $0)) }),
      "actions": .array(actions.enumerated().map { $1.jsonValue(DialogPartID(id, .action, $0)) }),
    ]
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension Sheet {
  /// With the keys of an alert, so that both read alike; a sheet never has fields.
  public var jsonValue: JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(id.description), "title": JSONValue(title), "message": JSONValue(message), "fields": [],
      "actions": .array(actions.enumerated().map { $1.jsonValue(DialogPartID(id, .action, $0)) }),
    ]
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension DialogField {
  func jsonValue(_ id: DialogPartID) -> JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(id.description), "name": .string(name), "placeholder": JSONValue(placeholder),
      "text": JSONValue(text), "secure": .bool(isSecure),
    ]
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension DialogAction {
  func jsonValue(_ id: DialogPartID) -> JSONValue {
    let members: [String: JSONValue] = [
      "id": .string(id.description), "title": .string(title), "style": .string(style.rawValue),
      "enabled": .bool(isEnabled),
    ]
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

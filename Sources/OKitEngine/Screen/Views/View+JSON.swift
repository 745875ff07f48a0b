extension TextRun {
  /// The run as JSON data; attributes that it does not have are not members.
  public var jsonValue: JSONValue {
    var members: [String: JSONValue] = ["text": .string(text)]
    if isBold { members["bold"] = true }
    if isItalic { members["italic"] = true }
    if let color { members["color"] = .string(color) }
    if let link { members["link"] = .string(link) }
    return .object(members)
  }
}

extension ScreenView {
  /// - Parameter id: Nil for a label in a row, which has no identifier of its own.
  func jsonValue(_ id: ElementID? = nil) -> JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "text": .string(text), "enabled": .bool(isEnabled),
    ]
    if let id { members["id"] = .string(id.description) }
    if let image { members["image"] = .string(image) }
    if !runs.isEmpty { members["runs"] = .array(runs.map(\.jsonValue)) }
    return .object(members.merging(element.members()) { own, _ in own })
  }
}

extension FlowMap {
  /// Returns an action without data, as `ExploredStep.key` has it: `tap right:0`, `tap row`.
  ///
  /// - Parameter action: As JSON.
  package static func key(of action: JSONValue) -> String {
    guard case .object(let members) = action else {
      if case .string(let word) = action { return Keyboard.Key(rawValue: word) == nil ? word : "key key:\(word)" }
      return ""
    }
    for (verb, value) in members.sorted(by: { $0.key < $1.key }) where ExploredStep.Kind(rawValue: verb) != nil {
      guard case .string(let text) = value, verb != "search", let id = ElementID(text) else { return verb }
      return "\(verb) \(element(id))"
    }
    return ""
  }

  /// An element without the entity that it shows.
  private static func element(_ id: ElementID) -> String {
    func row(_ target: ScreenAction.RowTarget) -> String {
      guard case .id(let id) = target else { return "row" }
      return PossibleActions.element(id)
    }
    switch id {
    case .row(let target), .control(let target): return row(target)
    case .accessory(let target): return "\(row(target))/accessory"
    case .index: return "index"
    case .dialogPart(let part): return "\(part.kind == .field ? "field" : "action"):\(part.index)"
    default: return id.description
    }
  }
}

/// What a renderer can do to a window: what the user does to a screen, and the history of the models.
package enum LiveAction: Sendable, Hashable {
  case screen(ScreenAction)
  case undo
  case redo

  /// Reads an action from JSON data.
  ///
  /// - Throws: `action.json`.
  package init(json: JSONValue) throws(Diagnostic) {
    switch json {
    case "undo": self = .undo
    case "redo": self = .redo
    default: self = .screen(try ScreenAction(json: json))
    }
  }
}

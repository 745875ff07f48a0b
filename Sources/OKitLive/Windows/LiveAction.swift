/// What a renderer can do to a window: what the user does to a screen, the history of the models, and
/// leaving a field.
package enum LiveAction: Sendable, Hashable {
  case screen(ScreenAction)
  case undo
  case redo
  /// The focus has left a field: its editing ends.
  case endEditing

  /// Reads an action from JSON data.
  ///
  /// - Throws: `action.json`.
  package init(json: JSONValue) throws(Diagnostic) {
    switch json {
    case "undo": self = .undo
    case "redo": self = .redo
    case "endEditing": self = .endEditing
    default: self = .screen(try ScreenAction(json: json))
    }
  }
}

/// What a key, a click on the line of keys, or a line of a box does.
enum TerminalCommand: Hashable {
  case tap, back, search, actions, read, operate, pageDown, delete, edit, mark, menu, refresh, undo, redo, commandLine,
    keys, copy, mouse,
    messages,
    quit
  case nextField, previousField, endInput, cancelInput
  case closeBox
  case increase, decrease
  /// An action of the application.
  case perform(JSONValue)
}

/// A key with what it does now, for the line of keys.
struct KeyHint: Hashable {
  let key: String
  let meaning: String
  let command: TerminalCommand
}

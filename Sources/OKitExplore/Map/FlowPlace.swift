/// A place in the flows of an application: a controller with edit mode and dialog, never data.
package struct FlowPlace: Sendable, Hashable {
  package let controller: String
  /// `alert`, `sheet`, `help` or `cover`; nil for none.
  package let dialog: String?
  package let isEditing: Bool

  package init(controller: String, dialog: String? = nil, isEditing: Bool = false) {
    (self.controller, self.dialog, self.isEditing) = (controller, dialog, isEditing)
  }

  package init(_ screen: Screen) {
    let dialog: String? =
      screen.cover != nil
      ? "cover" : screen.alert != nil ? "alert" : screen.sheet != nil ? "sheet" : screen.help != nil ? "help" : nil
    // The menu gets the actions.
    let top = screen.topmost
    self.init(controller: top.name, dialog: dialog, isEditing: top.isEditing)
  }

  /// The place of a screen of a trace.
  package init(json: JSONValue) {
    func has(_ key: String) -> Bool { json[key] ?? .null != .null }
    let top = has("menu") ? json["menu"] ?? json : json
    let dialog = ["cover", "alert", "sheet", "help"].first(where: has)
    var name = ""
    if case .string(let text)? = top["name"] { name = text }
    self.init(controller: name, dialog: dialog, isEditing: top["editing"] == true)
  }

  /// The identifier in a map: `task`, `task.editing`, `tasks.alert`.
  package var id: String {
    [controller, isEditing ? "editing" : "", dialog ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
  }
}

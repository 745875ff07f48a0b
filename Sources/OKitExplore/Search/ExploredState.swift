/// What a search tells states apart by: the controller, its mode and dialog, the models' Bools, enums and counts.
package struct ExploredState: Sendable, Hashable {
  /// The controller with edit mode and dialog, as a flow map has it.
  package struct Place: Sendable, Hashable {
    package var controller: String
    /// The kind of the dialog and its title as far as it has no data; nil for none.
    package var dialog: String?
    package var isEditing: Bool

    package init(_ screen: Screen) {
      controller = screen.name
      isEditing = screen.isEditing
      dialog = screen.alert.map { "alert \($0.actions.count)/\($0.fields.count)" }
        ?? screen.sheet.map { "sheet \($0.actions.count)" }
      if screen.cover != nil { dialog = "cover" }
      if screen.help != nil { dialog = "help" }
    }

    package var text: String {
      controller + (isEditing ? " (editing)" : "") + (dialog.map { " [\($0)]" } ?? "")
    }
  }

  package let place: Place
  package let text: String

  init(_ run: ExploredRun) {
    let screen = run.session.driver.screen
    place = Place(screen)
    var text = place.text + " " + run.session.driver.window.stack.joined(separator: ">")
    for section in screen.sections {
      text += " |\(ModelFacts.size(section.rows.count))"
      for row in section.rows where row.id.isCell && !row.id.isGridCell {
        guard let control = row.control else { continue }
        switch control.value {
        case .bool(let isOn): text += isOn ? "+" : "-"
        case .int(let number): text += "=\(ModelFacts.size(number))"
        default: text += control.isFilled ? "f" : "e"
        }
        if control.error != nil { text += "!" }
      }
    }
    if screen.search?.text.isEmpty == false { text += " search" }
    if screen.menu != nil { text += " menu" }
    if screen.keyboard != nil { text += " keyboard" }
    self.text = text + " " + run.facts.text
  }
}

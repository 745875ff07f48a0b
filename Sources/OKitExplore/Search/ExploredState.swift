/// What a search tells states apart by: the controller, its mode and dialog, the models' Bools, enums and counts.
package struct ExploredState: Sendable, Hashable {
  package let place: FlowPlace
  package let text: String

  /// - Parameter texts: Those of the scripts, by which dialogs are told apart.
  init(_ run: ExploredRun, texts: Set<String>) {
    let screen = run.session.driver.screen
    place = FlowPlace(screen)
    var text = place.id + " " + run.session.driver.window.stack.joined(separator: ">")
    if let alert = screen.alert { text += " \(alert.actions.count)/\(alert.fields.count)" }
    if let sheet = screen.sheet { text += " \(sheet.actions.count)" }
    for action in screen.alert?.actions ?? screen.sheet?.actions ?? [] where texts.contains(action.title) {
      text += "/" + action.title
    }
    // What the buttons of an alert do depends on its fields.
    for field in screen.alert?.fields ?? [] {
      text += !field.isFilled ? "e" : field.text.flatMap(Double.init) == nil ? "f" : "n"
    }
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
    // What they have begun may go on although its screen or its row is gone.
    if run.session.runtime.timers.nextDue != nil { text += " timer" }
    if run.session.runtime.nextEvent != nil { text += " answer" }
    self.text = text + " " + run.facts.text
  }
}

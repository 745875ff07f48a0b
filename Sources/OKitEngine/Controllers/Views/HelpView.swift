extension ComponentDescriptor {
  package static let helpView = declare(
    "ModelHelpView", .view(nil), extends: view, functions: [.show, .hide],
    "The help of a screen, which explains its elements."
  ) { helpViewTable }

  package static let (helpViewTable, helpKeys) = properties(extending: view) {
    (
      titlePath: $0.string("titlePath", effect: "screen.helpTitle", "the title of the help; by default `Help`"),
      callouts: $0.part(
        "callouts", .callouts, [PropertyValues].self, effect: "screen.help",
        "the explanations: tables `{ target =, text = }`")
    )
  }
}

/// An explanation of a help view as a script gives it.
package enum CalloutDefinition {
  /// The fields of a callout.
  package static let (fields, keys) = SchemaTable.with {
    (
      target: $0.plainText(
        "target", effect: "callout.target",
        "the element: the text, label, identifier or name of a button, row or view"),
      text: $0.string("text", effect: "callout.text", "its explanation")
    )
  }
}

/// The help of a controller: a view that covers its screen until the next tap.
extension Controller {
  private var helpComponent: Component? { component.values.component(Self.keys.helpView) }

  /// Whether the help covers the screen.
  package final var isHelpShown: Bool { isHelpOpen && hasHelp }

  private var hasHelp: Bool { helpComponent != nil && properties[Self.keys.help] && handles(.handleHelp) }

  /// The button that shows the help; none without a help view, and while `help` is false.
  final func addHelpItem(to items: inout [BarItem]) {
    guard hasHelp else { return }
    var item = item(.help, "?", runs: .onHelpTap)
    item.button.accessibility = AccessibilityTexts(label: localized("Help"))
    items.append(item)
  }

  /// The help view, if a script overrides its functions.
  private var scriptedHelp: ScriptedView? {
    if let ownHelp { return ownHelp }
    guard let helpComponent else { return nil }
    let view = ScriptedView.make(
      helpComponent, self, properties: { $0.helpProperties(helpComponent) },
      fields: { ["title": .string($0.helpTitle(helpComponent))] })
    if !isEnded { ownHelp = view }
    return view
  }

  /// The built-in `onHelpTap`: shows the help view.
  final func showHelp() throws {
    guard hasHelp else { return }
    if let scriptedHelp { try scriptedHelp.run(.show) } else { openHelp() }
  }

  /// Hides the help view.
  final func hideHelp() throws {
    if let scriptedHelp { try scriptedHelp.run(.hide) } else { isHelpOpen = false }
  }

  /// Opens the help. A callout whose target the screen does not show is reported.
  final func openHelp() {
    guard hasHelp else { return }
    isHelpOpen = true
    let screen = self.screen()
    let targets = HelpTargets(screen)
    for callout in screen.help ?? [] where callout.element == nil {
      guard let target = callout.target else { continue }
      services.report(
        evaluator.problem(
          "help.target", of: origin("helpView"), "\"\(name)\" shows no element \"\(target)\"",
          hint: NearestName.hint(for: target, in: targets.names) ?? "it shows \(Self.list(targets.labels))"))
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = PrintableText.list(names.prefix(6))
    return names.count > 6 ? "\(shown) and \(names.count - 6) more" : shown
  }

  final func fillHelp(_ screen: inout Screen) {
    guard isHelpShown, let helpComponent else { return }
    let properties = helpProperties(helpComponent)
    screen.helpTitle = scriptedHelp?.update()["title"]?.fieldText ?? helpTitle(helpComponent)
    let targets = HelpTargets(screen)
    screen.help = callouts(properties).map { callout in
      guard let target = callout.target else { return callout }
      let name = target.hasPrefix("%") || target.hasPrefix("#") ? String(target.dropFirst()) : target
      // The title of a button may be in another language than the script.
      let shown = target.hasPrefix("#") ? name : localized(.calloutTarget, name)
      let element = targets[shown] ?? targets[name]
      return Callout(
        target: shown, text: callout.text, element: element?.id.description, label: element?.label)
    }
  }

  private func helpTitle(_ component: Component) -> String {
    helpProperties(component)[ComponentDescriptor.helpKeys.titlePath] ?? localized("Help")
  }

  private func helpProperties(_ component: Component) -> BoundProperties {
    let outer = effectiveContext
    let bound = bind(component, outer)
    guard component.contextPath != nil else { return bound }
    return bind(component, bound[ComponentDescriptor.viewContextPath])
  }

  private func callouts(_ properties: BoundProperties) -> [Callout] {
    let (key, fields) = (ComponentDescriptor.helpKeys.callouts, CalloutDefinition.keys)
    if case .callouts(let callouts)? = properties.given(key) {
      return callouts.enumerated().map { index, values in
        Callout(
          target: values.text(fields.target), text: BoundRecord(properties, key, index, values)[fields.text] ?? "")
      }
    }
    switch properties.value(key) {
    case .list(let values): return values.map(callout)
    case .null: return []
    case let other:
      reportCallouts("needs a list of callouts { target =, text = }, got \(store.summary(other))")
      return []
    }
  }

  private func callout(_ value: Value) -> Callout {
    guard case .map(let members) = value else {
      reportCallouts("a callout is a table { target =, text = }, got \(store.summary(value))")
      return Callout(text: evaluator.text(value) ?? "")
    }
    let names = CalloutDefinition.fields.names
    for name in members.keys.sorted() where !names.contains(name) {
      reportCallouts("a callout has no field \"\(name)\"", hint: NearestName.hint(for: name, in: names))
    }
    return Callout(
      target: members["target"].flatMap(evaluator.text), text: members["text"].flatMap(evaluator.text) ?? "")
  }

  private func reportCallouts(_ message: String, hint: String? = nil) {
    services.report(evaluator.problem("help.callouts", of: origin("helpView"), message, hint: hint))
  }
}

/// The elements of a screen that a callout can name.
private struct HelpTargets {
  typealias Target = (id: ElementID, label: String)

  /// The names in the order of the screen, each once.
  private(set) var names: [String] = []
  /// The labels of the elements, each once.
  private(set) var labels: [String] = []
  /// The first element with a name, and with a lowercase one.
  private var exact: [String: Target] = [:]
  private var similar: [String: Target] = [:]

  init(_ screen: Screen) {
    for (id, button) in screen.barButtons {
      add(.barButton(id), button.element, button.title, button.role?.rawValue)
    }
    add(.title, screen.titleElement, screen.title)
    if let search = screen.search { add(.search, search.element, "search") }
    for (number, view) in screen.views.enumerated() { add(.view(number), view.element) }
    for row in screen.sections.lazy.flatMap(\.rows) {
      if row.control != nil { add(.control(.id(row.id)), row.controlElement, row.text, row.path) }
      add(.row(.id(row.id)), row.element, row.text, row.path)
      if let button = row.button { add(.accessory(.id(row.id)), row.buttonElement, button.title) }
    }
  }

  private mutating func add(_ id: ElementID, _ element: Accessibility?, _ others: String?...) {
    guard let element else { return }
    if exact[element.label] == nil, !element.label.isEmpty { labels.append(element.label) }
    for name in [element.identifier, element.label] + others {
      guard let name, !name.isEmpty, exact[name] == nil else { continue }
      names.append(name)
      exact[name] = (id, element.label)
      if similar[name.lowercased()] == nil { similar[name.lowercased()] = (id, element.label) }
    }
  }

  /// The first element with a name; regardless of upper and lower case without an exact match.
  subscript(name: String) -> Target? { exact[name] ?? similar[name.lowercased()] }
}

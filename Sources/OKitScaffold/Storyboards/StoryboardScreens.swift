/// What the controllers of a storyboard open: the screens of containers, and the steps of a test that lead from a
/// screen to others.
struct StoryboardScreens {
  /// A step to a screen, with the controllers that it opens.
  struct Opening {
    /// Calls on `app`.
    var steps: [String]
    var screen: String
  }

  private let controllers: [String: StoryboardController]
  /// The content that is shown first.
  private let first: String?
  private let menu: String?

  init(_ storyboard: Storyboard) {
    let all = storyboard.controllers
    controllers = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    let application = all.first { $0.component.className == "ModelApplicationController" }?.component
    let home = application?.text("homeIdentifier")
    let screens = all.filter { $0.component.className != "ModelApplicationController" }
    first = home ?? (controllers["home"] == nil ? screens.first?.name : "home")
    menu = application.map { $0.text("menuIdentifier") ?? "menu" }
  }

  subscript(name: String) -> StoryboardComponent? { controllers[name]?.component }

  /// Whether a controller is a screen, and not a container.
  static func isScreen(_ controller: StoryboardController) -> Bool {
    !["ModelApplicationController", "NavigationController", "TabBarController"].contains(controller.component.className)
  }

  /// The screens that an application shows without a step or behind its tabs and menu.
  var start: [Opening] {
    (first.map { entries($0) } ?? []) + (menu.map { entries($0, after: ["app:menu()"]) } ?? [])
  }

  /// The screens that are shown when a controller opens: its own, that of a stack, or those behind tabs.
  private func entries(_ name: String, after steps: [String] = [], depth: Int = 0) -> [Opening] {
    guard depth < 20, let component = controllers[name]?.component else { return [] }
    switch component.className {
    case "NavigationController": return component.text("root").map { entries($0, after: steps, depth: depth + 1) } ?? []
    case "TabBarController":
      guard case .records(let tabs)? = component.properties["tabs"] else { return [] }
      return tabs.enumerated().flatMap { index, tab -> [Opening] in
        guard case .text(let root)? = tab["root"] else { return [] }
        return entries(
          root, after: steps + (index == 0 ? [] : ["app:tab(\(tabLocator(tab, index)))"]), depth: depth + 1)
      }
    default: return [Opening(steps: steps, screen: name)]
    }
  }

  private func tabLocator(_ tab: StoryboardProperties, _ index: Int) -> String {
    if case .text(let title)? = tab["title"], let text = Self.plainText(title) { return LuaText.quoted(text) }
    return String(index + 1)
  }

  // MARK: Steps

  /// The screens that a screen opens, the step that is most certain first.
  func openings(of name: String) -> [Opening] {
    guard let component = controllers[name]?.component else { return [] }
    return steps(of: component).flatMap { entries($0.target, after: [$0.step]) }
  }

  private typealias Step = (step: String, target: String)

  private func steps(of component: StoryboardComponent) -> [Step] {
    var steps: [Step] = []
    if case .component(let cell)? = component.properties["cell"] {
      let targets = [component.segue, cell.segue, component.text("identifier")].compactMap(\.self)
      steps += targets.map { ("app:row(1):tap()", $0) } + accessories(of: cell, "app:row(1)")
      // The accessories of a menu open content.
      if let target = component.text("rowIdentifier") { steps.append(("app:row(1):accessory()", target)) }
    }
    if case .records(let sections)? = component.properties["sections"] { steps += self.steps(of: sections) }
    for bar in ["left", "right", "toolbar", "views"] {
      guard case .components(let buttons)? = component.properties[bar] else { continue }
      for button in buttons {
        guard let target = button.segue, let title = title(of: button) else { continue }
        steps.append(("app:tap \(LuaText.quoted(title))", target))
      }
    }
    if case .component(let view)? = component.properties["titleView"], let target = view.segue {
      steps.append(("app:title():tap()", target))
    }
    return steps
  }

  private func steps(of sections: [StoryboardProperties]) -> [Step] {
    let cells = sections.flatMap { section -> [StoryboardComponent] in
      if case .components(let cells)? = section["cells"] { cells } else { [] }
    }
    return cells.enumerated().flatMap { index, cell -> [Step] in
      // Cells that are not shown do not count: the row of a cell may come earlier.
      let numbers = (max(1, index + 1 - Self.maximumHidden)...(index + 1)).reversed().map { "app:row(\($0))" }
      let texts = cell.text("path").flatMap(Self.plainText).map { ["app:row(\(LuaText.quoted($0)))"] } ?? []
      return (texts + numbers).flatMap { row in
        (cell.segue.map { [("\(row):tap()", $0)] } ?? []) + accessories(of: cell, row)
      }
    }
  }

  /// The most hidden cells before one that a test taps by its number.
  private static let maximumHidden = 6

  private func accessories(of cell: StoryboardComponent, _ row: String) -> [Step] {
    guard case .component(let view)? = cell.properties["accessoryView"], let target = view.segue else { return [] }
    return [("\(row):accessory()", target)]
  }

  private func title(of button: StoryboardComponent) -> String? {
    if let title = (button.text("title") ?? button.text("titlePath")).flatMap(Self.plainText) { return title }
    return button.text("systemItem").flatMap(SystemItem.init(rawValue:))?.title
  }

  /// The text that a binding is in English; nil for one that depends on data.
  private static func plainText(_ binding: String) -> String? {
    // What is not a binding has no text.
    guard let parts = (try? Binding.parse(binding))?.parts, parts.count == 1 else { return nil }
    switch parts[0].kind {
    case .localized(let text): return text
    case .constant(let value): return value.scalarText
    default: return nil
    }
  }
}

extension StoryboardComponent {
  /// The value of a property that is a text.
  func text(_ name: String) -> String? {
    if case .text(let text)? = properties[name], !text.isEmpty { text } else { nil }
  }

  /// The controller that its segue opens.
  fileprivate var segue: String? { if case .segue(let name, _)? = properties["segue"] { name } else { nil } }
}

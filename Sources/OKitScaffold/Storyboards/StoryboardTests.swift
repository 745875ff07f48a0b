import OKitEngine
import OKitStoryboard

/// Writes the tests of an application that a storyboard defines: the screens that its tabs and rows open.
struct StoryboardTests {
  private let model: ModelDraft
  private let controllers: [String: StoryboardController]
  private let first: String?

  static func text(_ source: StoryboardSource) -> String { StoryboardTests(source).text }

  private init(_ source: StoryboardSource) {
    model = source.model
    let all = source.storyboard.controllers
    controllers = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    let home = all.lazy.compactMap { controller -> String? in
      guard case .text(let name)? = controller.component.properties["homeIdentifier"] else { return nil }
      return name.begins(with: "#") ? String(name.dropFirst()) : name
    }.first
    first = home ?? (controllers["home"] == nil ? all.first?.name : "home")
  }

  private var text: String {
    var parts = ["-- The tests: the first screens are opened.\n\nlocal app\n"]
    guard let first, let content = content(first) else { return parts[0] }
    parts.append(
      TestBlock.text(
        "The application", launch: "okit.launch \"app.lua\"", [],
        [("opens the first screen", ["expect(app.screen.name).to_be \(LuaText.quoted(content))"])]))
    let tabs = tabs(of: first)
    for (title, root) in tabs {
      if let test = screen(root, ["app:tab \(LuaText.quoted(title))"]) { parts.append(test) }
    }
    if tabs.isEmpty, let test = screen(content, []) { parts.append(test) }
    return parts.joined(separator: "\n")
  }

  /// The controller that is on the screen when a container or controller opens.
  private func content(_ name: String, depth: Int = 0) -> String? {
    guard depth < 20, let component = controllers[name]?.component else { return nil }
    switch component.className {
    case "NavigationController":
      guard case .text(let root)? = component.properties["root"] else { return nil }
      return content(root, depth: depth + 1)
    case "TabBarController": return tabs(of: name).first.flatMap { content($0.root, depth: depth + 1) }
    default: return name
    }
  }

  private func tabs(of name: String) -> [(title: String, root: String)] {
    guard controllers[name]?.component.className == "TabBarController",
      case .records(let records)? = controllers[name]?.component.properties["tabs"]
    else { return [] }
    return records.compactMap { record in
      guard case .text(let title)? = record["title"], case .text(let root)? = record["root"],
        // What is not a plain text has no title that is known.
        let parts = (try? Binding.parse(title))?.parts, parts.count == 1, case .localized(let text) = parts[0].kind
      else { return nil }
      return (text, root)
    }
  }

  private func screen(_ name: String, _ steps: [String]) -> String? {
    guard let id = content(name), let component = controllers[id]?.component else { return nil }
    var lines = ["expect(app.screen.name).to_be \(LuaText.quoted(id))"]
    if component.className == "ModelListTableController", case .text(let path)? = component.properties["dataPath"],
      isRoot(component), model.content.records(path).count == StoryboardSource.sampleCount
    {
      lines.append("expect(app:rows()).to_have_count(\(StoryboardSource.sampleCount))")
      if let target = rowTarget(component) {
        lines += ["app:row(1):tap()", "expect(app.screen.name).to_be \(LuaText.quoted(target))"]
      }
    }
    return TestBlock.text(
      "The screen \(id)", launch: "okit.launch \"app.lua\"", steps, [("is shown with its entries", lines)])
  }

  /// Whether a list shows the default model.
  private func isRoot(_ component: StoryboardComponent) -> Bool {
    guard let path = component.properties["contextPath"] else { return true }
    if case .text("/") = path { return true }
    return false
  }

  private func rowTarget(_ component: StoryboardComponent) -> String? {
    let segues = [component.properties, cell(component)?.properties].compactMap { $0?["segue"] }
    guard case .segue(let name, false)? = segues.first else { return nil }
    return content(name)
  }

  private func cell(_ component: StoryboardComponent) -> StoryboardComponent? {
    if case .component(let cell)? = component.properties["cell"] { cell } else { nil }
  }
}

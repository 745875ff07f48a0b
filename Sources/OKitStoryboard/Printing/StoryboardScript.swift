/// The controllers of a storyboard as a script that a person could have written: the same names in the same order, with
/// the lines that they come from.
package struct StoryboardScript {
  private let storyboard: Storyboard
  private let file: String

  package init(_ storyboard: Storyboard, file: String) {
    (self.storyboard, self.file) = (storyboard, file)
  }

  package var text: String {
    var printer = StoryboardPrinter()
    let controllers = storyboard.controllers.map { "\n" + printer.definition(of: $0) }
    return """
      -- The controllers of \(Self.inComment(file)).

      local okit = require "okit"

      """ + controllers.joined()
  }

  /// A text without line breaks, which would end a comment.
  static func inComment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}

/// Prints tables of properties.
struct StoryboardPrinter {
  /// The maximum length of a line.
  private static let width = 120
  /// The maximum number of locals: Lua allows 200 in a chunk.
  private static let maximumLocals = 100

  /// The names of locals with views that several properties share, by the places of the views.
  private var locals: [Diagnostic.Place: String] = [:]
  private var usedNames: Set<String> = ["okit"]

  /// The definition of a controller, after the locals that it needs.
  mutating func definition(of controller: StoryboardController) -> String {
    let component = controller.component
    let shared = sharedViews(in: component)
    let comment = [controller.label.map(StoryboardScript.inComment), "line \(component.place.line)"]
    var text = "-- " + comment.compactMap(\.self).joined(separator: ", ") + "\n"
    for (name, view) in shared {
      text += "local \(name) = \(made(view, indent: 0, prefix: "local \(name) = ".count))\n"
      locals[view.place] = name
    }
    if !shared.isEmpty { text += "\n" }
    let head = "okit.\(component.className):extend(\(LuaText.quoted(controller.name)), "
    return text + head + table(component.properties, indent: 0, prefix: head.count + 1) + ")\n"
  }

  // MARK: Shared views

  /// The views that several properties of a controller have, each with a name.
  private mutating func sharedViews(in component: StoryboardComponent) -> [(String, StoryboardComponent)] {
    var first: [Diagnostic.Place: (property: String, isShared: Bool)] = [:]
    var found: [(property: String, view: StoryboardComponent)] = []
    Self.visit(component.properties) { name, view in
      guard let before = first[view.place] else {
        first[view.place] = (name, false)
        return
      }
      if !before.isShared { found.append((before.property, view)) }
      first[view.place] = (before.property, true)
    }
    var shared: [(String, StoryboardComponent)] = []
    for (property, view) in found where usedNames.count < Self.maximumLocals {
      var (name, number) = (property, 1)
      while usedNames.contains(name) {
        number += 1
        name = "\(property)\(number)"
      }
      usedNames.insert(name)
      shared.append((name, view))
    }
    return shared
  }

  /// Calls `body` with each component that is the value of a property.
  private static func visit(_ properties: StoryboardProperties, _ body: (String, StoryboardComponent) -> Void) {
    for property in properties.all {
      switch property.value {
      case .component(let component):
        body(property.name, component)
        visit(component.properties, body)
      case .components(let components): for component in components { visit(component.properties, body) }
      case .records(let records): for record in records { visit(record, body) }
      case .text, .bool, .number, .segue: break
      }
    }
  }

  // MARK: Values

  /// - Parameters:
  ///   - indent: the number of levels.
  ///   - prefix: the number of characters before the value in its line and after it.
  private func made(_ component: StoryboardComponent, indent: Int, prefix: Int) -> String {
    if let local = locals[component.place] { return local }
    let head = "okit.\(component.className) "
    return head + table(component.properties, indent: indent, prefix: prefix + head.count)
  }

  private func table(_ properties: StoryboardProperties, indent: Int, prefix: Int) -> String {
    list(properties.all, indent: indent, prefix: prefix) { property, indent in
      let head = "\(property.name) = "
      return head + value(property.value, indent: indent, prefix: head.count)
    }
  }

  private func value(_ value: StoryboardValue, indent: Int, prefix: Int) -> String {
    switch value {
    case .text(let text): LuaText.quoted(text)
    case .bool(let flag): "\(flag)"
    case .number(let number): NumberText.text(of: number)
    case .segue(let name, let isPresented):
      isPresented ? "{ to = \(LuaText.quoted(name)), kind = \"present\" }" : LuaText.quoted(name)
    case .component(let component): made(component, indent: indent, prefix: prefix)
    case .components(let components):
      list(components, indent: indent, prefix: prefix) { made($0, indent: $1, prefix: 0) }
    case .records(let records): list(records, indent: indent, prefix: prefix) { table($0, indent: $1, prefix: 0) }
    }
  }

  /// A table in one line if it fits, else with a line for each element.
  private func list<Element>(
    _ elements: [Element], indent: Int, prefix: Int, _ print: (Element, Int) -> String
  ) -> String {
    if elements.isEmpty { return "{}" }
    let parts = elements.map { print($0, indent + 1) }
    let line = "{ " + parts.joined(separator: ", ") + " }"
    if 2 * indent + prefix + line.count < Self.width, !line.contains("\n") { return line }
    let margin = String(repeating: "  ", count: indent)
    return "{\n" + parts.map { "\(margin)  \($0),\n" }.joined() + margin + "}"
  }
}

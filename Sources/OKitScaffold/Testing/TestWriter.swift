/// Writes `app_test.lua`: a test for each screen.
struct TestWriter {
  private let model: ModelDraft
  private let plan: ScreenPlan
  private let routes: TestRoutes
  private let title: String

  /// The tests that begin on one screen.
  private struct Block {
    var name: String
    var steps: [String]
    var tests: [(name: String, lines: [String])]
  }

  private var blocks: [Block] = []

  init(_ model: ModelDraft, _ plan: ScreenPlan, title: String) {
    (self.model, self.plan, self.title) = (model, plan, title)
    routes = TestRoutes(model, plan)
    var (found, names) = ([Block](), UniqueLabels())
    if let home { found.append(home) }
    for screen in plan.screens {
      switch screen {
      case .list(let list): if let test = self.list(list) { found.append(test) }
      case .detail(let detail): if let test = self.detail(detail) { found.append(test) }
      case .selection(let selection): if let test = self.selection(selection) { found.append(test) }
      }
    }
    for index in found.indices { found[index].name = names.unique(found[index].name) }
    blocks = found
  }

  /// The number of tests.
  var count: Int { blocks.reduce(0) { $0 + $1.tests.count } }

  /// The file of the tests.
  var text: String {
    let header = """
      -- The tests: each screen is opened, and what it offers is tried.

      local app

      """
    return file(header, launch: launch)
  }

  /// The tests with one application for all: what a test changes is undone before the next one. Launching an
  /// application for each of hundreds of tests takes most of their time.
  var sharedText: String {
    let header = """
      local app, shared
      before_all(function() shared = \(launch) end)

      local function restart()
        while pcall(shared.undo, shared) do end
        shared:call "\(Self.homeFunction)()"
        return shared
      end

      """
    return file(header, launch: "restart()")
  }

  /// The function of the model that the shared application needs: it shows the first screen.
  static let homeFunction = "okitShowsHome"

  private func file(_ header: String, launch: String) -> String {
    ([header] + blocks.map { TestBlock.text($0.name, launch: launch, $0.steps, $0.tests) }).joined(separator: "\n")
  }

  private var launch: String {
    model.database == nil ? "okit.launch \"app.lua\"" : "okit.launch(\"app.lua\", { documents = \"documents\" })"
  }

  private func block(_ name: String, _ steps: [String], _ tests: [(name: String, lines: [String])]) -> Block {
    Block(name: name, steps: steps, tests: tests)
  }

  private func quoted(_ text: String) -> String { LuaText.quoted(text) }

  private func subtitle(_ count: Int, _ type: ClassDraft) -> String {
    quoted("\(count) \(count == 1 ? type.label : type.pluralLabel)")
  }

  // MARK: Home

  private var home: Block? {
    switch plan.home {
    case .list: return nil
    case .tabs:
      let lines = model.lists.flatMap { list in
        ["app:tab \(quoted(list.property.label))", "expect(app.screen.title).to_be \(quoted(list.property.label))"]
      }
      return block("The tabs", [], [("lead to the lists", lines)])
    case .overview:
      var lines = ["expect(app.screen.title).to_be \(quoted(title))"]
      for list in model.lists {
        let count = routes.count(ScreenPlan.List(id: "", type: "", path: list.property.name, label: ""), model.content)
        lines.append("expect(app:row(\(quoted(list.property.label))).detail).to_be \"\(count)\"")
      }
      var type = ClassDraft(name: model.name, label: title, pluralLabel: title)
      type.properties = model.properties
      let editing = EditTest.lines(type, model.content).map { [(name: "can be edited", lines: $0)] } ?? []
      return block("The first screen", [], [(name: "shows what there is", lines: lines)] + editing)
    }
  }

  // MARK: Lists

  private func list(_ list: ScreenPlan.List) -> Block? {
    guard let route = routes.screens[list.id], let type = model[list.type] else { return nil }
    let known = routes.elements(list, route.record)
    let count = routes.count(list, route.record)
    var lines = [
      """
      expect(app.screen).to_match { name = \(quoted(list.id)), title = \(quoted(list.label)), subtitle = \
      \(subtitle(count, type)) }
      """
    ]
    let texts = known.prefix(200).compactMap { routes.rows.text(of: $0, type) }
    if count <= TestRows.pageSize {
      lines.append("expect(app:rows()).to_have_count(\(count))")
      if let text = texts.first { lines.append("expect(app:rows()).to_contain \(quoted(text))") }
    }
    var tests = [(name: "shows \(count == 0 ? "nothing at first" : "its entries")", lines: lines)]
    if let (text, other) = Self.searchable(texts) {
      tests.append(
        (
          name: "finds an entry by its text",
          lines: [
            "app:search \(quoted(text))", "expect(app:rows()).to_contain \(quoted(text))",
            "expect(app:rows()).not_to_contain \(quoted(other))",
          ]
        ))
    }
    if !list.isRelated { tests.append((name: "adds and deletes an entry", lines: addition(list, type, known))) }
    let owner = list.owner.flatMap { model[$0]?.label.lowercased() }
    let name = "The list of \(list.label.lowercased())" + (owner.map { " of \(Articles.indefinite($0))" } ?? "")
    return block(name, route.steps, tests)
  }

  /// A text to search, and one that the search does not find.
  private static func searchable(_ texts: [String]) -> (String, String)? {
    let search = SearchText(locale: "en")
    let normalized = texts.prefix(20).map { (text: $0, key: search.normalized($0)) }.filter { !$0.key.isEmpty }
    for entry in normalized {
      if let other = normalized.first(where: { !$0.key.contains(entry.key) }) { return (entry.text, other.text) }
    }
    return nil
  }

  private func addition(_ list: ScreenPlan.List, _ type: ClassDraft, _ known: [ContentRecord]) -> [String] {
    let count = known.count
    var lines = ["app:tap \"Add\""]
    lines.append("expect(app.screen).to_match { name = \(quoted(plan.detail(of: type.name) ?? "")), editing = true }")
    var row = "1"
    if type.hasTextTitle {
      let rows = known.map { record in type.title.compactMap { record[$0].text }.joined(separator: " ") }
      let texts = SampleTexts.titles(of: type, besides: rows)
      for (label, text) in texts { lines.append("app:cell(\(quoted(label))):type \(quoted(text))") }
      row = quoted(texts.map(\.text).joined(separator: " "))
    }
    lines += ["app:tap \"Done\"", "app:back()", "expect(app.screen.subtitle).to_be \(subtitle(count + 1, type))"]
    if count >= TestRows.pageSize, type.hasTextTitle { lines.append("app:search(\(row))") }
    lines += [
      "app:row(\(row)):delete()", "app.alert:tap \"Yes\"", "expect(app.screen.subtitle).to_be \(subtitle(count, type))",
    ]
    return lines
  }

  // MARK: Details

  private func detail(_ detail: ScreenPlan.Detail) -> Block? {
    guard let route = routes.details[detail.type]?.first, let type = model[detail.type] else { return nil }
    var lines = ["expect(app.screen.name).to_be \(quoted(detail.id))"]
    if route.isKnown, let text = routes.rows.text(of: route.record, type) {
      lines.append("expect(app.screen.title).to_be \(quoted(text))")
    }
    for property in type.properties where route.isKnown && lines.count < 5 {
      guard let value = Self.shownValue(route.record[property.name], property) else { continue }
      lines.append("expect(app:cell(\(quoted(property.label))).control.value).to_be\(value)")
    }
    let editing = EditTest.lines(type, route.record).map { [(name: "can be edited", lines: $0)] } ?? []
    return block(
      "The screen of \(Articles.indefinite(type.label.lowercased()))", route.steps,
      [("shows its properties", lines)] + editing)
  }

  /// The value of the cell of a property, as an argument; nil for one that is not certain.
  private static func shownValue(_ value: ContentValue, _ property: PropertyDraft) -> String? {
    switch (property.kind, value) {
    case (.text, .text(let text)) where !text.isEmpty && text.count <= 60: " " + LuaText.quoted(text)
    case (.int, .int(let number)): " \"\(number)\""
    case (.double, .int(let number)): " \"\(number)\""
    case (.double, .double(let number)): " " + LuaText.quoted(NumberText.text(of: number))
    case (.bool, .bool(let flag)): "(\(flag))"
    default: nil
    }
  }

  // MARK: Selections

  private func selection(_ selection: ScreenPlan.Selection) -> Block? {
    guard let route = routes.screens[selection.id], let type = model[selection.type] else { return nil }
    let records = model.content.records(selection.list)
    var selected: Set<String> = []
    for value in route.record.values {
      switch value.value {
      case .reference(let id): selected.insert(id)
      case .list(let values): for case .reference(let id) in values { selected.insert(id) }
      default: break
      }
    }
    let candidates = routes.rows.candidates(records, type)
    var lines = ["expect(app.screen.name).to_be \(quoted(selection.id))"]
    if let choice = candidates.first(where: { !selected.contains($0.record.id ?? "") }) {
      lines += choice.search + ["\(choice.row):tap()", "expect(\(choice.row).accessory).to_be \"checkmark\""]
    }
    let name =
      "The selection of \(Articles.indefinite(type.label.lowercased()))"
      + (selection.target.map { " for the \($0.property.label.lowercased())" } ?? "")
    return block(name, route.steps, [("selects one", lines)])
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

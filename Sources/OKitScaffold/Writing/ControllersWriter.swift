/// Writes `controllers.lua`: the screens.
struct ControllersWriter {
  private let model: ModelDraft
  private let plan: ScreenPlan
  private let paths: BindingPaths
  private let title: String

  typealias Entry = LuaExpression.Entry

  /// - Parameters:
  ///   - title: The name of the application for people.
  ///   - texts: Gets the texts of the screens.
  static func text(_ model: ModelDraft, _ plan: ScreenPlan, title: String, _ texts: inout TextTable) -> String {
    let writer = ControllersWriter(model: model, plan: plan, paths: BindingPaths(model: model), title: title)
    return writer.text(&texts)
  }

  private func text(_ texts: inout TextTable) -> String {
    var parts = ["-- The screens.\n\nlocal okit = require \"okit\"\n"]
    texts.begin(title)
    if let home = home(&texts) { parts.append(home) }
    for screen in plan.screens {
      switch screen {
      case .list(let list):
        texts.begin(list.label)
        parts.append(self.list(list, &texts))
      case .detail(let detail):
        guard let type = model[detail.type] else { continue }
        texts.begin(type.label)
        parts.append(self.detail(detail, type, &texts))
      case .selection(let selection): parts.append(self.selection(selection, &texts))
      }
    }
    return parts.joined(separator: "\n")
  }

  private func definition(_ type: String, _ id: String, _ entries: [Entry?]) -> String {
    LuaPrinter.text(
      .call("okit.\(type):extend", [.text(id), .table(entries.compactMap(\.self), isExpanded: true)])) + "\n"
  }

  // MARK: Home

  private func home(_ texts: inout TextTable) -> String? {
    switch plan.home {
    case .list: return nil
    case .tabs:
      let tabs = model.lists.map { list in
        Entry(
          nil,
          .table([
            Entry("title", .text(texts.binding(list.property.label))),
            Entry("root", .text(plan.list(list.property.name, of: nil) ?? "")),
          ]))
      }
      return definition("TabBarController", "home", [Entry("tabs", .table(tabs, isExpanded: true))])
    case .overview:
      var type = ClassDraft(name: model.name, label: title, pluralLabel: title)
      type.properties = model.properties
      let cells = CellWriter(model: model, plan: plan, paths: paths)
      let hasValues = model.properties.contains { property in
        switch property.kind {
        case .object, .objects, .list, .map, .data: false
        default: true
        }
      }
      return definition(
        "ModelDetailTableController", "home",
        [
          Entry("titlePath", .text(texts.binding(title))), hasValues ? nil : Entry("edit", .code("false")),
          Entry("sections", cells.sections(of: type, isModel: true, &texts)),
        ])
    }
  }

  // MARK: Lists

  private func list(_ list: ScreenPlan.List, _ texts: inout TextTable) -> String {
    guard let type = model[list.type] else { return "" }
    let isFixed: [Entry] =
      list.isRelated
      ? ["edit", "add", "delete"].map { Entry($0, .code("false")) } : [Entry("addNav", .code("true"))]
    let entries: [Entry?] = [
      Entry("type", .text(list.type)), Entry("dataPath", .text(list.path)),
      Entry("titlePath", .text(texts.binding(list.label))),
      Entry("titleCount", .text(list.isRelated ? "\(list.path)/count" : "\(list.path).@count")),
      Entry("subTitleObject", .text(texts.binding(type.label))),
      Entry("subTitleObjectPlural", .text(texts.binding(type.pluralLabel))),
      paths.sort(of: type).map { Entry("rowSort", .text($0)) },
      Entry("searchPath", .text(paths.title(of: type))),
    ]
    return definition("ModelListTableController", list.id, entries + isFixed + [Entry("cell", row(of: type, in: list))])
  }

  /// The row of a list. What all entities of a list have in common is not shown: the owner to which they refer.
  private func row(of type: ClassDraft, in list: ScreenPlan.List) -> LuaExpression {
    var (type, detailName) = (type, type.detail)
    if let owner = list.owner.flatMap({ model[$0] }),
      let related = owner.related.first(where: { $0.name == list.path }),
      case .references(let property) = related.source
    {
      detailName = Titles.detail(of: type, model, without: property)
      if type.title == [property], let other = detailName {
        type.title = [other]
        detailName = Titles.detail(of: type, model, without: property)
      }
    }
    let detail = detailName.flatMap { type[$0] }
    let entries = [
      Entry("path", .text(paths.title(of: type))), detail.map { Entry("detailPath", .text(paths.text(of: $0))) },
      plan.detail(of: type.name).map { Entry("segue", .text($0)) },
    ]
    return .made("okit.ModelTableCell", .table(entries.compactMap(\.self)))
  }

  // MARK: Details

  private func detail(_ detail: ScreenPlan.Detail, _ type: ClassDraft, _ texts: inout TextTable) -> String {
    let cells = CellWriter(model: model, plan: plan, paths: paths)
    let isNamed = type.hasName
    return definition(
      "ModelDetailTableController", detail.id,
      [
        Entry("titlePath", .text(isNamed ? paths.title(of: type) : texts.binding(type.label))),
        isNamed ? Entry("subTitlePath", .text(texts.binding(type.label))) : nil,
        Entry("sections", cells.sections(of: type, isModel: false, &texts)),
      ])
  }

  // MARK: Selections

  private func selection(_ selection: ScreenPlan.Selection, _ texts: inout TextTable) -> String {
    guard let type = model[selection.type] else { return "" }
    let entries: [Entry?] = [
      Entry("type", .text(selection.type)), Entry("contextPath", .text("/")),
      Entry("dataPath", .text(selection.list)),
      selection.target.map { Entry("selectionPath", .text($0.property.name)) },
      selection.target.map { _ in Entry("selectAppend", .code("true")) },
      Entry("titlePath", .text(texts.binding(selection.target?.property.label ?? type.label))),
      paths.sort(of: type).map { Entry("rowSort", .text($0)) },
      Entry("searchPath", .text(paths.title(of: type))), Entry("edit", .code("false")), Entry("add", .code("false")),
      Entry("cell", .made("okit.ModelTableCell", .table([Entry("path", .text(paths.title(of: type)))]))),
    ]
    return definition("ModelSelectionTableController", selection.id, entries)
  }
}

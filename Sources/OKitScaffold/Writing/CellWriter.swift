/// Writes the cells of a detail screen.
struct CellWriter {
  let model: ModelDraft
  let plan: ScreenPlan
  let paths: BindingPaths

  typealias Entry = LuaExpression.Entry

  /// The sections of the detail of a class: its values, its parts, and those that not every entity has.
  ///
  /// - Parameter isModel: Whether the class is that of the model.
  func sections(of type: ClassDraft, isModel: Bool, _ texts: inout TextTable) -> LuaExpression {
    let owner = isModel ? nil : type.name
    // The headers come before the cells in the files of texts, too.
    let general = type.properties.contains { isValue($0) } ? texts.binding("General") : ""
    let hasObjects = type.properties.contains { if case .object = $0.kind { true } else { false } }
    let more = isModel && !hasObjects ? "Lists" : "More"
    let partsHeader =
      !type.related.isEmpty || type.properties.contains { isPart($0, in: type) } ? texts.binding(more) : ""
    var (values, parts, optional) = ([LuaExpression](), [LuaExpression](), [LuaExpression]())
    for property in type.properties {
      switch property.kind {
      case .object where !model.createsObject(property, in: type):
        let cell = part(property, owner: owner, &texts)
        optional.append(
          .table([
            Entry("showDisplay", .text(property.name)), Entry("showEdit", .text(property.name)),
            Entry("cells", .table([.init(nil, cell)])),
          ]))
      case .object, .objects: parts.append(part(property, owner: owner, &texts))
      default: if let cell = value(property, in: type.name, &texts) { values.append(cell) }
      }
    }
    for list in type.related {
      let cell: [Entry] = [
        Entry("path", .text(texts.binding(list.label))), Entry("detailPath", .text("\(list.name)/count")),
        segue(plan.list(list.name, of: owner)),
      ].compactMap(\.self)
      parts.append(.made("okit.ModelTableCell", .table(cell)))
    }
    var sections: [LuaExpression] = []
    if !values.isEmpty { sections.append(section(general, values)) }
    if !parts.isEmpty { sections.append(section(partsHeader, parts)) }
    return .table((sections + optional).map { Entry(nil, $0) }, isExpanded: true)
  }

  private func isPart(_ property: PropertyDraft, in type: ClassDraft) -> Bool {
    switch property.kind {
    case .object: model.createsObject(property, in: type)
    case .objects: true
    default: false
    }
  }

  private func isValue(_ property: PropertyDraft) -> Bool {
    switch property.kind {
    case .object, .objects, .data, .color, .image: false
    default: true
    }
  }

  private func section(_ header: String, _ cells: [LuaExpression]) -> LuaExpression {
    .table(
      [
        Entry("header", .text(header)), Entry("cells", .table(cells.map { Entry(nil, $0) }, isExpanded: true)),
      ], isExpanded: true)
  }

  private func segue(_ id: String?) -> Entry? { id.map { Entry("segue", .text($0)) } }

  /// The cell of an object or a list of objects, which opens it.
  private func part(_ property: PropertyDraft, owner: String?, _ texts: inout TextTable) -> LuaExpression {
    let label = Entry("path", .text(texts.binding(property.label)))
    switch property.kind {
    case .object(let name):
      let title = model[name].flatMap { !$0.hasName ? nil : Entry("detailPath", .text(paths.title(of: $0))) }
      let entries = [Entry("contextPath", .text(property.name)), label, title, segue(plan.detail(of: name))]
      return .made("okit.ModelTableCell", .table(entries.compactMap(\.self)))
    default:
      let entries = [
        label, Entry("detailPath", .text("\(property.name).@count")), segue(plan.list(property.name, of: owner)),
      ]
      return .made("okit.ModelTableCell", .table(entries.compactMap(\.self)))
    }
  }

  /// The cell of a value; nil for one that no cell shows.
  private func value(_ property: PropertyDraft, in owner: String, _ texts: inout TextTable) -> LuaExpression? {
    guard isValue(property) else { return nil }
    let label = Entry("path", .text(texts.binding(property.label)))
    func cell(_ name: String, _ entries: Entry?...) -> LuaExpression {
      .made("okit.\(name)", .table(([label] + entries).compactMap(\.self)))
    }
    func path(_ key: String) -> Entry { Entry(key, .text(property.name)) }
    switch property.kind {
    case .text, .int, .double: return cell("ModelTextCell", path("textPath"))
    case .longText: return cell("ModelMultilineCell", path("textPath"))
    case .bool: return cell("ModelSwitchCell", path("onPath"))
    case .date: return cell("ModelDateCell", path("datePath"))
    case .enumeration(let cases):
      for key in cases { texts.note(key, text: key.replacing(each: "_", with: " ").replacing(each: "-", with: " ")) }
      return EnumCells.hasSegments(property)
        ? cell("ModelSegmentCell", path("selectIndexPath")) : cell("ModelPickerCell", path("selectionPath"))
    case .reference(let name): return reference(property, to: name, label)
    case .references:
      return cell(
        "ModelTableCell", Entry("detailPath", .text("\(property.name).@count")),
        segue(plan.selection(of: property, in: owner)))
    case .list: return cell("ModelTableCell", path("detailPath"))
    case .map: return cell("ModelTableCell", Entry("detailPath", .text("\(property.name)Text")))
    case .data, .color, .image, .object, .objects: return nil
    }
  }

  private func reference(_ property: PropertyDraft, to name: String, _ label: Entry) -> LuaExpression {
    guard let type = model[name] else { return .made("okit.ModelTableCell", .table([label])) }
    if plan.hasPicker(name), let list = model.list(of: name) {
      return .made(
        "okit.ModelPickerCell",
        .table([
          label, Entry("dataPath", .text("/\(list.name)")), Entry("namePath", .text(paths.title(of: type))),
          Entry("selectionPath", .text(property.name)),
        ]))
    }
    guard let selection = plan.selection(of: name) else {
      return .made(
        "okit.ModelTableCell",
        .table([label, Entry("detailPath", .text(paths.title(of: type, prefix: "\(property.name)/ref/")))]))
    }
    return .made(
      "okit.ModelTableCell",
      .table([
        Entry("contextPath", .text(property.name)), label,
        Entry("detailPath", .text(paths.title(of: type, prefix: "ref/"))),
        Entry("segue", .text(selection)),
      ]))
  }
}

/// The control of an enum.
enum EnumCells {
  /// Whether the cases fit beside each other.
  static func hasSegments(_ property: PropertyDraft) -> Bool {
    guard case .enumeration(let cases) = property.kind, !property.isOptional else { return false }
    return cases.count <= 4 && cases.reduce(0, { $0 + $1.count }) <= 30
  }
}

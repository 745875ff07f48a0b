/// Writes `model.lua`: the classes, and the model.
struct ModelWriter {
  private let model: ModelDraft
  private var declared: Set<String> = []

  static func text(_ model: ModelDraft) -> String {
    var writer = ModelWriter(model: model)
    return writer.script()
  }

  private mutating func script() -> String {
    var parts = [header]
    if hasMaps { parts.append(Self.entries) }
    for type in model.classes { parts.append(definition(of: type)) }
    parts.append(root())
    for other in model.otherModels { parts.append(otherModel(other)) }
    let names = [model.name] + model.otherModels.map(\.type.name)
    parts.append("return { \(names.map { "\($0) = \($0)" }.joined(separator: ", ")) }\n")
    return parts.joined(separator: "\n")
  }

  private var header: String {
    var lines = LuaComment.lines("The model: \(summary).")
    for remark in model.remarks { lines += LuaComment.lines(remark) }
    lines += ["", "local okit = require \"okit\""]
    if usesTypes { lines.append("local t = okit.types") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    let names = model.lists.map { $0.property.label.lowercased() }
    if names.isEmpty { return "the properties of the application" }
    return names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  private var usesTypes: Bool {
    allProperties.contains { type(of: $0).hasPrefix("t.") }
  }

  private var allProperties: [PropertyDraft] {
    model.properties + (model.classes + model.otherModels.map(\.type)).flatMap(\.properties)
  }

  // MARK: Classes

  private mutating func definition(of type: ClassDraft) -> String {
    var lines = type.remarks.flatMap { LuaComment.lines($0) }
    let entries = type.properties.map { property in
      LuaExpression.Entry(property.name, expression(of: property), remark: property.remark)
    }
    declared.insert(type.name)
    lines.append(
      "local \(type.name) = "
        + LuaPrinter.text(
          .call(
            "okit.ModelEntity:extend",
            [.text(type.name), .table(entries, isExpanded: entries.count > 4)]), prefix: "local \(type.name) = ".count))
    if let table = type.table {
      lines.append("\(type.name).table = \(LuaText.quoted(table.name))")
      lines.append("\(type.name).key = \(LuaText.quoted(table.key))")
    }
    return lines.joined(separator: "\n") + "\n" + functions(of: type)
  }

  private func functions(of type: ClassDraft) -> String {
    var text = ""
    let parts = ownedParts(of: type)
    if !parts.isEmpty {
      text += """

        -- The parts that \(Articles.indefinite(type.label.lowercased())) begins with.
        function \(type.name):managed()
        \(parts.map { "  self.\($0.name) = self.\($0.name) or {}\n" }.joined())end

        """
    }
    for property in type.properties {
      guard case .map = property.kind else { continue }
      text += "\nfunction \(type.name):\(property.name)Text() return entries(self.\(property.name)) end\n"
    }
    if !type.calls.isEmpty {
      text += "\n-- What the storyboard calls; it does not tell what these functions do.\n"
      for call in type.calls {
        let body = call.isAction ? "okit.log.info(\"\(type.name).\(call.name)\")" : "return \"\""
        text += "function \(type.name):\(call.name)() \(body) end\n"
      }
    }
    for list in type.related { text += "\n" + RelatedListWriter.function(list, of: type, model) }
    return text
  }

  /// The objects that each entity of a class has.
  private func ownedParts(of type: ClassDraft) -> [PropertyDraft] {
    type.properties.filter { model.createsObject($0, in: type) }
  }

  private var hasMaps: Bool {
    allProperties.contains {
      if case .map = $0.kind { true } else { false }
    }
  }

  private static let entries = """
    -- Returns the entries of a map as a text: `paper: 5, cloth: 20`.
    local function entries(map)
      local texts = {}
      for key, value in pairs(map) do texts[#texts + 1] = key .. ": " .. tostring(value) end
      table.sort(texts)
      return table.concat(texts, ", ")
    end

    """

  // MARK: The model

  private func root() -> String {
    definition(
      of: model.rootClass, base: model.database == nil ? "okit.Model" : "okit.ModelSQLite", isFilled: model.isFilled)
  }

  private func otherModel(_ other: OtherModel) -> String {
    definition(of: other.type, base: "okit.Model", isFilled: other.isFilled)
  }

  private func definition(of type: ClassDraft, base: String, isFilled: Bool) -> String {
    var entries = type.properties.map { property in
      LuaExpression.Entry(property.name, expression(of: property), remark: property.remark)
    }
    if isFilled { entries.append(.init("isFilled", .code("false"))) }
    let head = "local \(type.name) = "
    var text =
      head
      + LuaPrinter.text(
        .call("\(base):extend", [.text(type.name), .table(entries, isExpanded: entries.count > 2)]), prefix: head.count)
      + "\n"
    if let file = model.database { text += "\(type.name).file = \(LuaText.quoted(file))\n" }
    if let file = model.contentFile {
      text += "-- A model begins with this document as long as nothing is stored of it.\n"
      text += "\(type.name).content = \(LuaText.quoted(file))\n"
    }
    text += functions(of: type)
    if isFilled {
      text += """

        -- Fills a new model with the content of `content.lua`.
        function \(type.name):fill(content)
          self:apply(content)
          self.isFilled = true
        end

        """
    }
    return text
  }

  // MARK: Types

  private func expression(of property: PropertyDraft) -> LuaExpression { .code(type(of: property)) }

  /// The value of a property in the table of its class.
  private func type(of property: PropertyDraft) -> String {
    var options: [String] = []
    if let column = property.column { options.append("column = \(LuaText.quoted(column))") }
    if let value = property.defaultValue { options.append("default = \(value)") }
    if property.isRestricted { options.append("onDelete = \"restrict\"") }
    if case .references = property.kind { return "t.list(\(base(of: property.kind, ["onDelete = \"remove\""])))" }
    guard options.isEmpty || property.isReference else {
      let table = "{ \(options.joined(separator: ", ")) }"
      return property.isOptional
        ? "t.optional(\(base(of: property.kind, [])), \(table))" : "\(base(of: property.kind, [])) \(table)"
    }
    if property.isOptional, property.isScalar { return "t.optional(\(base(of: property.kind, options)))" }
    switch property.kind {
    case .text, .longText: return "\"\""
    case .bool: return "false"
    case .int: return "0"
    case .double: return "t.double(0)"
    default: return base(of: property.kind, options)
    }
  }

  private func base(of kind: PropertyKind, _ options: [String]) -> String {
    let table = options.isEmpty ? "" : ", { \(options.joined(separator: ", ")) }"
    switch kind {
    case .text, .longText: return "t.string"
    case .bool: return "t.bool"
    case .int: return "t.int"
    case .double: return "t.double"
    case .date(let hasTime): return hasTime ? "t.date" : "t.day"
    case .data: return "t.data"
    case .color: return "t.color"
    case .image: return "t.image"
    case .enumeration(let cases):
      return "t.enum "
        + LuaPrinter.text(.table(cases.map { .init(nil, .text($0)) }, isFilled: true), indent: 1, prefix: 40)
    case .reference(let name), .references(let name):
      return table.isEmpty ? "t.ref \(LuaText.quoted(name))" : "t.ref(\(LuaText.quoted(name))\(table))"
    case .object(let name): return declared.contains(name) ? "t.entity(\(name))" : "t.entity \(LuaText.quoted(name))"
    case .objects(let name):
      return declared.contains(name) ? "t.list(\(name))" : "t.list(t.entity \(LuaText.quoted(name)))"
    case .list(let element): return "t.list(\(base(of: element, [])))"
    case .map(let element): return "t.map(\(base(of: element, [])))"
    }
  }
}

extension ModelDraft {
  /// Whether a new entity creates the object of a property: each entity in the data has one, and objects of the class
  /// do not contain each other.
  func createsObject(_ property: PropertyDraft, in type: ClassDraft) -> Bool {
    guard case .object(let name) = property.kind, !property.isOptional else { return false }
    var (visited, open) = (Set<String>(), [name])
    while let next = open.popLast() {
      guard next != type.name else { return false }
      guard visited.insert(next).inserted, let part = self[next] else { continue }
      for property in part.properties { if case .object(let name) = property.kind { open.append(name) } }
    }
    return true
  }
}

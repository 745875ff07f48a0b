/// Writes the functions that return the entities which are connected with another one.
enum RelatedListWriter {
  static func function(_ list: RelatedList, of type: ClassDraft, _ model: ModelDraft) -> String {
    var lines = LuaComment.lines(list.remark)
    lines.append("function \(type.name):\(list.name)()")
    switch list.source {
    case .references(let property):
      let element = Words(list.type).camelCase
      let name = LuaToken.keywords.contains(element) || element == "self" ? "entity" : element
      let source = model.list(of: list.type)?.name ?? ""
      lines.append(
        "  return self.model.\(source):filter(function(\(name)) return \(name).\(property).refKey == self.id end)")
    case .query(let sql, _):
      lines.append("  local rows = okit.Model.query(self.model, [[")
      lines += sql.split(separator: "\n").map { "    \($0)" }
      lines.append("  ]], self.id:match \":(.*)\")")
      lines += [
        "  local entities = {}", "  for i, row in ipairs(rows) do entities[i] = row.entity end", "  return entities",
      ]
    }
    lines.append("end")
    return lines.joined(separator: "\n") + "\n"
  }
}

import OKitSQLite

/// The lists that foreign keys and tables of connections give.
struct DatabaseRelations {
  private let described: DescribedDatabase
  private let classNames: [String: String]

  init(_ described: DescribedDatabase, _ classNames: [String: String]) {
    (self.described, self.classNames) = (described, classNames)
  }

  /// Whether a table connects the rows of two tables: its key consists of references to them.
  static func isJoin(_ table: DescribedDatabase.OtherTable, _ classNames: [String: String]) -> Bool {
    table.keys.count == 2
      && table.keys.allSatisfy { key in table.references[key].map { canonical($0, classNames) != nil } == true }
  }

  /// The class of a table, whose name SQL compares in any letter case.
  private static func canonical(_ table: String, _ classNames: [String: String]) -> String? {
    classNames[table] ?? classNames.first { $0.key.lowercased() == table.lowercased() }?.value
  }

  func add(to model: inout ModelDraft) {
    for index in model.classes.indices {
      var taken = LuaNames.properties
      for property in model.classes[index].properties { taken.take(property.name) }
      var labels = UniqueLabels(model.classes[index].properties.map(\.label))
      for list in referring(to: model.classes[index], in: model) + connected(with: model.classes[index], in: model) {
        var list = list
        list.name = taken.unique(list.name, "related" + list.name.capitalizedFirst, fallback: "related")
        list.label = labels.unique(list.label)
        model.classes[index].related.append(list)
      }
    }
  }

  /// The entities that refer to one of a class.
  private func referring(to type: ClassDraft, in model: ModelDraft) -> [RelatedList] {
    model.classes.flatMap { other -> [RelatedList] in
      let properties = other.properties.filter { $0.kind == .reference(type.name) }
      return properties.map { property in
        let plural = Words(other.name).withLast(EnglishNouns.plural)
        let says = properties.count == 1 && other.name != type.name
        let words = says ? plural : Self.words(property, plural)
        let noun = Articles.indefinite(type.label.lowercased())
        let remark =
          says
          ? "The \(plural.label.lowercased()) of \(noun)."
          : "The \(plural.label.lowercased()) that refer to \(noun) by `\(property.name)`."
        return RelatedList(
          name: words.camelCase, label: words.label, type: other.name, source: .references(property: property.name),
          remark: remark)
      }
    }
  }

  /// `reports` for `reportsTo`, `children` for `parent`, `customers by support rep` where several references lead to a
  /// class.
  private static func words(_ property: PropertyDraft, _ plural: Words) -> Words {
    switch property.name.lowercased() {
    case "reportsto", "manager", "boss", "supervisor": Words(["reports"])
    case "parent": Words(["children"])
    default: Words(plural.all + ["by"] + Words(property.name).all)
    }
  }

  /// The entities that a table of connections gives.
  private func connected(with type: ClassDraft, in model: ModelDraft) -> [RelatedList] {
    described.others.filter { Self.isJoin($0, classNames) }.flatMap { table -> [RelatedList] in
      let ends = table.keys.compactMap { key in
        table.references[key].flatMap { Self.canonical($0, classNames) }.map { (column: key, type: $0) }
      }
      return ends.indices.compactMap { index in
        let (own, other) = (ends[index], ends[1 - index])
        guard own.type == type.name, let target = model[other.type], let key = target.table else { return nil }
        let plural = Words(target.name).withLast(EnglishNouns.plural)
        let (join, rows) = (SQLText.shortName(table.name), SQLText.shortName(key.name))
        let keyName = SQLText.shortName(key.key)
        let sql = """
          SELECT \(rows).\(keyName) FROM \(join)
          JOIN \(rows) ON \(rows).\(keyName) = \(join).\(SQLText.shortName(other.column))
          WHERE \(join).\(SQLText.shortName(own.column)) = ?
          ORDER BY \(rows).\(keyName)
          """
        let pairs = "SELECT \(SQLText.name(own.column)), \(SQLText.name(other.column)) FROM \(SQLText.name(table.name))"
        var remark = "The \(plural.label.lowercased()) of \(Articles.indefinite(type.label.lowercased())). "
        remark += "The table \(table.name) connects both; its rows have no single key, so that a query reads them."
        if !table.columns.isEmpty { remark += " Its columns \(table.columns.joined(separator: ", ")) are not shown." }
        return RelatedList(
          name: plural.camelCase, label: plural.label, type: target.name, source: .query(sql: sql, pairs: pairs),
          remark: PrintableText.line(remark))
      }
    }
  }
}

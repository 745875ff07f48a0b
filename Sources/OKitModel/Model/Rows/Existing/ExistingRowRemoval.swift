/// Removes rows of a database that okit has not made, whose rules (ON DELETE) may act on the rows that refer to them.
struct ExistingRowRemoval {
  struct Row {
    /// The entity in messages.
    let name: String
    let id: String
    let described: ExistingRows.Entity
    let key: RowValue
  }

  /// A reference with a rule, from the rows of one class to those of another.
  private struct Rule {
    let described: ExistingRows.Entity
    let column: Int
    let target: String
    let isRequired: Bool
  }

  private let rows: ExistingRows
  private let writer: any RowWriter
  private let store: ModelStore
  private let rules: [Rule]

  /// - Parameter columns: Returns the columns as the database declares them, in the order of the class.
  init(
    _ rows: ExistingRows, _ writer: any RowWriter, _ store: ModelStore,
    _ columns: (ExistingRows.Entity) throws -> [RowColumn]
  ) throws {
    (self.rows, self.writer, self.store) = (rows, writer, store)
    rules = try rows.entities.flatMap { described in
      let declared = try columns(described)
      return described.columns.compactMap { property, index -> Rule? in
        guard declared[index].hasDeleteRule, let target = property.targetName else { return nil }
        return Rule(described: described, column: index, target: target, isRequired: declared[index].isRequired)
      }
    }
  }

  /// Removes rows: those that refer to others first.
  ///
  /// - Throws: `storage.conflict` for a row that is gone, and for one that a row refers to which stays in the model.
  func remove(_ removed: [Row]) throws {
    // Before the first removal: rules of the database may remove other rows with a row.
    for row in removed where try select([0], row).isEmpty {
      throw store.missingRow(of: row.name, row.described.table)
    }
    for row in try ordered(removed) {
      try store.naming(row.name) {
        _ = try writer.delete(from: row.described.table, where: [RowCondition(0, row.key)])
      }
    }
  }

  private func select(_ columns: [Int], _ row: Row) throws -> [[RowValue]] {
    try writer.select(columns, from: row.described.table, where: [RowCondition(0, row.key)])
  }

  /// Returns the rows in the order of removal. References in a circle become empty. O(rows + references).
  private func ordered(_ removed: [Row]) throws -> [Row] {
    guard !rules.isEmpty, !removed.isEmpty else { return removed }
    let numbers = Dictionary(removed.enumerated().map { (id(of: $1), $0) }) { first, _ in first }
    var referred: [[Int]] = Array(repeating: [], count: removed.count)
    var referringCounts = Array(repeating: 0, count: removed.count)
    for (number, row) in removed.enumerated() {
      try store.budget.step()
      for rule in rules where rule.described === row.described {
        guard let key = try select([rule.column], row).first?[0], key != .null,
          let target = numbers[ExistingRows.id(key, rule.target)], target != number
        else { continue }
        referred[number].append(target)
        referringCounts[target] += 1
      }
      try expectNoReference(to: row, numbers)
    }
    var order = removed.indices.filter { referringCounts[$0] == 0 }
    var next = 0
    while next < order.count {
      for target in referred[order[next]] {
        referringCounts[target] -= 1
        if referringCounts[target] == 0 { order.append(target) }
      }
      next += 1
    }
    let done = Set(order)
    let circles = removed.indices.filter { !done.contains($0) }
    for number in circles { try clearReferences(of: removed[number]) }
    return (order + circles).map { removed[$0] }
  }

  private func clearReferences(of row: Row) throws {
    let columns = rules.filter { $0.described === row.described && !$0.isRequired }.map(\.column)
    guard !columns.isEmpty else { return }
    try store.naming(row.name) {
      _ = try writer.update(
        row.described.table, columns.map { RowCondition($0, .null) }, where: [RowCondition(0, row.key)])
    }
  }

  /// Checks that no entity stays in the model whose row a rule would remove or change.
  private func expectNoReference(to row: Row, _ removed: [String: Int]) throws {
    for rule in rules where rule.target == row.described.type.name {
      let referring = try writer.select([0], from: rule.described.table, where: [RowCondition(rule.column, row.key)])
      for key in referring.map({ $0[0] }) where removed[ExistingRows.id(key, rule.described.type.name)] == nil {
        // Rows that another program has added since are left to the rules of the database.
        guard let other = store.find(ExistingRows.id(key, rule.described.type.name)) else { continue }
        throw Diagnostic(
          "storage.conflict",
          "\(store.describe(other)) still refers to \(row.name): a rule of the database (ON DELETE) would "
            + "remove or change its row, too",
          hint: "remove \(store.describe(other)), or change its reference")
      }
    }
  }

  private func id(of row: Row) -> String { ExistingRows.id(row.key, row.described.type.name) }
}

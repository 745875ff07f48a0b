package import OKitEngine

/// The requirements for every storage of rows, as cases that run on a new, empty one.
package enum RowStorageConformance {
  /// An expectation that a storage did not meet.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  package struct Case: Sendable, CustomStringConvertible {
    package let name: String
    /// Throws a `Failure`, or what the storage threw.
    package let run: @Sendable (any RowStorage) throws -> Void

    package var description: String { name }
  }

  private static let table = RowTable(
    "T \"x\"",
    [
      RowColumn("id", .text, isRequired: true), RowColumn("number", .integer), RowColumn("select", .real),
      RowColumn("bytes", .blob), RowColumn("any", .any),
    ], key: [0], indexes: [[1, 4]])

  private static let row: [RowValue] = [.text("a\0ü"), .int(.max), .real(0.1), .blob([0, 255]), .text("12")]

  package static let all: [Case] = [
    Case(name: "an empty storage has nothing") { storage in
      try expect(try storage.tables() ?? [], [])
      try expect(try storage.columns(of: "T"), [])
    },
    Case(name: "reads what was written") { storage in
      let rows = [
        row, [.text(""), .null, .null, .null, .int(12)], [.text("b"), .int(.min), .real(-1e300), .blob([]), .text("")],
      ]
      try storage.write { writer in
        try writer.prepare(table)
        for row in rows { try writer.insert(row, into: table) }
      }
      try expect(try read(storage), rows)
      try expect(try storage.tables() ?? [], [table.name])
      try expect(try storage.columns(of: table.name), table.columns)
    },
    Case(name: "a transaction that fails changes nothing") { storage in
      struct Stop: Error {}
      try storage.write { writer in
        try writer.prepare(table)
        try writer.insert(row, into: table)
      }
      do {
        try storage.write { writer in
          try writer.delete(from: table, where: [])
          try writer.dropTable(table.name)
          throw Stop()
        }
        throw Failure(description: "nothing was thrown")
      } catch is Stop {}
      try expect(try read(storage), [row])
    },
    Case(name: "puts rows by their key") { storage in
      try storage.write { writer in
        try writer.prepare(table)
        try writer.put(row, into: table)
        try writer.put(row, into: table)
        try writer.put([row[0], .int(2), .null, .blob([1]), .null], into: table)
      }
      try expect(try read(storage), [[row[0], .int(2), .null, .blob([1]), .null]])
    },
    Case(name: "finds a value by the key of its row") { storage in
      try expect(try storage.value("number", of: table, key: .text("a")), nil)
      try storage.write { writer in
        try writer.prepare(table)
        try writer.insert(row, into: table)
        try writer.insert([.text("b"), .null, .null, .null, .null], into: table)
      }
      try expect(try storage.value("number", of: table, key: row[0]), .int(.max))
      try expect(try storage.value("bytes", of: table, key: row[0]), .blob([0, 255]))
      try expect(try storage.value("number", of: table, key: .text("b")), .null)
      try expect(try storage.value("number", of: table, key: .text("c")), nil)
    },
    Case(name: "updates, deletes and selects where columns have values") { storage in
      try storage.write { writer in
        try writer.prepare(table)
        for number in 0..<5 {
          try writer.insert([.text("\(number)"), .int(number % 2), .null, .null, .int(-number)], into: table)
        }
        try writer.update(
          table, [RowCondition(2, .real(7))], where: [RowCondition(1, .int(1)), RowCondition(0, .text("3"))])
        try writer.delete(from: table, where: [RowCondition(0, .text("2"))])
        let odd = try writer.select([0, 2], from: table, where: [RowCondition(1, .int(1))], order: 4)
        try expect(odd, [[.text("3"), .real(7)], [.text("1"), .null]])
        let second = try writer.select(
          [0], from: table, where: [], order: 4, descending: true, offset: 1, limit: 2)
        try expect(second, [[.text("1")], [.text("3")]])
      }
    },
    Case(name: "adds and drops columns") { storage in
      var wide = table
      wide.columns.append(RowColumn("more", .text))
      try storage.write { writer in
        try writer.prepare(table)
        try writer.insert(row, into: table)
        try writer.prepare(wide)
        try writer.prepare(wide)
        try writer.update(wide, [RowCondition(5, .text("m"))], where: [])
      }
      try expect(try storage.columns(of: table.name), wide.columns)
      try storage.write { try $0.dropColumn("more", of: table.name) }
      try expect(try storage.columns(of: table.name), table.columns)
      try expect(try read(storage), [row])
    },
    Case(name: "rows go with the row that owns them") { storage in
      let owned = RowTable(
        "owned", [RowColumn("owner", .text, isRequired: true), RowColumn("value", .integer)], indexes: [[0, 1]],
        owner: RowTable.RowOwner(table: table.name, column: "id"))
      try storage.write { writer in
        try writer.prepare(table)
        try writer.prepare(owned)
        try writer.insert(row, into: table)
        try writer.insert([row[0], .int(1)], into: owned)
        try writer.delete(from: table, where: [RowCondition(0, row[0])])
        try expect(try writer.select([1], from: owned, where: []), [])
      }
      try refuses("storage.write") {
        try storage.write { try $0.insert([.text("nobody"), .int(1)], into: owned) }
      }
    },
    Case(name: "answers queries, and refuses to write in them") { storage in
      try storage.write { writer in
        try writer.prepare(table)
        try writer.insert(row, into: table)
      }
      var found: [[RowValue]] = []
      var origin: [String] = []
      try storage.query("SELECT id, number + ? AS sum FROM \"T \"\"x\"\"\"", [.int(-1)], QueryLimits()) { row in
        found.append([row.value(0), row.value(1)])
        origin = row.columns + [row.origin(0)?.table ?? "none", row.origin(1)?.table ?? "none"]
      }
      try expect(found, [[row[0], .int(.max - 1)]])
      try expect(origin, ["id", "sum", table.name, "none"])
      for sql in [
        "DELETE FROM \"T \"\"x\"\"\"", "ATTACH ':memory:' AS x", "PRAGMA user_version = 1", "VACUUM", "", "x",
      ] {
        try refuses("storage.query") { try storage.query(sql, [], QueryLimits()) { _ in } }
      }
      try refuses("storage.query") { try storage.query("SELECT ?", [], QueryLimits()) { _ in } }
      try expect(try read(storage), [row])
    },
    Case(name: "stops a query at the limit of its turn") { storage in
      try storage.write { try $0.prepare(table) }
      let budget = ExecutionBudget(TestExecutionHost())
      let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
      try refuses("app.limit") { try storage.query(endless, [], QueryLimits(budget: budget)) { _ in } }
      try expect(try read(storage), [])
    },
  ]

  private static func read(_ storage: any RowStorage) throws -> [[RowValue]] {
    var rows: [[RowValue]] = []
    try storage.read(table.name, table.columns.map(\.name)) { row in
      rows.append(table.columns.indices.map(row.value))
    }
    return rows
  }

  private static func expect<T: Equatable>(_ value: T, _ expected: T, line: Int = #line) throws {
    if value != expected {
      throw Failure(description: "line \(line): expected \(expected), found \(value)")
    }
  }

  private static func refuses(_ code: Diagnostic.Code, line: Int = #line, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as Diagnostic where error.code == code {
      return
    }
    throw Failure(description: "line \(line): expected \(code.rawValue), nothing was refused")
  }
}

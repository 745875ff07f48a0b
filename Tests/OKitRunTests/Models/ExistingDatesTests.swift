import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Dates and days in tables of other programs: their types, and the form in which others are written.
@Suite struct ExistingDatesTests {
  let folder: TestFolder
  let connection: SQLiteConnection

  init() throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/d", withIntermediateDirectories: true)
    connection = try SQLiteConnection("\(folder.path)/d/db.sqlite", .write)
  }

  /// A column `d`, the rows that it has, the changed first and the added row.
  struct Column: CustomTestStringConvertible {
    var type: String
    var rows: [String]
    /// The type that `models describe` gives, or the declared one after `=`.
    var described: String
    var written: [String]
    var zone = "America/New_York"

    var testDescription: String { "\(type) \(rows) \(zone)" }
  }

  /// A value with its type.
  private static let shown = "CASE typeof(d) WHEN 'real' THEN printf('%.6f', d) ELSE quote(d) END"

  private static let dates = [
    Column(
      type: "DATETIME", rows: ["'2024-02-01 00:00:00'"], described: "date",
      written: ["'2024-03-05 10:30:00'", "'2024-03-06 10:30:15'"]),
    Column(
      type: "DATETIME", rows: ["'2024-02-01 10:00:00'", "NULL", "'2024-02-03 11:00:00'"], described: "date",
      written: ["'2024-03-05 10:30:00'", "'2024-03-06 10:30:15'"]),
    Column(
      type: "TEXT", rows: ["'2024-02-01T10:00:00'"], described: "date",
      written: ["'2024-03-05T10:30:00'", "'2024-03-06T10:30:15'"]),
    Column(
      type: "TEXT", rows: ["'2024-02-01T10:00'"], described: "date",
      written: ["'2024-03-05T10:30'", "'2024-03-06T10:30'"]),
    Column(
      type: "TIMESTAMP", rows: ["'2024-02-01T10:00:00Z'"], described: "date",
      written: ["'2024-03-05T10:30:00Z'", "'2024-03-06T10:30:15Z'"]),
    Column(
      type: "VARCHAR(30)", rows: ["'2024-02-01T10:00:00.000Z'", "'2024-02-01T10:00:00.125Z'"], described: "date",
      written: ["'2024-03-05T10:30:00.000Z'", "'2024-03-06T10:30:15.500Z'"]),
    Column(
      type: "DATETIME", rows: ["'2024-02-01 10:00:00.25'", "'2024-02-01 10:00:00'"], described: "date",
      written: ["'2024-03-05 10:30:00'", "'2024-03-06 10:30:15.5'"]),
    Column(
      type: "TEXT", rows: ["'2024-02-01 10:00:00+02:00'"], described: "date",
      written: ["'2024-03-05 12:30:00+02:00'", "'2024-03-06 12:30:15+02:00'"]),
    // A row keeps its offset; a new one has that of the time zone.
    Column(
      type: "TEXT", rows: ["'2024-02-01T10:00:00+0530'", "'2024-02-01T10:00:00+0100'"], described: "date",
      written: ["'2024-03-05T16:00:00+0530'", "'2024-03-06T05:30:15-0500'"]),
    Column(type: "DATETIME", rows: ["1706783400", "NULL"], described: "date", written: ["1709634600", "1709721015"]),
    Column(type: "INTEGER", rows: ["1706783400"], described: "=date", written: ["1709634600", "1709721015"]),
    Column(
      type: "REAL", rows: ["1706783400.25"], described: "=date", written: ["1709634600.000000", "1709721015.500000"]),
    Column(
      type: "TIMESTAMP", rows: ["1706783400000", "1706783400001"], described: "date",
      written: ["1709634600000", "1709721015500"]),
    Column(type: "TEXT", rows: ["'1706783400'"], described: "=date", written: ["'1709634600'", "'1709721015'"]),
    Column(
      type: "DATETIME", rows: ["2460341.9375"], described: "date", written: ["2460374.937500", "2460375.937679"]),
    // Without a common form, a row keeps its own one.
    Column(
      type: "DATETIME", rows: ["'2024-02-01 10:00:00'", "'2024-02-03T11:00:00Z'", "1706783400"], described: "date",
      written: ["'2024-03-05 10:30:00'", "'2024-03-06T10:30:15.5Z'"]),
    Column(
      type: "TEXT", rows: ["'2024-02-01'", "'2024-02-03 11:00:00'"], described: "date",
      written: ["'2024-03-05T10:30:00Z'", "'2024-03-06T10:30:15.5Z'"]),
    Column(
      type: "DATETIME", rows: ["NULL"], described: "date",
      written: ["'2024-03-05T10:30:00Z'", "'2024-03-06T10:30:15.5Z'"]),
    Column(type: "INTEGER", rows: ["NULL"], described: "=date", written: ["1709634600", "1709721015"]),
    Column(type: "REAL", rows: ["NULL"], described: "=date", written: ["2460374.937500", "2460375.937679"]),
    // The day in the time zone.
    Column(type: "DATE", rows: ["'2024-02-01'"], described: "=date", written: ["'2024-03-05'", "'2024-03-06'"]),
    Column(
      type: "DATE", rows: ["'2024-02-01'"], described: "=date", written: ["'2024-03-06'", "'2024-03-07'"],
      zone: "Pacific/Kiritimati"),
  ]

  private static let days = [
    Column(type: "DATE", rows: ["'2024-02-01'", "NULL"], described: "day", written: ["'2024-03-05'", "'2024-03-06'"]),
    Column(type: "TEXT", rows: ["'2024-02-01'"], described: "day", written: ["'2024-03-05'", "'2024-03-06'"]),
    Column(
      type: "DATE", rows: ["'2024-02-01 00:00:00'"], described: "day",
      written: ["'2024-03-05 00:00:00'", "'2024-03-06 00:00:00'"]),
    Column(
      type: "TEXT", rows: ["'2024-02-01T00:00:00.000Z'"], described: "=day",
      written: ["'2024-03-05T00:00:00.000Z'", "'2024-03-06T00:00:00.000Z'"]),
    Column(type: "DATE", rows: ["NULL"], described: "day", written: ["'2024-03-05'", "'2024-03-06'"]),
    Column(type: "INTEGER", rows: ["1706745600"], described: "=day", written: ["1709596800", "1709683200"]),
    Column(
      type: "TEXT", rows: ["'2024-02-01'"], described: "day", written: ["'2024-03-05'", "'2024-03-06'"],
      zone: "Pacific/Kiritimati"),
  ]

  @Test(arguments: dates)
  func datesHaveTheFormOfTheirColumn(column: Column) throws {
    try check(column, "okit.date '2024-03-05T10:30:00Z'", "okit.date '2024-03-06T10:30:15.5Z'")
  }

  @Test(arguments: days)
  func daysHaveTheFormOfTheirColumn(column: Column) throws {
    try check(column, "okit.day '2024-03-05'", "okit.day '2024-03-06'")
  }

  private func check(_ column: Column, _ changed: String, _ added: String) throws {
    try connection.run("CREATE TABLE E (id INTEGER PRIMARY KEY, d \(column.type))")
    for row in column.rows { try connection.run("INSERT INTO E (d) VALUES (\(row))") }
    var script = try CommandProcess.run(["models", "describe", "d/db.sqlite"], in: folder).output
    let kind = column.described.drop { $0 == "=" }
    if column.described.hasPrefix("=") {
      script = script.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.hasPrefix("  d = ") ? "  d = t.optional(t.\(kind), { column = 'd' })," : String($0)
      }.joined(separator: "\n")
    } else {
      #expect(script.contains("  d = t.optional(t.\(kind), { column = \"d\" }),"), "\(script)")
    }
    try folder.write(script, to: "app.lua")
    let others = try values("SELECT \(Self.shown) FROM E WHERE id > 1")
    let before = try run(column, "get es.d")
    let result = try run(
      column, "eval okit.Model.get().es[1].d = \(changed)", "store", "eval okit.Model.get().es:add { d = \(added) }",
      "store")
    #expect(result.status == 0, "\(result)")
    let rows = try values("SELECT \(Self.shown) FROM E")
    #expect([rows.first, rows.last] == column.written.map(Optional.some))
    #expect(Array(rows.dropFirst().dropLast()) == others)
    #expect(try run(column, "get es.d").output != before.output)
    // What was written is read and written again as it is.
    let again = try run(column, "eval local e = okit.Model.get().es[1]; local d = e.d; e.d = nil; e.d = d", "store")
    #expect(again.status == 0, "\(again)")
    #expect(try values("SELECT \(Self.shown) FROM E") == rows)
  }

  private func run(_ column: Column, _ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--time-zone", column.zone], input: commands.joined(separator: "\n") + "\n",
      in: folder)
  }

  private func values(_ sql: String) throws -> [String] {
    try connection.values(sql).map { $0.value.scalarText ?? "NULL" }
  }

  /// Numbers and texts that are no dates stay what they are.
  @Test(
    arguments: [
      ("INTEGER", "5", "int"), ("DATETIME", "5", "int"), ("DATE", "'soon'", "string"), ("TEXT", "'2024'", "string"),
      ("REAL", "2460341.9375", "double"), ("TIMESTAMP", "'2024-02-31 10:00:00'", "string"),
      ("INTEGER", "1706783400", "int"),
    ])
  func otherValuesAreNoDates(type: String, value: String, kind: String) throws {
    try connection.run("CREATE TABLE E (id INTEGER PRIMARY KEY, d \(type), createdAt INTEGER)")
    try connection.run("INSERT INTO E (d, createdAt) VALUES (\(value), 1706783400)")
    let script = try CommandProcess.run(["models", "describe", "d/db.sqlite"], in: folder).output
    #expect(script.contains("  d = t.optional(t.\(kind), { column = \"d\" }),"), "\(script)")
    #expect(script.contains("  createdAt = t.optional(t.date, { column = \"createdAt\" }),"), "\(script)")
  }

  @Test func columnsOfCoreDataAreNoDates() throws {
    try connection.run("CREATE TABLE ZE (Z_PK INTEGER PRIMARY KEY, ZCREATED TIMESTAMP)")
    try connection.run("INSERT INTO ZE (ZCREATED) VALUES (728470800.5)")
    let script = try CommandProcess.run(["models", "describe", "d/db.sqlite"], in: folder).output
    #expect(script.contains("t.optional(t.double, { column = \"ZCREATED\" })"), "\(script)")
  }
}

import CSQLite
import OKitEngine

extension Workload {
  static let formula = Workload(name: "formula", about: "formulas, beside a plain binding and SQLite") { _, report in
    let work = try FormulaEvaluation()
    let rounds = 2000
    let per = rounds * FormulaEvaluation.count
    func time(_ body: () -> Double) -> Double {
      measure(.nanoseconds, per: per) { for _ in 0..<rounds { use(Int(body())) } }
    }
    let plain = try work.evaluator.program("price")
    let property = time { work.evaluate(plain) }
    for (formula, isMeasured) in FormulaEvaluation.formulas {
      let program = try work.evaluator.program("= " + formula)
      let statement = try work.statement(formula)
      defer { sqlite3_finalize(statement) }
      try check(Int(work.evaluate(program)), equals: Int(work.run(statement)), formula)
      let own = time { work.evaluate(program) }
      let name = "formula: \(formula.count > 70 ? "a chain of 20 operands" : formula)"
      if isMeasured { try report.add(name, own, .nanoseconds, peer: "the binding price", property, goal: 3) }
      try report.add(name, own, .nanoseconds, peer: "SQLite", time { work.run(statement) }, goal: 1)
    }
  }
}

/// The same rows as entities and in a table of SQLite in memory.
private final class FormulaEvaluation {
  static let count = 128
  /// Formulas, and whether a plain binding is a fair peer.
  static let formulas = [
    ("price * copies", true), ("copies > 5 AND price < 40.0", false),
    ("CASE WHEN copies = 0 THEN 0 ELSE price * copies + 1 END", false), (chain, false),
    ("length(name || copies)", false), ("length(upper(substr(name, 2, 4)))", false), ("name LIKE '%m 1%'", false),
    ("CAST(strftime('%Y', released) AS INTEGER)", false),
  ]
  private static let chain = Array(repeating: "price + copies", count: 10).joined(separator: " - ")

  let evaluator: Evaluator
  private let store: ModelStore
  private let entities: [EntityID]
  private var connection: OpaquePointer?

  init() throws {
    let engine = try Engine()
    (evaluator, store) = (engine.evaluator, engine.store)
    let type = try engine.define(
      "Offer",
      [
        Property("name", .string), Property("price", .double), Property("copies", .int), Property("released", .string),
      ])
    entities = try (0..<Self.count).map { index in
      try engine.store.create(
        type,
        [
          "name": .string("Item \(index)"), "price": .double(Double(index) / 2), "copies": .int(index % 11),
          "released": .string(Self.date(index)),
        ])
    }
    var sql = "CREATE TABLE r (name TEXT, price REAL, copies INTEGER, released TEXT);"
    for index in 0..<Self.count {
      sql += "INSERT INTO r VALUES ('Item \(index)', \(Double(index) / 2), \(index % 11), '\(Self.date(index))');"
    }
    guard sqlite3_open(":memory:", &connection) == SQLITE_OK,
      sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK
    else { throw BenchError("SQLite has no table") }
  }

  private static func date(_ index: Int) -> String { "\(1990 + index % 30)-0\(1 + index % 9)-\(10 + index % 18)" }

  deinit { sqlite3_close(connection) }

  func statement(_ formula: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    let sql = "SELECT \(formula) FROM r WHERE rowid = ?"
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw BenchError("SQLite cannot prepare \(sql)")
    }
    return statement
  }

  @inline(never)
  func evaluate(_ program: BindingProgram) -> Double {
    var sum = 0.0
    for entity in entities {
      switch evaluator.get(program, entity) {
      case .int(let int): sum += Double(int)
      case .double(let double): sum += double
      default: break
      }
    }
    return sum
  }

  @inline(never)
  func run(_ statement: OpaquePointer?) -> Double {
    var sum = 0.0
    for row in 1...Self.count {
      sqlite3_bind_int64(statement, 1, Int64(row))
      if sqlite3_step(statement) == SQLITE_ROW { sum += sqlite3_column_double(statement, 0) }
      sqlite3_reset(statement)
    }
    return sum
  }
}

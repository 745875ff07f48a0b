import Foundation
import OKitModel
import Testing

/// The expressions in `Tests/Expressions/sqlite.tsv`, each with what SQLite gives.
@Suite struct ExpressionFileTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Expressions/sqlite.tsv")

  @Test func `every line holds`() throws {
    let table = try ExpressionTable()
    var rows: [String: EntityID] = [:]
    var count = 0
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("@") {
        let values = zip(fields.dropFirst(), ExpressionTable.columns).map { Self.value($0, of: $1.type) }
        try table.add(values)
        rows[String(fields[0].dropFirst())] = table.rows.last
        continue
      }
      try #require(fields.count == 4, "line \(index + 1)")
      let row = try #require(rows[fields[0]], "line \(index + 1)")
      let (value, isMistake) = try table.value(fields[1], row)
      let wanted = Self.value(fields[3], ofType: fields[2])
      #expect(
        ExpressionTable.areSame(value, wanted) && !isMistake,
        "line \(index + 1): \(fields[1]) gives \(ExpressionTable.shown(value)), SQLite \(ExpressionTable.shown(wanted))"
      )
      count += 1
    }
    #expect(count > 500)
  }

  private static func value(_ literal: String, of type: PropertyType) -> Value {
    switch type.unwrapped {
    case _ where literal == "NULL": .null
    case .bool: .bool(literal == "1")
    case .int: value(literal, ofType: "integer")
    case .double: value(literal, ofType: "real")
    default: value(literal, ofType: "text")
    }
  }

  private static func value(_ literal: String, ofType type: String) -> Value {
    switch type {
    case "integer": Int(literal).map(Value.int) ?? .null
    case "real": .double(literal == "9e999" ? .infinity : literal == "-9e999" ? -.infinity : Double(literal) ?? .nan)
    case "text": .string(String(literal.dropFirst().dropLast()).replacing("''", with: "'"))
    case "blob": .data(DataValue(bytes: bytes(literal.dropFirst(2).dropLast())))
    default: .null
    }
  }

  private static func bytes(_ digits: Substring) -> [UInt8] {
    let digits = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

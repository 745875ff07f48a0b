import Foundation
import OKitModel
import OKitTestSupport
import Testing

/// The tables of docs/formula-functions.md have every function, and each example gives what they say.
@Suite struct FormulaDocumentationTests {
  private struct Example {
    /// The function that the row describes, and the one that its example calls.
    let name, called: String
    let arguments: String
    let expected: String
  }

  private static func examples() throws -> [Example] {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../../docs/formula-functions.md")
    let lines = try String(contentsOf: file.standardized, encoding: .utf8).split(separator: "\n")
    return lines.compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].hasPrefix("`"), cells[2].hasPrefix("`") else { return nil }
      let call = cells[2].dropFirst().dropLast()
      return Example(
        name: String(cells[0].dropFirst().prefix { $0 != "(" }),
        called: String(call.prefix { $0 != "(" }),
        arguments: String(call[(call.firstIndex(of: "(") ?? call.startIndex)...].dropFirst().dropLast()),
        expected: String(cells[3].dropFirst().dropLast()))
    }
  }

  @Test func `every function has an example`() throws {
    #expect(try Self.examples().map(\.name).sorted() == FormulaFunction.names)
  }

  @Test func `the examples give what the article says`() throws {
    let (fixture, oracle) = (FormulaFunctionFixture(), SQLiteOracle())
    for example in try Self.examples() {
      let value = try fixture.call(example.called, Self.values(example.arguments, oracle))
      let quoted = try fixture.call("quote", [value])
      #expect(quoted == .string(example.expected), "\(example.called)(\(example.arguments))")
    }
  }

  /// Returns the values of arguments that are literals or calls of SQLite's functions.
  private static func values(_ arguments: String, _ oracle: SQLiteOracle) throws -> [Value] {
    guard !arguments.isEmpty else { return [] }
    return try oracle.row(arguments).get().map { answer in
      guard case .value(let value) = answer else { throw Diagnostic("test.value", "\(arguments): \(answer)") }
      return value
    }
  }
}

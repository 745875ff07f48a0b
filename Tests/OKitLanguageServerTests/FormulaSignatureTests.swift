import Foundation
import OKitEngine
import Testing

@testable import OKitLanguageServer

/// The signatures of functions of SQL are those of the documentation and of the engine.
@Suite struct FormulaSignatureTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/formula-functions.md")

  @Test func documentation() throws {
    let rows = try String(contentsOf: Self.article, encoding: .utf8).split(separator: "\n").compactMap {
      line -> String? in
      let cells = line.split(separator: " | ")
      guard cells.count == 4, cells[0].hasPrefix("| `"), cells[0].hasSuffix(")`") else { return nil }
      let meaning = cells[1].replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.output.1 }
      return "\(cells[0].dropFirst(3).dropLast()): \(meaning)"
    }
    #expect(FormulaSignature.all.map { "\($0.label): \($0.meaning)" } == rows.sorted())
  }

  @Test func engine() {
    #expect(FormulaSignature.all.map(\.name).sorted() == FormulaFunction.names)
    for signature in FormulaSignature.all {
      let parameters = signature.parameters.filter { $0 != "…" }
      let needed = parameters.count { !$0.hasPrefix("[") }
      let arity = FormulaFunction.named(signature.name)?.arity
      #expect(arity?.lowerBound == needed || signature.parameters.last == "…", "\(signature.label)")
      #expect(signature.parameters.last == "…" || arity?.upperBound == parameters.count, "\(signature.label)")
    }
  }
}

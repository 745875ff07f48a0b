import Foundation
import OKitCheck
import OKitEngine
import OKitLua
import Testing

/// Properties that hold for every application in `scripts/`.
@Suite struct SymbolPropertyTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  private static func analysis(_ file: String) throws -> ApplicationAnalysis {
    try ApplicationCheck.analyze(root.appendingPathComponent(file).path, options: .withParts)
  }

  @Test(arguments: ApplicationCheckTests.applications) func everyPlaceHasTheName(_ file: String) throws {
    let analysis = try Self.analysis(file)
    defer { analysis.close() }
    let index = try #require(analysis.symbols)
    #expect(index.occurrences.count > 5)
    for found in index.occurrences {
      let bytes = try #require(index.text(of: found.file))
      let text = String(decoding: bytes[found.range.lower..<found.range.upper], as: UTF8.self)
      #expect(text == found.symbol.name, "\(found)")
      let before = bytes[..<found.range.lower].last.map { Character(Unicode.Scalar($0)) }
      #expect(found.symbol.kind == .localizedText || before?.isLetter != true, "\(found)")
    }
  }

  @Test(arguments: ApplicationCheckTests.applications) func everyNameIsDefinedOnce(_ file: String) throws {
    let analysis = try Self.analysis(file)
    defer { analysis.close() }
    let index = try #require(analysis.symbols)
    for symbol in index.symbols where symbol.kind != .localizedText && symbol.kind != .model {
      #expect(!index.definitions(of: symbol).isEmpty, "\(symbol)")
    }
  }

  /// Every name that the checks resolve in a binding has an occurrence.
  @Test(arguments: ApplicationCheckTests.applications) func everyNameOfABindingIsFound(_ file: String) throws {
    let analysis = try Self.analysis(file)
    defer { analysis.close() }
    let index = try #require(analysis.symbols)
    let definitions = try #require(analysis.definitions)
    let found = Set(index.occurrences.map(\.symbol))
    var files: [Symbol: Set<String>] = [:]
    for occurrence in index.occurrences { files[occurrence.symbol, default: []].insert(occurrence.file) }
    let references = DefinitionCheck(definitions.definition, definitions.evaluator).references
    for reference in references {
      for symbol in reference.meanings.compactMap({ Self.symbol(reference.name, $0) }) {
        #expect(found.contains(symbol), "\(symbol) in \(reference.text)")
        let place = try #require(reference.origin.place)
        #expect(files[symbol]?.contains(place.file) == true, "\(symbol) in \(place)")
      }
    }
  }

  private static func symbol(_ name: String, _ meaning: BindingReference.Meaning) -> Symbol? {
    switch meaning {
    case .property(let owner): Symbol(.property, owner: owner, name: name)
    case .function(let owner): Symbol(.function, owner: owner, name: name)
    case .controllerFunction(let owner): Symbol(.controllerFunction, owner: owner, name: name)
    case .model: Symbol(.model, name: name)
    case .localizedText: Symbol(.localizedText, name: name)
    case .controller: Symbol(.controller, name: name)
    case .entityClass: Symbol(.entityClass, name: name)
    case .builtIn, .unknown: nil
    }
  }
}

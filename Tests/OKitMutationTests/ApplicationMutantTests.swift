import Foundation
import LuaSyntax
import OKitCheck
import OKitEngine
import OKitLua
import OKitStorage
import OKitTestSupport
import Testing

@testable import OKitMutation

/// All mutants of two applications.
@Suite struct ApplicationMutantTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static func options() -> LuaApplication.Options {
    var options = LuaApplication.Options()
    options.parts = .everything
    return options
  }

  @Test(arguments: ["bookshop", "orders"])
  func `each mutant runs, and check finds no syntax error`(name: String) throws {
    let script = "\(Self.root)/scripts/\(name)/app.lua"
    let analysis = try ApplicationCheck.analyze(script, options: Self.options())
    defer { analysis.close() }
    #expect(analysis.isComplete)
    let finder = MutantFinder(analysis)
    var (count, used) = (0, Set<Mutator>())
    for file in analysis.scripts {
      for mutant in finder.mutants(ofFile: file.file, text: file.text) {
        let text = mutant.apply(to: file.text)
        #expect(throws: Never.self, "\(mutant.id): \(mutant.change)") { try LuaScript(file: file.file, text: text) }
        #expect(text != file.text)
        count += 1
        used.insert(mutant.mutator)
        // A check takes longer than all the rest.
        guard LongTests.areOn || count.isMultiple(of: 40) else { continue }
        var options = Self.options()
        options.openTexts = [SystemFile.realPath(file.file) ?? file.file: text]
        let codes = try ApplicationCheck.check(script, options: options).findings.map(\.code)
        #expect(!codes.contains("lua.syntax") && !codes.contains("binding.syntax"), "\(mutant.id): \(mutant.change)")
      }
    }
    #expect(count > 300)
    #expect(used == Set(Mutator.allCases))
  }
}

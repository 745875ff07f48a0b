import Foundation
import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua
@testable import OKitTestRunner

/// The members in test files and the declarations are the same.
@Suite struct TestMemberTests {
  /// Runs a test file that prints names, one a line.
  private func names(_ body: String) throws -> Set<String> {
    let folder = try TestFolder(["names_test.lua": body])
    var options = TestFileRunner.Options()
    let printed = Printed()
    options.print = { printed.lines.insert($0) }
    let host = try TestFileRunner(file: "\(folder.path)/names_test.lua", options: options)
    host.close()
    return printed.lines
  }

  private final class Printed { var lines: Set<String> = [] }

  private func expectSame(_ existing: Set<String>, _ declared: [String], _ what: String) {
    #expect(existing.subtracting(declared).sorted() == [], "\(what): not declared")
    #expect(Set(declared).subtracting(existing).sorted() == [], "\(what): not there")
  }

  @Test func ofGlobals() throws {
    let plain = Sandboxed()
    let own = try names("for name in pairs(_G) do print(name) end").subtracting(try plain.globals)
    // The framework tests itself by `testing_prelude`.
    expectSame(own.subtracting(["testing_prelude"]), TestTypes.globals.map(\.name) + ["okit"], "globals")
  }

  /// The globals of a state without the framework.
  private struct Sandboxed {
    var globals: Set<String> {
      get throws {
        let state = try LuaState()
        let text = "local names = {} for name in pairs(_G) do names[#names + 1] = name end return names"
        guard case .table(let table)? = try state.call(state.load(text, chunk: "=names")).first else { return [] }
        return Set(table.array.compactMap { if case .string(let name) = $0 { name } else { nil } })
      }
    }
  }

  @Test func ofTheModule() throws {
    let names = try names("for name in pairs(okit) do print(name) end")
    expectSame(names, TestTypes.module.memberNames + TestTypes.sharedNames, "okit in tests")
    for name in TestTypes.sharedNames { #expect(ModuleTypes.module.memberNames.contains(name)) }
  }

  @Test func ofFunctionsWithFields() throws {
    expectSame(try names("for name in pairs(it) do print(name) end"), TestTypes.it.memberNames, "it")
    expectSame(try names("for name in pairs(expect) do print(name) end"), TestTypes.expect.memberNames, "expect")
    expectSame(try names("for name in pairs(okit.spy()) do print(name) end"), TestTypes.spy.memberNames, "spy")
  }

  /// The assertions are what the prelude defines as `checks.name`.
  @Test func ofAssertions() throws {
    let file = DeclarationTests.root.appendingPathComponent("Sources/CTesting/lua/expect.lua")
    let text = try String(contentsOf: file, encoding: .utf8)
    let names = text.matches(of: /function checks\.(\w+)/).map { String($0.1) }
    #expect(names.count > 5)
    expectSame(Set(names + names.map { "not_" + $0 }), TestTypes.expectation.memberNames, "expect(…)")
  }

  @Test func ofLaunching() {
    expectSame(Set(LaunchOptions.expected.keys), TestTypes.launchOptions.memberNames, "okit.launch")
  }
}

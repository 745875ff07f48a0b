import OKitTestSupport
import Testing

@testable import OKitTestRunner

@Suite("Mistakes in test files")
struct TestMistakeTests {
  // MARK: Busted

  @Test(arguments: [
    "assert.are.equal(1, 2)", "assert.same({}, {})", "assert.is_true(true)", "local assert = assert assert.truthy(1)",
  ])
  func `busted's assert has a hint at expect and luassert`(_ statement: String) throws {
    let folder = try TestFolder([
      "a_test.lua": "it('in a test', function() \(statement) end)", "b_test.lua": statement,
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 2)
    for outcome in outcomes {
      #expect(outcome.contains("write expect(actual).to_be(expected), or local assert = require \"luassert\""))
      #expect(outcome.contains("--lua-path"))
    }
  }

  @Test(arguments: [
    "local a a.b = 1", "local t = {} t.assert.equal(1)", "error('assert is a function value')",
    "error(\"attempt to index a function value (field 'assert')\", 0)", "assert(false)", "print.x.y = 1",
    "assert = nil assert.x = 1",
  ])
  func `other errors have no hint at busted`(_ statement: String) throws {
    let folder = try TestFolder(["a_test.lua": "it('fails', function() \(statement) end)"])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 1 && outcomes.allSatisfy { $0.hasPrefix("FAIL") && !$0.contains("expect(") })
  }

  @Test(arguments: [
    ("io.open('a')", "(set permissions.read or permissions.write)"), ("dofile 'a.lua'", "(set permissions.read)"),
    ("os.execute 'a'", "(set permissions.system)"),
  ])
  func `a library function without its permission has a hint`(_ statement: String, _ hint: String) throws {
    let folder = try TestFolder(["a_test.lua": "it('in a test', function() \(statement) end)", "b_test.lua": statement])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 2 && outcomes.allSatisfy { $0.contains(hint) && !$0.contains("did you mean") })
  }

  @Test func `an application has no hint at expect`() throws {
    let folder = try TestFolder([
      "app.lua": "assert.are.equal(1, 2)", "a_test.lua": "it('fails', function() okit.launch('app.lua') end)",
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 1 && outcomes.allSatisfy { $0.contains("global 'assert'") && !$0.contains("expect(") })
  }

  // MARK: Applications

  @Test func `classes belong in the application's script`() throws {
    let outcomes = try TestFolder(["a_test.lua": "it('a', function() okit.Model:extend('X', {}) end)"]).outcomes()
    #expect(outcomes.count == 1 && outcomes[0].contains("classes and screens belong in the application's script"))
    let misspelt = try TestFolder(["a_test.lua": "it('a', function() okit.lanch('x') end)"]).outcomes()
    #expect(misspelt.count == 1 && misspelt[0].contains("did you mean \"launch\"?"))
  }

  @Test func `a dialog that is not open has a hint`() throws {
    let folder = try TestFolder([
      "app.lua": "require('okit').ModelDetailTableController:extend('home', {})",
      "a_test.lua": "it('a', function() local app = okit.launch('app.lua') print(app.alert.title) end)",
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 1 && outcomes[0].contains("(app.alert is nil while no alert is open)"), "\(outcomes)")
  }

  /// A fixture has nothing to do with a script that fails.
  @Test(arguments: ["local okit = require 'okti'", "local x = = 3", "require('okit').Model:extend('M', { x = {} })"])
  func `a script that fails at its start`(_ script: String) throws {
    let folder = try TestFolder([
      "app.lua": script, "a_test.lua": "it('a', function() okit.launch('app.lua', { fixture = {} }) end)",
    ])
    let outcomes = try folder.outcomes()
    #expect(outcomes.count == 1 && outcomes[0].hasPrefix("FAIL") && !outcomes[0].contains("fixture"), "\(outcomes)")
  }

  @Test func `the report has the code and the hint of an error`() throws {
    let folder = try TestFolder([
      "app.lua": "require('okit').ModelDetailTableController:extend('home', { titelPath = '#A' })",
      "a_test.lua": "it('a', function() okit.launch('app.lua', { fixture = {} }) end)",
    ])
    let text = try folder.report(.json)
    #expect(text.contains("\"code\":\"controller.unknownProperty\""), "\(text)")
    #expect(text.contains("\"hint\":\"did you mean \\\"titlePath\\\"?\""), "\(text)")
  }

  // MARK: Unknown globals

  static let globals: [(String, String)] = [
    ("descrbe('x', function() end)", "(global 'descrbe') (did you mean \"describe\"?)"),
    ("before_ech(function() end)", "(did you mean \"before_each\"?)"),
    ("it('a', function() expct(1).to_be(1) end)", "(did you mean \"expect\"?)"),
    ("it('a', function() pritn(1) end)", "(did you mean \"print\"?)"),
    ("it('a', function() local count = 1 print(cuont.x) end)", "(did you mean \"count\"?)"),
    ("it('a', function() oktt.launch('a.lua') end)", "(did you mean \"okit\"?)"),
    ("it('a', function() nothing_like_it() end)", "attempt to call a nil value (global 'nothing_like_it')"),
  ]

  @Test(arguments: globals)
  func `an unknown global has the nearest name`(_ statement: String, _ text: String) throws {
    let outcomes = try TestFolder(["a_test.lua": statement]).outcomes()
    #expect(outcomes.count == 1 && outcomes.allSatisfy { $0.hasPrefix("FAIL") && $0.contains(text) }, "\(outcomes)")
  }

  // MARK: Syntax errors

  /// The line that is wrong, and the column of its error.
  static let syntaxErrors: [(String, Int)] = [
    ("local x = = 3", 11), ("local x = 3 3", 13), ("x = a.b.c. = 2", 12), ("foo bar", 5), ("a = b = c", 7),
    ("if x = 1 then end end", 6),
  ]

  @Test(arguments: syntaxErrors)
  func `a syntax error is shown once, with its excerpt and caret`(_ line: String, _ column: Int) throws {
    let folder = try TestFolder(["a_test.lua": "local y = 1\n\(line)\n"])
    let caret = "     2 | \(line)\n       | " + String(repeating: " ", count: column - 1) + "^\n"
    let pretty = try folder.run().output
    #expect(pretty.contains(caret), "\(pretty)")
    #expect(pretty.split(separator: line).count == 2)
    for format in [TestFormat.tap, .junit, .json] {
      let text = try folder.report(format)
      switch format {
      case .tap: #expect(text.contains("column: \(column)\n"), "\(text)")
      case .json: #expect(text.contains("\"column\":\(column),"), "\(text)")
      default: #expect(text.contains(String(repeating: " ", count: column - 1) + "^"), "\(text)")
      }
    }
  }
}

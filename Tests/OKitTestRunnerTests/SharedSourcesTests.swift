import Foundation
import OKitEngine
import OKitLua
import OKitTestRunner
import OKitTestSupport
import Testing

/// The files of the applications that the tests of a file launch.
@Suite struct SharedSourcesTests {
  private static let files = [
    "app.lua": """
    local okit = require "okit"
    okit.Model.register(okit.Model:extend("M", { name = require "part" }))
    okit.ModelDetailTableController:extend("home", { titlePath = "%Title" })
    """,
    "part.lua": "return 'first'", "en.lproj/Localizable.strings": "\"Title\" = \"One\";",
    "a_test.lua": """
    it("a", function() print(okit.launch("app.lua"):get("name"), okit.launch("app.lua").screen.title) end)
    it("b", function() print(okit.launch("app.lua"):get("name"), okit.launch("app.lua").screen.title) end)
    """,
  ]

  /// Runs two tests, between which the files change, and then both again.
  private func lines(_ permissions: [String]) throws -> [String] {
    let folder = try TestFolder(Self.files)
    let permissions = try LuaPermissions(parsing: permissions)
    var lines: [String] = []
    for _ in 0..<2 {
      _ = try folder.run { options in
        options.host.permissions = permissions
        options.host.print = { line in
          lines.append(line)
          try? "return 'second'".write(toFile: "\(folder.path)/part.lua", atomically: true, encoding: .utf8)
          try? "\"Title\" = \"Two\";".write(
            toFile: "\(folder.path)/en.lproj/Localizable.strings", atomically: true, encoding: .utf8)
        }
      }
    }
    return lines
  }

  @Test func `are read once`() throws {
    #expect(try lines([]) == ["first\tOne", "first\tOne", "second\tTwo", "second\tTwo"])
  }

  @Test(arguments: ["write", "os"])
  func `are read for each launch where tests may change them`(permission: String) throws {
    #expect(try lines([permission]) == ["first\tOne", "second\tTwo", "second\tTwo", "second\tTwo"])
  }

  /// Definitions that depend on something else than the text of the script.
  @Test func `equal definitions are checked once, and others by themselves`() throws {
    let folder = try TestFolder([
      "app.lua": """
      local okit = require "okit"
      okit.Model.register(okit.Model:extend("M", { name = "" }))
      okit.ModelDetailTableController:extend("home", {
        sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = okit.arguments[1] } } } },
      })
      """,
      "a_test.lua": """
      for i, path in ipairs { "name", "name", "nam", "nam", "name" } do
        it("test " .. i, function()
          local app = okit.launch("app.lua", { arguments = { path } })
          local codes = {}
          for _, diagnostic in ipairs(app.diagnostics) do codes[#codes + 1] = diagnostic.code end
          print(table.concat(codes, " "))
        end)
      end
      """,
    ])
    var lines: [String] = []
    _ = try folder.run { $0.host.print = { lines.append($0) } }
    #expect(lines == ["", "", "binding.unknownName", "binding.unknownName", ""])
  }
}

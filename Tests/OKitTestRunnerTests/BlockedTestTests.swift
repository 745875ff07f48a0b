import OKitTestRunner
import OKitTestSupport
import Testing

@testable import OKitLua

/// The time limit of a test also ends functions of the host that wait.
@Suite struct BlockedTestTests {
  @Test(.timeLimit(.minutes(10)), arguments: ["io.popen('sleep 1000'):read('a')", "os.execute('sleep 1000')"])
  func `a program that does not end`(_ call: String) throws {
    let permissions = try LuaPermissions(parsing: ["os"])
    let folder = try TestFolder(["a_test.lua": "it('blocks', function()\n  \(call)\nend)\nit('next', function() end)"])
    let outcomes = try folder.outcomes {
      $0.host.timeout = .seconds(1)
      $0.host.permissions = permissions
    }
    #expect(outcomes == ["FAIL blocks: the script exceeded the time limit of 1 s at a_test.lua:2", "ok next"])
  }

  @Test(.timeLimit(.minutes(10))) func `a server that does not answer`() throws {
    let server = try SilentServer()
    defer { withExtendedLifetime(server) {} }
    let folder = try TestFolder([
      "app.lua": """
      okit.ModelDetailTableController:extend("home", {
        right = {
          okit.ModelBarButtonItem {
            title = "#Get",
            tap = function() okit.fetch { url = "http://127.0.0.1:\(server.port)/", timeout = 60 } end,
          },
        },
      })
      """,
      "a_test.lua": """
      it("waits", function()
        local app = okit.launch("app.lua")
        app:tap("Get")
      end)
      it("next", function() end)
      """,
    ])
    let permissions = try LuaPermissions(parsing: ["net=127.0.0.1"])
    let outcomes = try folder.outcomes {
      $0.host.timeout = .seconds(3)
      $0.host.permissions = permissions
    }
    #expect(outcomes == ["FAIL waits: the script exceeded the time limit of 3 s at a_test.lua:3", "ok next"])
  }
}

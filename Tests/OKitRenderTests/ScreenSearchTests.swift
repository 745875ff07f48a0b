import OKitLua
import OKitTestSupport
import Testing

@testable import OKitRender

/// The ways from the first screen to all others.
@Suite struct ScreenSearchTests {
  private static let beginning = """
    local okit = require "okit"
    local t = okit.types
    local Task = okit.ModelEntity:extend("Task", { name = "" })
    local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), code = "" })
    function Tasks:unlock() if self.code == "4711" then okit.present("vault") end end
    function Tasks:fail() error("broken") end
    okit.Model.initialize(function()
      local model = okit.Model.register(Tasks)
      model.tasks = { { name = "One" }, { name = "Two" } }
    end)
    """

  private static let screens = """
    okit.ModelListTableController:extend("home", {
      type = "Task", dataPath = "tasks", titlePath = "#Tasks",
      cell = okit.ModelTableCell { path = "name", segue = "task" },
      right = { okit.ModelBarButtonItem { title = "#More", segue = "more" } },
    })
    okit.ModelDetailTableController:extend("task", { titlePath = "name", sections = { { cells = {
      okit.ModelTableCell { path = "name", segue = "deep" },
    } } } })
    okit.ModelDetailTableController:extend("more", { titlePath = "#More", sections = { { cells = {
      okit.ModelTableCell { path = "#Deep", segue = "deep" },
    } } } })
    okit.ModelDetailTableController:extend("deep", { titlePath = "#Deep", sections = {} })
    okit.ModelDetailTableController:extend("never", { titlePath = "#Never", sections = { { cells = {
      okit.ModelTableCell { path = "#After", segue = "after" },
    } } } })
    okit.ModelDetailTableController:extend("after", { titlePath = "#After", sections = {} })
    """

  private func search(
    _ text: String, _ names: [String]? = nil
  ) throws -> (reached: [String: Int], missing: [String: String]) {
    let folder = try TestFolder(["app.lua": text])
    let launch = {
      var options = LuaApplication.Options(clock: RuntimeClock(virtual: DateValue(secondsSince2001: 0)))
      (options.seed, options.firstGeneration, options.authentication) = (1, 1, .answered)
      options.onReport = { _ in }
      return try LuaApplication(script: "\(folder.path)/app.lua", options: options)
    }
    let all = try launch().runtime.definition.controllerNames
    var search = ScreenSearch(names ?? all, launch: launch)
    let missing = try search.run()
    for screen in search.reached {
      let application = try launch()
      #expect(try screen.perform(in: application), "\(screen.controller): \(screen.steps)")
      application.close()
    }
    return (
      Dictionary(uniqueKeysWithValues: search.reached.map { ($0.controller, $0.steps.count) }),
      Dictionary(uniqueKeysWithValues: missing.map { ($0.controller, $0.reason) })
    )
  }

  @Test func `each controller has its shortest way, or a reason`() throws {
    let (reached, missing) = try search(Self.beginning + Self.screens)
    #expect(reached == ["home": 0, "task": 1, "more": 1, "deep": 2])
    #expect(missing["never"] == "no segue opens it, and no action that was tried")
    #expect(missing["after"] == "it is opened from \"never\", which was not reached either")
    #expect(missing.count == 2)
  }

  @Test func `a search ends with the controller that is looked for`() throws {
    let (reached, missing) = try search(Self.beginning + Self.screens, ["more"])
    #expect(reached == ["more": 1] && missing.isEmpty)
  }

  @Test func `a failing action is the reason`() throws {
    let text =
      Self.beginning + """
        okit.ModelListTableController:extend("home", {
          type = "Task", dataPath = "tasks", titlePath = "#Tasks",
          right = { okit.ModelBarButtonItem { title = "#Fail", tap = "fail()" } },
        })
        okit.ModelDetailTableController:extend("other", { titlePath = "#Other", sections = {} })
        """
    let missing = try search(text).missing
    let reason = try #require(missing["other"])
    #expect(reason.contains("\"home\"") && reason.contains("lua.error") && reason.contains("broken"), "\(reason)")
  }

  @Test func `what needs input is found by exploring, and its way is made shorter`() throws {
    let text =
      Self.beginning + """
        okit.ModelDetailTableController:extend("home", {
          titlePath = "#Home", sections = { { cells = {
            okit.ModelTextCell { path = "#Code", dataPath = "code" },
          } } }, right = { okit.ModelBarButtonItem { title = "#Unlock", tap = "unlock()" } },
        })
        okit.ModelDetailTableController:extend("vault", { titlePath = "#Vault", sections = {} })
        """
    let (reached, missing) = try search(text)
    #expect(missing.isEmpty, "\(missing)")
    #expect((2...5).contains(reached["vault"] ?? 0), "\(reached)")
  }
}

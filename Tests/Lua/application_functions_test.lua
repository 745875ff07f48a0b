-- The functions of the application's controller: themes, the content, the menu.
describe("The application", function()
  local app
  local function launch(...) app = okit.launch("application_functions_app.lua", { arguments = { ... } }) end
  local function open() app:tap("Emma") end
  before_each(function() launch() end)

  describe("chooses a theme", function()
    it.each { { "applyTheme(#dark)", "dark" }, { "applyTheme(#sepia)", "sepia" }, { "choose(#dark)", "dark" },
      { "chooseDark()", "dark" }, { "chooseOwn()", "own" } }
    ("by %s", function(row, name)
      open()
      app:tap(row)
      expect(app.screen.theme.name).to_be(name)
      expect(app.screen.theme.isDark).to_be(name ~= "sepia")
    end)

    it("with all of the colors that it gives", function()
      open()
      app:tap("chooseOwn()")
      expect(app.screen.theme).to_match { tintColor = "#112233", backgroundColor = "#000000" }
    end)

    it("and keeps it when another setting changes", function()
      open()
      app:tap("chooseDark()")
      app:set("settings>protection", false)
      expect(app.screen.theme.name).to_be("dark")
      open()
      app:tap("chooseSettings()")
      expect(app.screen.theme.name).to_be("")
    end)

    it("but not of anything else", function()
      open()
      app:tap("chooseNothing()")
      expect(app.diagnostics[1].text).to_contain("applyTheme needs a theme or its name")
      expect(app.screen.theme.name).to_be("")
    end)

    it("and tells the open controllers", function()
      open()
      app:tap("chooseDark()")
      open()
      expect(app:get("log")).to_be("book: book:dark ")
    end)
  end)

  describe("resets its content when the theme changes", function()
    it("in a screen above the first one", function()
      app:search("Em")
      open()
      app:tap("applyTheme(#dark)")
      expect(app.stack).to_equal { "home" }
      expect(app.screen.search.text).to_be("")
    end)

    it("by a setting, also below a modal screen, which stays", function()
      open()
      app:tap("Present")
      app:set("settings>themeName", "sepia")
      expect(app.stack).to_equal { "home", "modal" }
      app:close()
      expect(app.screen.title).to_be("Shop")
    end)

    it("and leaves the menu open", function()
      open()
      app:menu():tap("Settings")
      app:cell("Dark"):set(true)
      expect(app.screen.menu.title).to_be("Settings")
      expect(app.stack).to_equal { "home", "menu", "settings" }
      app:menu()
      expect(app.stack).to_equal { "home" }
    end)

    it("but not when a theme is registered again, or nothing changes", function()
      open()
      app:set("settings>themeName", "")
      app:set("settings>protection", false)
      expect(app.stack).to_equal { "home", "book" }
    end)
  end)

  describe("runs its functions by an action that the context and the controller do not have:", function()
    it("resetContent", function()
      app:search("Em")
      open()
      app:tap("resetContent()")
      expect(app.stack).to_equal { "home" }
      expect(app.screen.search.text).to_be("")
      open()
      app:tap("Present"):tap("Reset")
      expect(app.stack).to_equal { "home", "modal" }
      app:tap("Reset all")
      expect(app.stack).to_equal { "home" }
    end)

    it("resetAll, with the menu", function()
      app:menu():tap("Settings"):menu()
      open()
      app:tap("resetAll()")
      expect(app.stack).to_equal { "home" }
      app:menu()
      expect(app.stack).to_equal { "home", "menu" }
    end)

    it("navigateToHome, which keeps the content", function()
      app:search("Em")
      open()
      app:tap("navigateToHome()")
      expect(app.stack).to_equal { "home" }
      expect(app.screen.search.text).to_be("Em")
    end)

    it("slideMenu, slideMenuIn and slideMenuOut", function()
      open()
      app:tap("slideMenuOut()")
      expect(app.screen.menu).to_be(nil)
      app:tap("slideMenuIn()")
      expect(app.screen.menu.title).to_be("Menu")
      app:menu():tap("slideMenu()")
      expect(app.screen.menu.title).to_be("Menu")
      app:menu():tap("openMenu()")
      expect(app.screen.menu.title).to_be("Menu")
    end)

    it("those of the script", function()
      open()
      app:tap("say(name)")
      expect(app:get("log")).to_contain("Emma")
    end)
  end)

  describe("lets a script override them:", function()
    before_each(function() launch("overridden") end)

    it("the menu", function()
      app:menu():menu()
      expect(app:get("log")).to_be("slideMenu slideMenuIn slideMenu slideMenuOut ")
      app:set("log", "")
      app:menu():tap("Dune")
      expect(app:get("log")).to_be("slideMenu slideMenuIn slideMenuOut ")
      expect(app.stack).to_equal { "other" }
      app:set("log", "")
      app:menu():row("Dune"):accessory()
      expect(app:get("log")).to_be("slideMenu slideMenuIn navigateToHome slideMenuOut ")
      expect(app.stack).to_equal { "home" }
    end)

    it("the content, after a change of the theme", function()
      app:set("settings>themeName", "dark")
      expect(app:get("log")).to_be("resetContent ")
    end)

    it("all", function()
      open()
      app:set("log", "")
      app:tap("resetAll()")
      expect(app:get("log")).to_be("resetAll resetContent ")
      expect(app.stack).to_equal { "home" }
    end)
  end)
end)

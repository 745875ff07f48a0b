describe("Containers", function()
  local app
  before_each(function()
    app = okit.launch("containers_app.lua", {
      fixture = {
        books = { { name = "Dune" }, { name = "Emma" } },
        groups = {
          { name = "SF", authors = { { name = "Herbert" } } },
          { name = "Classics", authors = { { name = "Austen" }, { name = "Homer" } } },
        },
      },
    })
  end)

  describe("tabs", function()
    it("are on the screen, with image, badge and selection", function()
      expect(app.screen.tabs).to_equal {
        {
          id = "tab:0", title = "Books", image = "book", badge = "2", selected = true,
          role = "tab", label = "Books", value = "2",
        },
        { id = "tab:1", title = "Groups", image = "group", selected = false, role = "tab", label = "Groups" },
      }
      app:byRole("tab", "Groups"):tap()
      expect(app.stack).to_equal { "groups" }
      app:model().books:remove(app:model().books[1])
      expect(app.screen.tabs[1].badge).to_be("1")
    end)

    it("keep their stacks, search texts and selection", function()
      app:search("em"):row("Emma"):tap()
      expect(app.stack).to_equal { "books", "book" }
      app:tab("Groups")
      expect(app.stack).to_equal { "groups" }
      app:row("SF"):tap()
      app:tap("Books")
      expect(app.stack).to_equal { "books", "book" }
      app:back()
      expect(app.screen.search.text).to_be("em")
      app:tap { kind = "tab", text = "groups" }
      expect(app.screen.title).to_be("SF")
    end)

    it("return to the root when the selected one is tapped", function()
      app:row("Dune"):tap()
      app:row("Other books"):tap()
      app:tab("Books")
      expect(app.stack).to_equal { "books" }
      app:tab(2)
      expect(app.screen.title).to_be("Groups")
    end)

    it("are found by their titles", function()
      expect(function() app:tab("Gruops") end).to_fail('available: "Groups"')
      expect(function() app:tab(3) end).to_fail("tab")
      app:tab("Groups")
      app:row("SF"):tap()
      expect(app.screen.tabs[2].selected).to_be(true)
    end)
  end)

  describe("presentation", function()
    it("shows a container with tabs above everything, and closes it as a whole", function()
      app:row("Dune"):tap()
      app:row("Settings"):tap()
      expect(app.stack).to_equal { "books", "book", "appearance" }
      expect(#app.screen.tabs).to_be(2)
      app:row("Deeper"):tap()
      app:tab("About")
      expect(app.stack).to_equal { "books", "book", "about" }
      expect(function() app:back() end).to_fail("it was presented; close it")
      app:tab("Appearance")
      expect(app.stack).to_equal { "books", "book", "appearance", "deeper" }
      app:close()
      expect(app.stack).to_equal { "books", "book" }
    end)

    it("nests, and closes one after the other", function()
      app:row("Dune"):tap()
      app:row("Settings"):tap()
      app:row("Deeper"):tap()
      app:row("Again"):tap()
      expect(app.stack).to_equal { "books", "book", "appearance", "deeper", "appearance" }
      app:tap("Close")
      expect(app.stack).to_equal { "books", "book", "appearance", "deeper" }
      app:tap("Away")
      expect(app.stack).to_equal { "books", "book", "appearance" }
      app:tap("Close")
      expect(app.stack).to_equal { "books", "book" }
    end)

    it("does not open the menu above it", function()
      app:row("Dune"):tap()
      app:row("Settings"):tap()
      expect(function() app:menu() end).to_fail("was presented and covers")
    end)
  end)

  describe("the menu", function()
    it("is a screen of its own, to which locators refer", function()
      app:menu()
      expect(app.screen.title).to_be("Books")
      expect(app.screen.menu.title).to_be("Menu")
      expect(app.screen.menu.kind).to_be("menu")
      expect(app.screen.menu.sections[1].rows[1].text).to_be("SF")
      expect(app:rows()).to_equal { "SF", "Classics" }
      expect(app.stack).to_equal { "books", "menuGroups" }
      expect(function() app.screen.menu.titel = nil; return app.screen.menu.titel end).to_fail("title")
    end)

    it("covers what is below", function()
      app:menu()
      expect(function() app:tap("Note") end).to_fail("the menu is open and covers \"Note\"")
      expect(function() app:row("Dune"):tap() end).to_fail("the menu is open")
      expect(function() app:tab("Groups") end).to_fail("the menu is open")
      expect(function() app:tap("Nowhere") end).to_fail("no button or row matches")
    end)

    it("closes when it is called again, or its cover is tapped", function()
      app:menu():menu()
      expect(app.screen.menu).to_be(nil)
      expect(function() app:tap { kind = "cover" } end).to_fail("there is no cover to tap")
      app:menu():tap { kind = "cover" }
      expect(app.screen.menu).to_be(nil)
      expect(app.stack).to_equal { "books" }
    end)

    it("keeps its level while it is closed", function()
      app:menu():row("Classics"):tap()
      expect(app.screen.menu.title).to_be("Classics")
      app:menu():menu()
      expect(app.screen.menu.title).to_be("Classics")
      app:back()
      expect(app.screen.menu.title).to_be("Menu")
    end)

    it("opens content for the entity of a row and of its accessory", function()
      app:menu():row("Classics"):tap()
      app:row("Homer"):tap()
      expect(app.stack).to_equal { "author" }
      expect(app.screen.title).to_be("Homer")
      expect(app.screen.menu).to_be(nil)
      app:menu():row("Austen"):accessory()
      expect(app.screen.title).to_be("Austen")
      expect(app.screen.tabs).to_equal {}
    end)

    it("goes home from an accessory without rowIdentifier, and by its button", function()
      app:row("Dune"):tap()
      app:tab("Groups"):row("SF"):tap()
      app:menu():row("SF"):accessory()
      expect(app.stack).to_equal { "groups" }
      expect(app.screen.menu).to_be(nil)
      app:tab("Books")
      expect(app.stack).to_equal { "books" }
      app:menu():row("SF"):tap()
      app:row("Herbert"):tap()
      app:menu():tap("Home")
      expect(app.screen.title).to_be("Books")
      app:menu()
      expect(app.screen.menu.title).to_be("SF")
    end)

    it("closes when it presents something", function()
      app:menu():tap("Settings")
      expect(app.stack).to_equal { "books", "appearance" }
      app:tap("Close")
      expect(app.screen.menu).to_be(nil)
    end)

    it("closes with the content of a removed entity, which goes home", function()
      app:menu():row("SF"):tap()
      app:row("Herbert"):tap()
      expect(app.stack).to_equal { "author" }
      app:model().groups:remove(app:model().groups[1])
      expect(app.stack).to_equal { "books" }
      app:menu()
      expect(app.screen.menu.title).to_be("Menu")
    end)
  end)

  describe("content", function()
    it("is cached with its search text", function()
      app:search("du")
      app:menu():row("SF"):tap()
      app:row("Herbert"):tap()
      app:menu():tap("Home")
      expect(app.screen.search.text).to_be("du")
      expect(app:rows()).to_equal { "Dune" }
    end)

    it("has the default model as its context, although the application has the settings", function()
      expect(app:rows()).to_equal { "Dune", "Emma" }
      expect(app.screen.storyboardName).to_be("Main")
      expect(app.screen.popGesture).to_be(true)
      app:menu()
      expect(app.screen.menu.storyboardName).to_be("Menu")
    end)

    it("is where functions of controllers lead", function()
      app:tap("Note"):tap("Greet")
      expect(app:get("log[0]")).to_be("own")
      expect(app:get("log[1]")).to_be("hello from books")
      app:row("Dune"):tap()
      app:row("Other books"):tap()
      expect(app.stack).to_equal { "books", "book", "books" }
      app:tap("Root")
      expect(app.stack).to_equal { "books" }
    end)

    it("starts at home after a relaunch", function()
      app:tab("Groups"):row("SF"):tap()
      app:background():relaunch()
      expect(app.stack).to_equal { "books" }
    end)
  end)

  it("shows tabs and menu as text", function()
    expect(app:dump()).to_match_snapshot("tabs")
    app:menu()
    expect(app:dump()).to_match_snapshot("menu")
  end)

  it("refuses what cannot be", function()
    local nested = [[okit.TabBarController:extend("home", { tabs = { { title = "#A", root = "inner" } } })
      okit.TabBarController:extend("inner", { tabs = { { root = "books" } } })]]
    local pushed = [[okit.ModelListTableController:extend("home", { dataPath = "books", segue = "stack" })
      okit.NavigationController:extend("stack", { root = "books" })]]
    for source, code in pairs {
      ['okit.NavigationController:extend("home", { root = "boks" })'] = "controller.unknown",
      [nested] = "controller.container",
      ['okit.TabBarController:extend("home", { tabs = {} })'] = "controller.container",
      ['okit.TabBarController:extend("home", { tabs = { { title = "#A" } } })'] = "controller.property",
      ['okit.TabBarController:extend("home", { tabs = { { titel = "#A", root = "books" } } })']
        = "controller.unknownProperty",
      [pushed] = "controller.container",
      ['okit.ModelMenuTableController:extend("menu", { dataPath = "books", identifier = "none" })']
        = "controller.unknown",
    } do
      local _, failure = pcall(function()
        return okit.launch("containers_wrong_app.lua", { arguments = { source } }).diagnostics[1]
      end)
      expect(failure and failure.code or source).to_be(code)
    end
  end)
end)

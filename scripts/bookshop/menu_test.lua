-- The tabs of the shop, and the menu with its two levels.

local support = require "support"

local app

-- A shop with two groups, of which the first has three authors.
local function launch(locale)
  app = support.launch(locale)
  local groups = app:model("directory").groups
  local authors = { { name = "Mary Shelley" }, { name = "Ann" }, { name = "Amy" } }
  groups:add { name = "Classics", group = { name = "Classics", authors = authors } }
  groups:add { name = "Adventures", group = { name = "Adventures" } }
end

local function selected()
  for _, tab in ipairs(app.screen.tabs) do
    if tab.selected then return tab.title end
  end
end

support.describe("The tabs", function()
  before_each(function() launch() end)

  it("are those of the home", { tags = "smoke" }, function()
    expect(support.titles(app.screen.tabs)).to_equal { "Books", "Authors", "Groups" }
    expect(app.screen.tabs[1]).to_match { image = "book", selected = true }
    app:tab("Groups")
    expect(app.screen.name).to_be("groups")
    expect(selected()).to_be("Groups")
    app:tab(2)
    expect(app.screen.name).to_be("authors")
  end)

  it("keep their screens and search texts", function()
    app:search("em")
    app:row("Emma"):tap()
    app:tab("Groups")
    expect(app.screen.search.text).to_be("")
    app:tab("Books")
    expect(app.stack).to_equal { "books", "book" }
    app:back()
    expect(app:rows()).to_equal { "Emma" }
  end)

  it("go to their first screen when they are selected again", function()
    app:row("Dune"):tap():row("Authors"):tap()
    app:tab("Books")
    expect(app.stack).to_equal { "books" }
  end)

  it("show what another tab changes", function()
    app:row("Dune"):tap()
    app:tab("Authors")
    app:row("Frank Herbert"):delete()
    app.alert:tap("Yes")
    app:tab("Books")
    expect(app:row("Lead Author").button).to_be(nil)
  end)
end)

support.describe("The menu", function()
  before_each(function()
    launch()
    app:tap("Menu")
  end)

  it("lists the groups above the content", { tags = "smoke" }, function()
    local menu = app.screen.menu
    expect(menu).to_match { kind = "menu", title = "Directory", subtitle = "2 Groups" }
    expect(support.titles(menu.toolbar)).to_equal { "Settings", "Backups", "Home" }
    expect(app:rows()).to_equal { "Classics", "Adventures" }
    expect(app:row("Classics")).to_match { accessory = "detailDisclosure" }
    app:search("adv")
    expect(app:rows()).to_equal { "Adventures" }
  end)

  it("closes by its button, the cover, the action and Home", function()
    app:tap("Menu")
    expect(app.screen.menu).to_be(nil)
    app:menu():tap { kind = "cover" }
    expect(app.screen.menu).to_be(nil)
    app:menu():menu()
    expect(app.screen.menu).to_be(nil)
    app:tab("Groups"):menu():tap("Home")
    expect(app.screen.menu).to_be(nil)
    expect(app.screen.name).to_be("groups")
  end)

  it("can be opened in each tab, and covers it", function()
    app:menu()
    for _, tab in ipairs { "Authors", "Groups", "Books" } do
      app:tab(tab):tap("Menu")
      expect(app.screen.menu.name).to_be("menuGroups")
      expect(function() app:tab("Books") end).to_fail(".")
      app:tap { kind = "cover" }
    end
  end)

  it("has the authors of a group on its second level", function()
    app:row("Classics"):tap()
    local menu = app.screen.menu
    expect(menu).to_match { title = "Classics", subtitle = "3 Authors" }
    expect(support.titles(menu.toolbar)).to_equal { "Home" }
    expect(app:rows()).to_equal { "Amy", "Ann", "Mary Shelley" }
    expect({ menu.sections[1].header, menu.sections[2].header }).to_equal { "A", "M" }
    expect(menu.index).to_contain("M")
    app:search("mary")
    expect(app:rows()).to_equal { "Mary Shelley" }
    app:back()
    expect(app.screen.menu.title).to_be("Directory")
  end)

  it("opens the author of an accessory as content of its own, and Home returns", function()
    app:row("Classics"):tap()
    app:row("Mary Shelley"):accessory()
    expect(app.screen.menu).to_be(nil)
    expect(app.screen).to_match { name = "menuAuthor", title = "Mary Shelley" }
    expect(support.titles(app.screen.tabs)).to_equal { "Authors" }
    app:tap("Edit"):cell("Mary Shelley"):type("M. W. Shelley")
    app:tap("Done"):tap("Menu")
    -- The menu stays where it was.
    expect(app:rows()).to_equal { "Amy", "Ann", "M. W. Shelley" }
    app:row("Ann"):accessory()
    expect(app.screen.title).to_be("Ann")
    app:menu():tap("Home")
    expect(app.stack).to_equal { "books" }
  end)

  it("goes home by the accessory of a group, which names no content", function()
    app:menu():row("Dune"):tap()
    app:menu():row("Adventures"):accessory()
    expect(app.screen.menu).to_be(nil)
    expect(app.stack).to_equal { "books" }
  end)

  it("stays open when the row of an author is tapped, which has no content", function()
    app:row("Classics"):tap():row("Ann"):tap()
    expect(app.screen.menu.name).to_be("menuAuthors")
  end)

  it("adds authors to a group", function()
    app:row("Adventures"):tap():tap("Add")
    expect(app.alert.title).to_be("New Author")
    app.alert:type("Jules Verne"):tap("OK")
    expect(app:rows()).to_equal { "Jules Verne" }
    app:tap("Home"):tab("Groups"):row("Adventures"):tap()
    expect(app:row("Authors")).to_match { detail = "1" }
  end)

  it("shows the home when the author of the content is deleted", function()
    app:row("Classics"):tap():row("Ann"):accessory()
    app:model("directory").groups:clear()
    expect(app.stack).to_equal { "books" }
    expect(app:menu():rows()).to_equal {}
  end)

  it("presents the settings and the backups, and closes", function()
    app:tap("Settings")
    expect(app.screen.menu).to_be(nil)
    expect(app.screen.name).to_be("settingsTable")
    expect(support.titles(app.screen.tabs)).to_equal { "Settings" }
    app:tap("Close")
    expect(app.stack).to_equal { "books" }
    app:menu():tap("Backups")
    expect(app.screen.name).to_be("backups")
    app:tap("Close")
    expect(app.stack).to_equal { "books" }
  end)
end)

describe("In German, the menu", function()
  before_each(function() launch("de_DE") end)

  it("and the tabs have German texts", function()
    expect(support.titles(app.screen.tabs)).to_equal { "Bücher", "Autoren", "Gruppen" }
    app:tap("Menü")
    expect(app.screen.menu).to_match { title = "Verzeichnis", subtitle = "2 Gruppen" }
    expect(support.titles(app.screen.menu.toolbar)).to_equal { "Einstellungen", "Sicherungen", "Start" }
    app:row("Classics"):tap()
    expect(app.screen.menu.subtitle).to_be("3 Autoren")
  end)

  it("asks for a new group in German", function()
    app:tab("Gruppen"):tap("Hinzufügen")
    expect(app.alert).to_match { title = "Neu: Gruppe" }
    app.alert:tap("Abbrechen")
  end)
end)

-- Labels and buttons, bar buttons, attributed texts, and the properties that only renderers use.
describe("Views", function()
  local app
  before_each(function() app = okit.launch("views_app.lua") end)

  it("are buttons in a row, with a context and a segue of their own", function()
    local button = app:row("Dune").button
    expect(button).to_match { title = "Frank", image = "person", enabled = true, role = "button", label = "Frank" }
    app:row("Dune"):accessory()
    expect(app.screen).to_match { name = "author", title = "Frank" }
  end)

  it("explain what they show", function()
    expect(app:why(app:row("Dune"), "titlePath")).to_match { binding = "name", value = "Frank" }
  end)

  it("follow the models", function()
    app:set("authors[1]/name", "Herbert")
    expect(app:row("Dune").button.title).to_be("Herbert")
  end)

  it("stand in toolbars", function()
    expect(app.screen.toolbar[2]).to_match { title = "2 books", role = "text" }
    app:tap("First")
    expect(app:model().books[1].marked).to_be(true)
    expect(function() app:tap("2 books") end).to_fail("no button or row matches")
  end)

  it("are rows of a section", function()
    app:row("Emma"):tap()
    expect(app:rows()).not_to_contain("Emma by okit")
    app:tap("Sell")
    expect(app:rows()).to_contain("Emma by okit")
    local row = app:row("Emma by okit")
    expect(row.textRuns).to_equal {
      { text = "Emma", bold = true }, { text = " by " }, { text = "okit", link = "https://okit.example" },
    }
    expect(function() app:tap("Sell") end).to_fail("disabled")
  end)

  it("stand in place of the title", function()
    app:row("Emma"):tap()
    expect(app.screen).to_match { title = "Emma by okit" }
    expect(app.screen.titleView).to_match { kind = "button", text = "Emma", role = "button" }
    expect(app.screen.titleRuns[1]).to_equal { text = "Emma", bold = true }
    app:title():tap()
    expect(app:model().books[1].marked).to_be(true)
  end)

  it("fill a screen without rows", function()
    app:tap("Info")
    expect(app.screen).to_match { kind = "views", name = "about", title = "About", sections = {} }
    expect(app.screen.views).to_have_count(2)
    expect(app.screen.views[1]).to_match { kind = "label", text = "okit shop", role = "text" }
    expect(app.screen.views[1].runs[1]).to_equal { text = "okit", bold = true, color = "#336699" }
    app:tap("Count")
    expect(app:model().taps).to_be(1)
    app:set("open", false)
    expect(app.screen.views[3].text).to_be("Hidden")
    expect(function() app:tap("Cuont") end).to_fail('did you mean "Count"')
  end)

  it("call the functions of their controller", function()
    app:tap("Info")
    app:tap("Count"):tap("Share")
    expect(app:model().taps).to_be(2)
    expect(app.log).to_match { { message = "button counter" }, { message = "bar right:0 Share" } }
  end)

  it("print as text", function() expect(app:dump()).to_match_snapshot("books") end)

  it("print as text in edit mode", function()
    app:row("Emma"):tap():tap("Edit"):row("Year"):tap()
    expect(app:row("Year").accent).to_be(true)
    expect(app:dump()).to_match_snapshot("book")
    app:row("Year"):tap()
    expect(app:row("Year").accent).to_be(nil)
  end)

  it("print as text without rows", function()
    app:tap("Info")
    expect(app:dump()).to_match_snapshot("about")
  end)
end)

describe("Bar buttons", function()
  local app
  before_each(function() app = okit.launch("views_app.lua") end)

  it("have standard titles and images", function()
    expect(app.screen.right[4]).to_match { title = "Trash", image = "trash", tintColor = "#ff3b30", label = "Trash" }
    expect(app.screen.right[5]).to_match { title = "Save", style = "done", enabled = true }
    app:tap("Trash"):tap("Save")
    expect(app:model().taps).to_be(2)
  end)

  it("speak German", function()
    app = okit.launch("views_app.lua", { locale = "de_DE" })
    local titles = {}
    for i, button in ipairs(app.screen.right) do titles[i] = button.title end
    expect(titles).to_equal { "Hinzufügen", "Bearbeiten", "?", "Papierkorb", "Sichern" }
    expect(app.screen.left[1]).to_match { title = "Menü", image = "menu" }
    expect(app.screen.right[3].label).to_be("Hilfe")
  end)

  it("open the menu", function()
    expect(function() app:tap("Menu") end).to_fail("the application has no menu")
  end)

  it("carry accessibility", function()
    expect(app.screen.toolbar[1]).to_match {
      title = "Info", image = "info", style = "done", label = "About the shop", hint = "Opens a screen",
      identifier = "about", role = "button",
    }
  end)
end)

describe("Properties for renderers", function()
  local app
  before_each(function() app = okit.launch("views_app.lua") end)

  it("are in the screen of a list", function()
    expect(app.screen).to_match {
      activity = false, activityTop = 32, refresh = true, forceUpdate = true, forceListUpdate = true,
    }
    app:set("busy", true):set("open", false)
    expect(app.screen).to_match { activity = true, refresh = false }
    expect(app:row("Dune").leadingImage).to_be("star")
  end)

  it("are in controls and accessories", function()
    app:row("Emma"):tap()
    expect(app:cell("Price").control).to_match { minImage = "cheap", maxImage = "dear", width = 90 }
    expect(app:cell("Kind").control.width).to_be(120)
    expect(app:row("Year").button).to_match { title = "Today", image = "clock" }
    expect(app:row("Released").view).to_match { kind = "label", text = "new" }
  end)
end)

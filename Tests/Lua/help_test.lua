-- The help that covers a screen until the next tap.
describe("Help", function()
  local app
  before_each(function() app = okit.launch("views_app.lua") end)

  it("holds the callouts while it is shown", function()
    expect(app.screen.help).to_be(nil)
    app:tap("?")
    expect(app.screen.help).to_equal {
      { target = "Add", text = "Adds a book", element = "right:add", label = "Add" },
      { target = "about", text = "What this shop is", element = "toolbar:0", label = "About the shop" },
      { target = "Dune", element = app:row("Dune").id, label = "Dune book", text = "Opens it" },
      { text = "Swipe a row for more" },
    }
    expect(app:dump()).to_match_snapshot("help")
  end)

  it("closes with any tap, which does nothing else", function()
    app:tap("?"):tap("Add")
    expect(app.screen.help).to_be(nil)
    expect(app.alert).to_be(nil)
    app:tap("?"):row("Dune"):tap()
    expect(app.screen).to_match { name = "books", help = nil }
    app:tap("?"):row("Dune"):accessory()
    expect(app.screen.name).to_be("books")
    app:tap("?"):byRole("note"):tap()
    expect(app.screen.help).to_be(nil)
  end)

  it("takes its callouts as elements, too", function()
    app = okit.launch("help_elements_app.lua")
    app:tap("?")
    expect(app.screen.help).to_match { { target = "Add", text = "Adds a book" } }
    expect(function() okit.launch("help_elements_app.lua", { arguments = { "twice" } }) end).to_fail("given twice")
  end)

  it("calls a function, and takes callouts from one", function()
    app:tap("Info"):tap("Count"):tap("?")
    expect(app.log[2].message).to_be("help")
    expect(app.screen.help).to_equal { { target = "counter", text = "1 taps", element = "view:1", label = "Count" } }
    expect(app:dump()).to_contain("Counting")
  end)

  it("rejects every other action", function()
    app:tap("?")
    for _, action in ipairs {
      function() app:back() end, function() app:menu() end, function() app:refresh() end,
      function() app:search("du") end, function() app:row("Dune"):delete() end, function() app:row("Dune"):quick() end,
      function() app:cell("Dune"):type("x") end,
    } do
      expect(action).to_fail("the help is shown and covers the screen")
    end
    expect(app.screen.help).to_have_count(4)
  end)

  it("has no button while help is false", function()
    app:tap("?"):set("open", false)
    expect(app.screen.help).to_be(nil)
    expect(function() app:tap("?") end).to_fail("no button or row matches")
  end)

  it("names a target that the screen does not show", function()
    app:row("Dune"):delete()
    app.alert:tap("Yes")
    app:tap("?")
    expect(app.screen.help[3]).to_match { target = "Dune", text = "Opens it", element = nil }
    expect(app.diagnostics).to_match { { code = "help.target" } }
    expect(app.diagnostics[1].message).to_match('shows no element "Dune"')
    expect(app.diagnostics[1].hint).to_match('^it shows "Menu"')
  end)
end)

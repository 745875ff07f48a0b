-- The help of the book list.

local support = require "support"

local app

describe("The help of the books", function()
  before_each(function()
    app = support.launch()
    app:tap("?")
  end)

  it("explains the buttons of the screen", { tags = "smoke" }, function()
    local targets = {}
    for i, callout in ipairs(app.screen.help) do targets[i] = callout.target or "" end
    expect(targets).to_equal { "", "Menu", "Add", "Directory", "search" }
    expect(app.screen.help[2]).to_match { element = "left:0", label = "Menu" }
  end)

  it("closes by any tap, which does nothing else", function()
    app:row("Dune"):tap()
    expect(app.screen.help).to_be(nil)
    expect(app.stack).to_equal { "books" }
  end)

  it("keeps the menu closed", function()
    expect(function() app:menu() end).to_fail("help")
    app:tap("?")
    app:menu()
    expect(app.screen.menu).not_to_be(nil)
  end)

  it("has German texts", function()
    app = support.launch("de_DE")
    app:tap("?")
    expect(app.screen.help[2]).to_match {
      target = "Menü", text = "Öffnet das Menü mit den Gruppen und Einstellungen.",
    }
    expect(app.screen.help[5]).to_match { element = "search", label = "Suchen" }
    app:tap("?")
  end)
end)

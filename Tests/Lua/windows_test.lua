local function code(fn)
  local ok, problem = pcall(fn)
  return not ok and problem.code
end

describe("Windows", function()
  local app, other

  before_each(function()
    app = okit.launch("windows_app.lua", {
      fixture = { books = { { name = "Dune" }, { name = "Emma" }, { name = "Ulysses" } } },
      endpoint = { ["GET https://api.test/slow"] = { body = "slow", latency = 2 } },
    })
    other = app:window()
  end)

  it("open at the home and are listed", function()
    expect(other.stack).to_equal { "books" }
    local third = app:window()
    expect(app:windows()).to_have_count(3)
    for place, window in ipairs { app, other, third } do expect(other:windows()[place] == window).to_be(true) end
  end)

  it("have their own navigation, tabs, menu and presented screens", function()
    app:row("Dune"):tap()
    expect(other.stack).to_equal { "books" }
    other:row("Emma"):tap()
    expect(app.screen.title).to_be("Dune")
    expect(other.screen.title).to_be("Emma")
    other:back():tab("Pick")
    expect(other.screen.tabs[2].selected).to_be(true)
    app:back()
    expect(app.screen.tabs[2].selected).to_be(false)
    other:menu()
    expect(other.screen.menu.title).to_be("Menu")
    expect(app.screen.menu).to_be(nil)
    app:tap("Help")
    expect(app.stack).to_equal { "books", "help" }
    other:row("Dune"):tap()
    expect(other.stack).to_equal { "selection" }
    app:close()
    expect(app.stack).to_equal { "books" }
  end)

  it("have their own search, edit mode and help", function()
    app:search("em"):tap("Edit")
    expect(app:rows()).to_equal { "Emma" }
    expect(app.screen.editing).to_be(true)
    expect(other:rows()).to_equal { "Dune", "Emma", "Ulysses" }
    expect(other.screen.editing).to_be(false)
    expect(other.screen.search.text).to_be("")
    other:tap("?")
    expect(other.screen.help).not_to_be(nil)
    app:search("u")
    expect(app:rows()).to_equal { "Dune", "Ulysses" }
    other:tap("help")
    expect(other.screen.help).to_be(nil)
  end)

  it("have their own input of fields", function()
    app:row("Dune"):tap()
    other:row("Dune"):tap()
    app:cell("Stock"):type("many")
    expect(app:cell("Stock").control.value).to_be("many")
    expect(other:cell("Stock").control.value).to_be("1")
    other:cell("Name"):type("Dune 2"):doneKey()
    expect(app.screen.title).to_be("Dune 2")
    expect(app:cell("Stock").control.value).to_be("many")
    app:cell("Stock"):type("3"):doneKey()
    expect(other:cell("Stock").control.value).to_be("3")
  end)

  it("share the history", function()
    app:row("Dune"):tap()
    app:cell("Name"):type("Dune Messiah"):doneKey()
    expect(other:rows()).to_equal { "Dune Messiah", "Emma", "Ulysses" }
    other:undo()
    expect(app.screen.title).to_be("Dune")
    expect(other:rows()).to_equal { "Dune", "Emma", "Ulysses" }
    app:redo()
    expect(other:rows()[1]).to_be("Dune Messiah")
  end)

  describe("a dialog", function()
    it("covers only its own window", function()
      app:tap("Ask")
      expect(other.alert).to_be(nil)
      other:row("Emma"):tap()
      expect(other.stack).to_equal { "books", "book" }
      expect(function() app:row("Dune"):tap() end).to_fail("open and covers the screen")
      other:tap("Choose")
      expect(app.alert.title).to_be("Name?")
      expect(other.sheet.title).to_be("Which?")
      app.alert:type("Kim"):tap("OK")
      expect(app:model().note).to_be("OK Kim, Books of books")
      expect(other.sheet.title).to_be("Which?")
      other.sheet:tap("This")
    end)

    it("is answered where it is asked", function()
      app:tap("Ask")
      other:row("Emma"):tap():tap("Ask")
      other.alert:type("B"):tap("No")
      expect(app:model().note).to_be("No B, Emma of books/book")
      app.alert:type("A"):tap("OK")
      expect(app:model().note).to_be("OK A, Books of books")
    end)

    it("is an unchecked one at the end of a test in any window", function()
      other:tap("Keep")
      expect(other.alert.title).to_be("Kept")
      expect(app.alert).to_be(nil)
      other.alert:tap("OK")
    end)
  end)

  describe("the current screen", function()
    it("is that of the window of an action", function()
      app:row("Dune"):tap():tap("Here")
      expect(app:model().note).to_be("Dune of books/book")
      other:tap("Here")
      expect(app:model().note).to_be("Books of books")
      other:tap("Help")
      expect({ app.stack, other.stack }).to_equal { { "books", "book" }, { "books", "help" } }
      app:tap("Away")
      expect({ app.stack, other.stack }).to_equal { { "books" }, { "books", "help" } }
    end)

    it("is that of the window used last in a timer", function()
      app:tap("Later")
      other:row("Emma"):tap()
      -- Reading is no use of a window.
      expect(app.screen.title).to_be("Books")
      app.clock:advance(5)
      expect(app.alert).to_be(nil)
      expect(other.alert.title).to_be("Later, Emma of books/book")
      other.alert:tap("OK")
      other:tap("Later")
      app:tap("Here")
      other.clock:advance(5)
      expect(app.alert.title).to_be("Later, Books of books")
      app.alert:tap("OK")
    end)

    it("is that of the window used last in an observer", function()
      app:row("Dune"):tap()
      other:tap("Seven")
      expect(other.alert.title).to_be("Seven, Books of books")
      expect(app.alert).to_be(nil)
      other.alert:tap("OK")
      -- A step with models uses the window of its object.
      app:set("total", 0):set("total", 7)
      expect(app.alert.title).to_be("Seven, Dune of books/book")
      app.alert:tap("OK")
    end)

    it("is that of the window used last in a response", function()
      app:tap("Fetch")
      other:row("Emma"):tap()
      app.clock:advance(2)
      expect(app.alert).to_be(nil)
      expect(other.alert.title).to_be("slow, Emma of books/book")
      other.alert:tap("OK")
    end)

    it("is that of its controller for a function of a controller", function()
      app:row("Dune"):tap():back()
      app:refresh()
      other:row("Emma"):tap()
      -- `onRefresh` waits, and returns to the root of its own window.
      app:tap("Help")
      other:tap("Here")
      app.clock:advance(3)
      expect({ app.stack, other.stack }).to_equal { { "books" }, { "books", "book" } }
    end)

    it("is the same after a turn that fails", function()
      app:row("Dune"):tap()
      other:tap("Fail")
      expect(other.diagnostics[1].message).to_match("no")
      expect({ app.stack, other.stack }).to_equal { { "books", "book" }, { "books", "help" } }
      expect(app:model().total).to_be(0)
      other:tap("Here")
      expect(app:model().note).to_be("Help of books/help")
    end)
  end)

  it("close the screens of a removed entity in all windows", function()
    local third = app:window()
    app:row("Dune"):tap()
    other:row("Dune"):tap():tap("Help")
    third:row("Emma"):tap()
    app:tap("Drop")
    expect({ app.stack, other.stack, third.stack }).to_equal { { "books" }, { "books" }, { "books", "book" } }
    third:undo()
    expect(app:rows()).to_have_count(3)
    expect({ app.stack, other.stack, third.stack }).to_equal { { "books" }, { "books" }, { "books", "book" } }
  end)

  it("share the theme, which resets the contents of all", function()
    app:row("Dune"):tap()
    other:row("Emma"):tap():tap("Dark")
    for _, window in ipairs { app, other } do
      expect(window.screen.theme.name).to_be("dark")
      expect(window.stack).to_equal { "books" }
    end
  end)

  it("set up each of their screens once", function()
    expect(app:model().calls).to_be("setup setup ")
    app:tap("Here")
    other:tap("Here")
    app:tap("Here")
    expect(app:model().calls).to_be("setup setup ")
    app:window()
    expect(app:model().calls).to_be("setup setup setup ")
  end)

  describe("closing one", function()
    it("leaves the others", function()
      other:row("Emma"):tap()
      expect(other:closeWindow() == app).to_be(true)
      expect(app:windows()).to_have_count(1)
      expect(code(function() return other.screen end)).to_be("window.closed")
      expect(code(function() other:tap("Here") end)).to_be("window.closed")
      expect(code(function() other:closeWindow() end)).to_be("window.closed")
      expect(app:tap("Here"):model().note).to_be("Books of books")
      expect(app:window().stack).to_equal { "books" }
    end)

    it("is not possible for the first one", function()
      expect(code(function() app:closeWindow() end)).to_be("window.first")
      expect(app:windows()).to_have_count(2)
    end)

    it("writes valid input and reports what is lost", function()
      other:row("Emma"):tap()
      other:cell("Name"):type("Emma 2")
      other:cell("Stock"):type("many")
      other:closeWindow()
      expect(app:rows()).to_equal { "Dune", "Emma 2", "Ulysses" }
      expect(app.diagnostics).to_have_count(1)
      expect(app.diagnostics[1].code).to_be("form.discarded")
    end)

    it("ends what waits for its dialogs", function()
      other:tap("Ask")
      other:closeWindow()
      expect(app:model().calls).to_be("setup setup ended ")
      expect(app:model().note).to_be("")
    end)

    it("makes the first one the one that is used", function()
      other:tap("Later"):closeWindow()
      app.clock:advance(5)
      expect(app.alert.title).to_be("Later, Books of books")
      app.alert:tap("OK")
    end)
  end)

  it("are gone after a relaunch, and later ones are other windows", function()
    app:row("Dune"):tap()
    app:background():terminate():relaunch()
    expect(app:windows()).to_have_count(1)
    expect(code(function() return other.stack end)).to_be("window.closed")
    local third = app:window()
    expect(code(function() return other.stack end)).to_be("window.closed")
    expect(third:row("Emma"):tap().stack).to_equal { "books", "book" }
    expect(app.stack).to_equal { "books" }
  end)

  it("are not opened by an application itself", function()
    app:tap("Own")
    expect(app:model().note).to_be("action.impossible: an application cannot open a window of itself")
    expect(app:windows()).to_have_count(2)
  end)
end)

describe("Windows of a protected application", function()
  local app, other

  before_each(function()
    app = okit.launch("protection_app.lua")
    app:transaction(function()
      for _, name in ipairs { "Ada", "Bob" } do app:model().entries:add { name = name } end
    end)
    app:background():foreground()
    other = app:window()
  end)

  it("are covered together, and keep their places", function()
    app:search("a")
    other:row("Bob"):tap()
    app:background()
    app.clock:advance(3600)
    app:foreground()
    for _, window in ipairs { app, other } do expect(window.screen.cover).not_to_be(nil) end
    expect(function() other:back() end).to_fail("cover")
    local third = app:window()
    expect(third.screen.cover).not_to_be(nil)
    other:tap("cover"):authenticate(true)
    expect(app:rows()).to_equal { "Ada" }
    expect(app.screen.search.text).to_be("a")
    expect(other.stack).to_equal { "home", "entry" }
    expect(other.screen.title).to_be("Bob!")
    expect(third.stack).to_equal { "home" }
  end)

  it("can be opened in the background", function()
    app:background()
    local third = app:window()
    expect(third.screen.cover).not_to_be(nil)
    app:foreground()
    expect(third:rows()).to_equal { "Ada", "Bob" }
    expect(third.stack).to_equal { "home" }
  end)

  it("can be closed while they are covered", function()
    other:row("Bob"):tap()
    app:background()
    app.clock:advance(3600)
    app:foreground()
    other:closeWindow()
    app:authenticate(true)
    expect(app:windows()).to_have_count(1)
    expect(app.stack).to_equal { "home" }
  end)
end)

describe("Claims with windows", function()
  it("are about the window of the step", function()
    local app = okit.launch("windows_app.lua", { exhaustive = true, fixture = { books = { { name = "Dune" } } } })
    local other = app:window()
    app:changes { { path = "/calls", new = "setup setup " } }
    other:row("Dune"):tap()
    expect(other.stack).to_equal { "books", "book" }
    app:search("x"):shows { search = { text = "x" } }
    expect(app:rows()).to_have_count(0)
    expect(code(function() other:shows { title = "Dune" } end)).to_be("test.claim")
    -- The first window shows the note, too.
    other:tap("Here"):changes { { path = "/note", new = "Dune of books/book" } }
    expect(app.screen.subtitle).to_be("Dune of books/book")
    app:tap("Here"):changes { { path = "/note", new = "Books of books" } }:shows { subtitle = "Books of books" }
  end)
end)

-- The object of an application, as tests drive it.

local app

local fixture = { notes = {
  { id = "a", name = "Apples", stars = 1 },
  { id = "b", name = "Bread" },
  { id = "c", name = "Cheese", stars = 3 },
} }

before_each(function() app = okit.launch("driver_app.lua", { fixture = fixture }) end)

-- Returns the error of a function.
local function message(fn)
  local ok, problem = pcall(fn)
  return ok and "nothing" or problem.message
end

describe("What is seen", function()
  it("is the screen as data and as text", function()
    expect(app.screen).to_match { kind = "list", name = "notes", title = "Notes", sections = { { rows = {
      { text = "Apples", detail = "1" }, { text = "Bread" }, { text = "Cheese" } } } } }
    expect(app.screen.alert).to_be(nil)
    expect(app:dump()).to_match("1 Apples")
    expect(app:dump(40)).to_match("Cheese")
    expect(app.stack).to_equal { "notes" }
    expect(tostring(app)).to_be('app "notes"')
  end)

  it("stays as it was read", function()
    local before, row = app.screen, app.screen.sections[1].rows[2]
    app:model().notes[2].name = "Bananas"
    app:row("Apples"):tap()
    expect(before.sections[1].rows[2].text).to_be("Bread")
    expect(row.text).to_be("Bread")
    expect(before.title).to_be("Notes")
    expect(app.screen.name).not_to_be("notes")
  end)

  it("has all of its parts, however it is read", function()
    local whole = app.screen
    local copy = {}
    for key, value in pairs(app.screen) do copy[key] = value end
    expect(copy).to_match { name = "notes", sections = { { rows = { { text = "Apples" }, {}, {} } } } }
    local row = app.screen.sections[1].rows[1]
    local texts = {}
    for key, value in pairs(row) do texts[key] = value end
    expect(texts).to_match { text = "Apples", detail = "1", accessory = "disclosure", selected = false }
    expect(row).to_equal(whole.sections[1].rows[1])
    expect(app.screen).to_equal(whole)
  end)

  it("is read again after each change", function()
    expect(app.screen.sections[1].rows[1].detail).to_be("1")
    app:model().notes[1].stars = 5
    expect(app.screen.sections[1].rows[1].detail).to_be("5")
    app:model().notes:remove(2)
    expect(#app.screen.sections[1].rows).to_be(2)
  end)

  it("is a row with its fields", function()
    local row = app:row("Apples")
    expect(row.text).to_be("Apples")
    expect(row.button).to_be(nil)
    expect(row.accessory).to_be("disclosure")
    expect(row).to_match { detail = "1", accessory = "disclosure", selected = false }
    expect(tostring(row)).to_be('row "Apples"')
    app:model().notes[1].stars = 5
    expect(row.detail).to_be("5")
  end)

  it("is found by text, number and table", function()
    expect(app:row(2).text).to_be("Bread")
    expect(app:row({ text = "Cheese", detail = "3" }).text).to_be("Cheese")
    expect(app:row({ index = 3 }).text).to_be("Cheese")
    expect(app:rows()).to_equal { "Apples", "Bread", "Cheese" }
  end)

  it("is gone with its screen", function()
    local row = app:row("Apples")
    row:tap()
    expect(function() return row.text end).to_fail('the row "Apples" is on "notes", but the screen is "note"')
  end)
end)

describe("What is done", function()
  it("continues with the application", function()
    expect(app:row("Apples"):tap()).to_be(app)
    expect(app:back()).to_be(app)
    expect(app:tap("Add")).to_be(app)
    local alert = app.alert
    expect(alert:type("Dates")).to_be(alert)
    expect(alert:tap("OK")).to_be(app)
    expect(app:rows()).to_contain("Dates")
  end)

  it("works on cells", function()
    app:row("Apples"):tap()
    app:tap("Edit")
    expect(app:cell("Stars"):step(2)).to_be(app)
    expect(app:cell("Stars").control).to_match { kind = "stepper", value = 3 }
    app:cell("Name"):type("Pears"):cell({ text = "Done" }):set(true)
    expect(tostring(app:cell("Name"))).to_be('cell "Name"')
    expect(app:model().notes[1]).to_match { name = "Pears", done = true, stars = 3 }
    app:cell("Name"):clear()
    expect(app:model().notes[1].name).to_be("")
  end)

  it("answers alerts and sheets", function()
    app:row("Apples"):tap()
    app:tap("Ask")
    expect(app.alert).to_match { title = "Ask", message = "Apples", fields = { { name = "answer" } } }
    expect(tostring(app.alert)).to_be('alert "Ask"')
    expect(app.sheet).to_be(nil)
    app.alert:type("yes", "answer"):type("no", 1):tap("Cancel")
    expect(app.alert).to_be(nil)
    app:back():row("Bread"):more()
    expect(app.sheet.actions[1].title).to_be("Finish")
    app.sheet:tap("Finish")
    expect(app:get("notes[1]/done")).to_be(true)
  end)

  it("taps an accessory, which is also a text", function()
    app:row("Apples"):accessory()
    expect(app.stack).to_equal { "notes", "note" }
    expect(function() local text = "x" text() end).to_fail("attempt to call a string value")
  end)

  it("has a title to tap, where it does something", function()
    expect(tostring(app:title())).to_be("Notes")
    expect(app:title().title).to_be("Notes")
    expect(function() app:title():tap() end).to_fail('the title of "notes" is not actionable')
  end)

  it("has no tabs and no menu", function()
    expect(function() app:tab("Home") end).to_fail("\"notes\" has no tabs")
    expect(function() app:menu() end).to_fail("the application has no menu")
  end)
end)

describe("Names that do not exist", function()
  local cases = {
    { function() app:tpa("Add") end, 'app has no member "tpa" (did you mean "tap"?)' },
    { function() return app.alerts end, 'app has no member "alerts" (did you mean "alert"?)' },
    { function() return app:row("Bread").txt end, 'row has no member "txt" (did you mean "text"?)' },
    { function() return app:row("Bread"):tapp() end, 'row has no member "tapp" (did you mean "tap"?)' },
    { function() return app.clock.nwo end, 'clock has no member "nwo" (did you mean "now"?)' },
    { function() return okit.lunch end, 'okit has no member "lunch" (did you mean "launch"?)' },
    { function() app:model("pads") end, 'unknown model "pads"; expected one of "default"' },
    { function() app.tap("Add") end, "call it with a colon: app:tap(…)" },
    { function() app.screen = nil end, "app.screen cannot be set" },
    { function() app:search() end, "bad argument 'text' to app:search: expected string, got no value" },
    { function() app:row("Bread"):swipe(1) end, "bad argument 'edge' to row:swipe: expected string, got number" },
    { function() app:row() end, "a locator must be a string, a number or a table, got nil" },
  }
  for _, case in ipairs(cases) do
    it(case[2], function() expect(message(case[1])).to_be(case[2]) end)
  end
end)

describe("The options of a launch", function()
  local cases = {
    { { local_ = "de" }, 'okit.launch has no option "local_" (did you mean "locale"?)' },
    { { exhaustiv = true }, 'okit.launch has no option "exhaustiv" (did you mean "exhaustive"?)' },
    { { now = "soon" }, 'okit.launch: "soon" is not a date (use 2020-01-31 or 2020-01-31T12:00:00Z)' },
    { { locale = 1 }, 'okit.launch: locale needs a string such as "de_DE", got number' },
    { { timeZone = "Nowhere" }, 'unknown time zone "Nowhere"' },
    { { locale = "de_D" }, 'unknown locale "de_D" (did you mean "de_DE"?)' },
    { { documents = "nothing here" }, "cannot copy Tests/Lua/nothing here: No such file or directory" },
  }
  for _, case in ipairs(cases) do
    it(case[2], function()
      local said = message(function() okit.launch("driver_app.lua", case[1]) end)
      expect((said:gsub("cannot copy .*Tests", "cannot copy Tests"))).to_be(case[2])
    end)
  end

  it("are there for the application", function()
    local other = okit.launch("driver_app.lua", { now = okit.date("2021-02-03"), timeZone = "Europe/Berlin", seed = 7 })
    expect(other.clock.now).to_be(okit.date("2021-02-03"))
    expect(okit.now()).to_be(okit.date("2021-02-03"))
    expect(other:rows()).to_equal {}
  end)

  it("begin in 2020 unless told otherwise", function()
    expect(app.clock.now).to_be(okit.date("2020-01-01T00:00:00Z"))
  end)

  it("name a script that must be there", function()
    expect(function() okit.launch("nowhere.lua") end).to_fail("cannot read .*nowhere.lua: No such file or directory")
  end)
end)

describe("Models", function()
  it("are read and written", function()
    expect(app:get("notes.@count")).to_be(3)
    expect(app:set("notes[0]/stars", 4)).to_be(app)
    expect(app:row("Apples").detail).to_be("4")
    expect(app:call("notes[1]/rename(%Rye)")).to_be(3)
    expect(app:rows()).to_equal { "Apples", "Cheese", "Rye" }
    expect(app:call("count()")).to_be(3)
  end)

  it("call functions of their classes", function()
    local note = app:model().notes[3]
    expect(note:rename("Brie")).to_be(4)
    note:finish()
    expect(note).to_match { name = "Brie", done = true }
    expect(tostring(note)).to_be("Note(c)")
  end)

  it("pass on what their functions fail with, and take it back", function()
    expect(function() app:model().notes[1]:fail() end).to_fail("no ink left")
    expect(app.diagnostics).to_equal {}
  end)

  it("report what a binding calls and fails, and take it back", function()
    expect(app:call("notes[0]/fail()")).to_be(nil)
    expect(app.diagnostics).to_match { { code = "lua.error", message = "no ink left" } }
  end)

  it("are observed", function()
    local seen = {}
    local handle = app:model().notes[1]:observe("stars", function(new, old) seen[#seen + 1] = old .. " " .. new end)
    app:set("notes[0]/stars", 2)
    app:undo()
    handle:cancel()
    app:set("notes[0]/stars", 9)
    expect(seen).to_equal { "1 2", "2 1" }
  end)

  it("become snapshots", function()
    local before = app:snapshot()
    expect(before.notes[1]).to_match { id = "a", name = "Apples", stars = 1 }
    app:row("Apples"):delete()
    if app.alert then app.alert:tap("Yes") end
    expect(app:apply(before)).to_be(app)
    expect(app:snapshot()).to_equal(before)
  end)
end)

describe("Changes", function()
  it("are patches that may be said in two ways", function()
    local changes = app:changes(function() app:row("Apples"):more("Finish") end)
    expect(changes).to_equal { { path = "/notes/0/done", old = false, new = true } }
    expect(changes).to_equal { { op = "replace", path = "/notes/0/done", old = false, value = true } }
    expect(changes[1].new).to_be(true)
    expect(changes).not_to_equal { { path = "/notes/0/done", old = true } }
    expect(changes).not_to_equal { { old = false, new = true } }
    expect(changes).not_to_equal {}
    expect(getmetatable(changes[1])).to_be(false)
  end)

  it("carry what came and what went", function()
    local changes = app:changes(function() app:model().notes:remove(app:model().notes[2]) end)
    expect(changes).to_have_count(1)
    expect(changes[1]).to_match { op = "remove", path = "/notes/1" }
    expect(changes[1].old.name).to_be("Bread")
  end)

  it("pass an error on", function()
    expect(function() app:changes(function() error("stop") end) end).to_fail("stop")
    expect(function() app:changes() end).to_fail("app:changes needs a function, got nil")
  end)

  it("keep an assertion as it is", function()
    local ok, problem = pcall(function() app:changes(function() expect(1).to_be(2) end) end)
    expect(ok).to_be(false)
    expect(problem).to_match { kind = "assertion", message = "expected to be 2, got 1" }
  end)
end)

describe("Undo", function()
  it("goes by action, and back", function()
    app:row("Apples"):more("Finish"):undo()
    expect(app:get("notes[0]/done")).to_be(false)
    app:redo()
    expect(app:get("notes[0]/done")).to_be(true)
  end)

  it("goes by transaction", function()
    app:transaction(function()
      app:set("notes[0]/stars", 5)
      app:row("Bread"):more("Finish")
    end)
    app:undo()
    expect(app:get("notes/stars")).to_equal { 1, 0, 3 }
    expect(app:get("notes[1]/done")).to_be(false)
  end)

  it("is nothing where nothing was done", function()
    expect(message(function() app:undo() end)).to_be("there is nothing to undo")
    expect(message(function() app:redo() end)).to_be("there is nothing to redo")
  end)

  it("is possible for a script, after its own turn", function()
    app:set("notes[0]/stars", 5)
    app:row("Bread"):more("Undo")
    expect(app:get("notes[0]/stars")).to_be(1)
  end)

  it("rolls back a transaction that fails", function()
    expect(function()
      app:transaction(function()
        app:set("notes[0]/stars", 5)
        error("no")
      end)
    end).to_fail("no")
    expect(app:get("notes[0]/stars")).to_be(1)
  end)
end)

describe("The application's own object", function()
  it("reads", function() expect(app:call("own()")).to_be(3) end)

  it("cannot act while one of its functions runs", function()
    app:row("Bread"):more("Tap")
    expect(app.diagnostics).to_have_count(1)
    expect(app.diagnostics[1]).to_match {
      code = "app.turn", severity = "error",
      message = "tap cannot be called while a function of the application is running",
    }
    expect(app.alert).to_be(nil)
  end)
end)

describe("Time", function()
  it("moves when told", function()
    app:call("notes[0]/later()")
    app.clock:advance(59)
    expect(app:get("notes[0]/stars")).to_be(1)
    app.clock:advance(1)
    expect(app:get("notes[0]/stars")).to_be(2)
    app.clock:set("2020-06-01"):undo()
    expect(app:get("notes[0]/stars")).to_be(1)
    expect(app.clock.now).to_be(okit.date("2020-06-01"))
    expect(function() app.clock:advance(-1) end).to_fail("non%-negative number of seconds")
  end)
end)

describe("The life of an application", function()
  it("keeps its documents", function()
    app:row("Apples"):more("Finish"):background():terminate()
    expect(function() app:tap("Add") end).to_fail("the application is not running")
    expect(function() app:model() end).to_fail("the application is not running")
    for _, name in ipairs { "screen", "stack", "alert", "sheet" } do
      expect(function() return app[name] end).to_fail("the application is not running")
    end
    expect(function() app:dump() end).to_fail("the application is not running")
    expect(app:relaunch()).to_be(app)
    expect(app:rows()).to_equal { "Apples", "Bread", "Cheese" }
    expect(app:get("notes[0]/done")).to_be(true)
    app:tap("Add").alert:type("Dates"):tap("OK")
    expect(app:model().notes:find(function(note) return note.name == "Dates" end).id).to_have_count(36)
  end)

  it("loses what was not stored", function()
    app:background()
    app:foreground()
    app:set("notes[0]/stars", 9)
    app:terminate()
    app:relaunch()
    expect(app:get("notes[0]/stars")).to_be(1)
  end)

  it("stores in the background what has changed since it entered it", function()
    app:background()
    app:model().notes[1].stars = 7
    app:background():terminate()
    app:relaunch()
    expect(app:get("notes[0]/stars")).to_be(7)
  end)

  it("leaves stale objects behind", function()
    local note = app:model().notes[1]
    app:relaunch()
    expect(function() return note.name end).to_fail("no longer exists")
    expect(tostring(note)).to_be("removed entity")
  end)

  it("logs over all its processes", function()
    app:relaunch()
    expect(app.log).to_equal { { level = "info", message = "started 0" }, { level = "info", message = "started 0" } }
  end)

  it("does not go on in the background", function()
    app:background()
    expect(function() app:tap("Add") end).to_fail("the application is in the background")
    app:foreground():tap("Add").alert:tap("Cancel")
  end)
end)

describe("Two applications", function()
  it("know nothing of each other", function()
    local other = okit.launch("driver_app.lua", { fixture = { notes = { { id = "a", name = "Zebra" } } } })
    app:set("notes[0]/stars", 8)
    expect(other:rows()).to_equal { "Zebra" }
    expect(other:get("notes[0]/stars")).to_be(0)
    expect(other:model().notes[1] == app:model().notes[1]).to_be(false)
    expect(function() other:model().notes:add(app:model().notes[1]) end).to_fail(".")
  end)

  local kept
  it("leave nothing for the next test", function()
    kept = { app = app, note = app:model().notes[1], list = app:model().notes, row = app:row("Bread") }
    expect(kept.note.name).to_be("Apples")
  end)
  it("are gone in the next test", function()
    expect(function() return kept.note.name end).to_fail("no longer exists")
    expect(function() return #kept.list end).to_fail("no longer exists")
    expect(function() return kept.row.text end).to_fail("has ended")
    expect(function() kept.app:tap("Add") end).to_fail("the application has ended with the test that launched it")
  end)
end)

describe("A failing action", function()
  it("is a diagnostic that must be read", function()
    app:row("Bread"):more("Fail")
    local found = app.diagnostics
    expect(found).to_have_count(1)
    expect(found[1].message).to_be("no ink left")
    expect(found[1].place).to_match("driver_app.lua:9$")
    expect(found[1].text).to_match("no ink left")
    expect(app.diagnostics).to_have_count(1)
  end)
end)

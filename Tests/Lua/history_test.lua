local fixture = {
  notes = { { id = "a", title = "A", size = 10 }, { id = "b", title = "B" } }, authors = { { id = "x", name = "X" } },
}

-- The message of undoing where there is nothing to undo.
local nothing = "there is nothing to undo"

describe("one edit of a field", function()
  local app, note
  before_each(function()
    app = okit.launch("history_app.lua", { fixture = fixture })
    note = app:get("notes[0]")
    app:row("A"):tap()
  end)

  it.each {
    { "Title", "title", "A", "Abc", function(cell) cell:type("Ab") cell:type("Abcd") cell:type("Abc") end },
    { "Text", "text", "", "two", function(cell) cell:type("o") cell:type("one") cell:type("two") end },
    { "Size", "size", 10, 42.5, function(cell) cell:slide(20) cell:slide(99) cell:slide(42.5) end },
    { "Stars", "stars", 0, 3, function(cell) cell:step(1) cell:step(3) cell:step(-1) end },
  } ("is one step: %s", function(field, property, before, after, edit)
    edit(app:cell(field))
    expect(note[property]).to_be(after)
    app:undo()
    expect(note[property]).to_be(before)
    expect(function() app:undo() end).to_fail(nothing)
    app:redo()
    expect(note[property]).to_be(after)
    expect(function() app:redo() end).to_fail("nothing to redo")
  end)

  it("ends when a person does something else", function()
    for _, between in ipairs {
      function() app:cell("Stars"):step(1) end, function() app:tap("Nothing") end,
      function() app:back() app:row(1):tap() end,
      function() app:set("count", app:get("count") + 1) end,
    } do
      note.title = "A"
      app:cell("Title"):type("Ab")
      between()
      app:cell("Title"):type("Abc")
      app:undo()
      expect(note.title).to_be("Ab")
    end
  end)

  it("of two fields in turn is a step each", function()
    app:cell("Title"):type("1")
    app:cell("Size"):slide(20)
    app:cell("Size"):slide(30)
    app:cell("Title"):type("2")
    app:cell("Title"):type("3")
    local states = {}
    for place = 1, 3 do
      app:undo()
      states[place] = note.title .. " " .. note.size
    end
    expect(states).to_equal { "1 30.0", "1 10.0", "A 10.0" }
    expect(function() app:undo() end).to_fail(nothing)
  end)

  it("of the same field for another entity is a step of its own", function()
    app:cell("Title"):type("1")
    app:back():row("B"):tap()
    app:cell("Title"):type("2")
    app:undo()
    expect(app:get("notes[1]/title")).to_be("B")
    expect(note.title).to_be("1")
  end)

  it("is no step if the field has its value again", function()
    app:tap("Star")
    app:cell("Title"):type("Ab")
    app:cell("Title"):type("A")
    app:cell("Title"):type("A")
    app:undo()
    expect(note.stars).to_be(0)
    app:cell("Title"):type("Ab")
    app:cell("Title"):type("A")
    app:cell("Title"):type("Ac")
    app:undo()
    expect(note.title).to_be("A")
  end)

  it("goes on as a step of its own after an undo", function()
    app:cell("Title"):type("Ab")
    app:cell("Title"):type("Abc")
    app:undo()
    expect(app:cell("Title").control.value).to_be("A")
    app:cell("Title"):type("x")
    app:cell("Title"):type("xy")
    expect(function() app:redo() end).to_fail("nothing to redo")
    app:undo()
    expect(note.title).to_be("A")
    app:redo()
    expect(note.title).to_be("xy")
    app:cell("Title"):type("xyz")
    app:undo()
    expect(note.title).to_be("xy")
  end)

  it("goes on while a timer without history runs", function()
    app:call("tick(#1)")
    app:cell("Title"):type("Ab")
    app.clock:advance(5)
    app:cell("Title"):type("Abc")
    app:undo()
    expect(note.title).to_be("A")
    expect(app:get("count")).to_be(5)
  end)

  it("that holds its input is a step when it is written", function()
    app:cell("Held"):type("on")
    app:cell("Held"):type("one")
    expect(function() app:undo() end).to_fail(nothing)
    app:cell("Title"):type("Ab")
    app:cell("Title"):type("Abc")
    expect(note.text).to_be("one")
    app:undo()
    expect(note.title .. note.text).to_be("Aone")
    app:undo()
    expect(note.title .. note.text).to_be("A")
  end)

  it("leaves other input alone when a step is undone", function()
    app:tap("Star")
    app:cell("Held"):type("half")
    app:undo()
    expect(note.stars).to_be(0)
    expect(app:cell("Held").control.value).to_be("half")
    app:back()
    expect(note.text).to_be("half")
  end)
end)

describe("a timer without history", function()
  local app, note
  before_each(function()
    app = okit.launch("history_app.lua", { fixture = fixture })
    note = app:get("notes[0]")
  end)

  it("pushes no edit out, and leaves redo", function()
    app:set("notes[0]/title", "edited")
    app:call("tick(#1)")
    app.clock:advance(2500)
    expect(app:get("count")).to_be(2500)
    app:undo()
    expect(note.title).to_be("A")
    app.clock:advance(2500)
    app:redo()
    expect(note.title).to_be("edited")
    expect(app:get("count")).to_be(5000)
    app:undo()
    expect(function() app:undo() end).to_fail(nothing)
  end)

  it("runs all parts of its function without history, also after a wait", function()
    app:call("slow")
    app.clock:advance(10)
    expect(app:get("count")).to_be(3)
    expect(function() app:undo() end).to_fail(nothing)
  end)

  it.each { { "later", 0 }, { "plain", 1 } } ("%s: %d steps", function(call, steps)
    app:call(call)
    app.clock:advance(1)
    expect(app:get("count")).to_be(1)
    if steps == 0 then return expect(function() app:undo() end).to_fail(nothing) end
    app:undo()
    expect(app:get("count")).to_be(0)
  end)

  it("has observers that write without history", function()
    app:call("observeTicks")
    app:call("later")
    app.clock:advance(1)
    expect(app:get("patched")).to_be(1)
    expect(function() app:undo() end).to_fail(nothing)
  end)

  it("is rolled back if it fails", function()
    app:call("failing")
    app.clock:advance(1)
    expect(app.diagnostics[1].message).to_match("no$")
    expect(app:get("count")).to_be(0)
  end)

  it("takes only its option", function()
    for path, message in pairs {
      ["wrong(#1)"] = "expected table", ["misspelt()"] = 'unknown option "histroy"', ["number()"] = "true or false",
    } do
      app:call(path)
      expect(app.diagnostics[#app.diagnostics].message).to_contain(message)
    end
  end)

  it("is started by the script after a relaunch, with an empty history", function()
    app:set("notes[0]/title", "edited")
    app:background():relaunch()
    expect(app:get("notes[0]/title")).to_be("edited")
    expect(function() app:undo() end).to_fail(nothing)
  end)
end)

describe("a class without history", function()
  local app, desk
  before_each(function()
    app = okit.launch("history_app.lua", { fixture = fixture })
    desk = app:model()
  end)

  it("changes without a step, as do subclasses that say nothing else", function()
    app:set("meter.ticks", 5)
    app:set("pulse.beats", 6)
    app:set("pulse.ticks", 7)
    app:set("meter.shown", "a")
    desk.meter.pinned:add("a")
    expect(function() app:undo() end).to_fail(nothing)
    app:set("kept.value", 8)
    app:undo()
    expect(app:get("kept.value")).to_be(0)
    expect(app:get("meter.ticks")).to_be(5)
  end)

  it("stays as it is when its turn is undone", function()
    app:transaction(function()
      desk.notes[1].title = "A2"
      desk.meter.ticks = 3
      desk.meter.shown = "b"
      desk.notes[1].stars = 2
    end)
    app:undo()
    expect(desk.notes[1].title .. desk.notes[1].stars).to_be("A0")
    expect(desk.meter.ticks).to_be(3)
    expect(desk.meter.shown.refKey).to_be("b")
    app:redo()
    expect(desk.notes[1].title .. desk.notes[1].stars).to_be("A22")
  end)

  it("gives an entity back that has moved there", function()
    local a = desk.notes[1]
    app:transaction(function()
      desk.notes:remove(a)
      desk.meter.box:add(a)
    end)
    app:undo()
    expect(app:rows()).to_equal { "A", "B" }
    expect(#desk.meter.box).to_be(0)
    app:redo()
    expect(app:rows()).to_equal { "B" }
    expect(desk.meter.box[1]).to_be(a)
    app:undo()
    expect(a.parent).to_be(desk)
  end)

  it("has no reference to what an undo removes", function()
    app:tap("Add")
    app.alert:type("C"):tap("OK")
    desk.meter.shown = desk.notes[3]
    desk.meter.pinned:add(desk.notes[3])
    desk.meter.pinned:add(desk.notes[1])
    app:undo()
    expect(app:rows()).to_equal { "A", "B" }
    expect(desk.meter.shown.refKey).to_be(nil)
    expect(#desk.meter.pinned).to_be(1)
    app:redo()
    expect(app:rows()).to_equal { "A", "B", "C" }
    expect(desk.meter.shown.ref).to_be(desk.notes[3])
    expect(#desk.meter.pinned).to_be(2)
  end)

end)

describe("a step after changes without history", function()
  local app, desk
  before_each(function()
    app = okit.launch("history_app.lua", { fixture = fixture })
    desk = app:model()
  end)

  local function run(name)
    app:call(name)
    app.clock:advance(1)
  end

  it("gives the property its value, and leaves the others", function()
    app:set("notes[0]/title", "edited")
    run "retitle"
    app:set("notes[0]/stars", 4)
    app:undo():undo()
    expect(desk.notes[1].title .. desk.notes[1].stars).to_be("A0")
    app:redo()
    expect(desk.notes[1].title).to_be("by itself")
    app:undo()
    expect(desk.notes[1].title).to_be("A")
  end)

  it("finds the elements of a list where they are now", function()
    app:row("A"):delete()
    run "grow"
    app:undo()
    expect(app:rows()).to_equal { "A", "grown", "B" }
    desk.notes:move(3, 1)
    run "grow"
    expect(app:rows()).to_equal { "grown", "B", "A", "grown" }
    app:undo()
    expect(app:rows()).to_equal { "grown", "A", "B", "grown" }
  end)

  it("removes what it has added, wherever it is", function()
    app:tap("Add")
    app.alert:type("C"):tap("OK")
    run "shrink"
    run "grow"
    run "grow"
    app:undo()
    expect(app:rows()).to_equal { "grown", "grown", "B" }
    app:redo()
    expect(app:rows()).to_equal { "grown", "grown", "B", "C" }
  end)

  it("is left out if all that it has changed is gone", function()
    app:set("count", 1)
    app:set("notes[0]/title", "edited")
    run "shrink"
    app:undo()
    expect(app:get("count")).to_be(0)
    expect(function() app:undo() end).to_fail(nothing)
    expect(app:rows()).to_equal { "B" }
  end)

  it("changes what is left of it", function()
    app:transaction(function()
      desk.notes[1].title = "A2"
      desk.notes[2].title = "B2"
    end)
    run "shrink"
    app:undo()
    expect(app:rows()).to_equal { "B" }
  end)
end)

describe("random steps among random changes without history", function()
  -- Does a step and takes it back: everything is as before.
  local function expect_inverse(app, step, inverse)
    local desk = app:model()
    local before = desk:snapshot()
    if not pcall(app[step], app) then
      expect(desk:snapshot()).to_equal(before)
      return false
    end
    local after = desk:snapshot()
    app[inverse](app)
    expect(desk:snapshot()).to_equal(before)
    app[step](app)
    expect(desk:snapshot()).to_equal(after)
    return true
  end

  it.each { { 1 }, { 100 }, { 200 }, { 300 }, { 400 }, { 500 } } ("are exact inverses: seed %d", function(first)
    for seed = first, first + 9 do
      local app = okit.launch("history_app.lua", { fixture = fixture })
      for turn = 1, 40 do
        local number = seed * 1000 + turn
        app:call((number * 7919 // 13 % 3 == 0 and "randomly" or "random") .. "(#" .. number .. ")")
        if turn % 4 == 0 then
          local undone = 0
          for _ = 1, number % 5 do
            if expect_inverse(app, "undo", "redo") then undone = undone + 1 end
            expect(app:call("mistakes()")).to_be("")
          end
          if number % 2 == 0 then app:call("randomly(#" .. number + 500 .. ")") end
          for _ = 1, undone - number % 2 do expect_inverse(app, "redo", "undo") end
          expect(app:call("mistakes()")).to_be("")
        end
      end
      expect(app.diagnostics).to_have_count(0)
    end
  end)
end)

describe("a named step", function()
  local app, desk
  before_each(function()
    app = okit.launch("history_app.lua", { fixture = fixture })
    desk = app:model()
  end)

  local function name(_, ...) return select("#", ...) == 0 and "none" or ... end

  it("is reported by undo and redo", function()
    app:transaction("Rename", function() desk.notes[1].title = "A2" end)
    app:set("count", 1)
    app:transaction("Count \"twice\"", function() desk.count = 2 end)
    expect(name(app:undo())).to_be("Count \"twice\"")
    expect(name(app:undo())).to_be("none")
    expect(name(app:undo())).to_be("Rename")
    expect(name(app:redo())).to_be("Rename")
    expect(name(app:redo())).to_be("none")
    expect(app:undo():undo().stack).to_equal { "notes" }
    expect(desk.notes[1].title).to_be("A")
  end)

  it("has the name of the outer transaction, or of the last one", function()
    app:transaction("outer", function()
      app:transaction("inner", function() desk.count = 1 end)
      app:transaction(function() desk.count = 2 end)
    end)
    expect(name(app:undo())).to_be("outer")
    app:transaction(function()
      app:transaction("first", function() desk.count = 1 end)
      app:transaction("last", function() desk.count = 2 end)
    end)
    expect(name(app:undo())).to_be("last")
  end)

  it("leaves its name to no other step", function()
    app:transaction("nothing", function() desk.count = 0 end)
    app:set("count", 1)
    expect(function() app:transaction("failed", function() error "no" end) end).to_fail("no")
    app:set("count", 2)
    app:transaction("without history", function() desk.meter.ticks = 4 end)
    app:set("count", 3)
    for _ = 1, 3 do expect(name(app:undo())).to_be("none") end
  end)

  it.each {
    { function() app:transaction("x") end, "needs a function, got string" },
    { function() app:transaction({}, function() end) end, "expected string, got table" },
    { function() app:transaction("x", 1) end, "needs a function, got number" },
  } ("has a text as its name %s", function(call, message) expect(call).to_fail(message) end)
end)

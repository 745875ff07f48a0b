-- The functions that scripts override: what each decides, and when it runs.

local app

local function launch(home) app = okit.launch("overriding_app.lua", { arguments = { home } }) end
local function model() return app:model() end
local function lines() return app:call("takeLines()") end

local function failures()
  local found = {}
  for index, diagnostic in ipairs(app.diagnostics) do found[index] = diagnostic.message end
  return found
end

describe("A list with functions of its own", function()
  it("shows what fetchData returns, and follows what it has read", function()
    launch "fetched"
    expect(app:rows()).to_equal { "Dune", "Alien", "Brazil", "Charade" }
    model().limit = 1980
    expect(app:rows()).to_equal { "Dune", "Brazil" }
    app:undo()
    expect(app:rows()).to_have_count(4)
  end)

  it("adds to the collection that fetchData returns", function()
    launch "live"
    app:tap("Add")
    expect(#model().films).to_be(5)
    expect(app:rows()).to_have_count(5)
  end)

  it("filters besides search and scopes, in its groups", function()
    launch "filtered"
    expect(app:rows()).to_equal { "Charade", "Dune", "Brazil", "Alien" }
    model().limit = 1979
    expect(app:rows()).to_equal { "Dune", "Brazil", "Alien" }
    app:search("a")
    expect(app:rows()).to_equal { "Brazil", "Alien" }
    app:filter("Drama")
    expect(app:rows()).to_equal { "Brazil" }
    app:search(""):filter("All")
    model().films[4].year = 2024
    expect(app:rows()).to_equal { "Charade", "Dune", "Brazil", "Alien" }
  end)

  it("sorts within its groups, and follows what sortData has read", function()
    launch "sorted"
    expect(app:rows()).to_equal { "Charade", "Alien", "Brazil", "Dune" }
    model().ascending = false
    expect(app:rows()).to_equal { "Dune", "Brazil", "Alien", "Charade" }
    model().films[3].year = 2030
    expect(app:rows()).to_equal { "Brazil", "Dune", "Alien", "Charade" }
    model().films:remove(model().films[2])
    expect(app:rows()).to_equal { "Brazil", "Dune", "Charade" }
  end)

  it("reaches the inherited functions", function()
    launch "inherited"
    expect(app:rows()).to_equal { "Dune", "Charade", "Alien" }
    app:search("1963")
    expect(app:rows()).to_equal { "Charade" }
    app:search("DU")
    expect(app:rows()).to_equal { "Dune" }
  end)

  it("keeps the order of the data between equal elements", function()
    launch "equal"
    expect(app:rows()).to_equal { "Alien", "Dune", "Brazil", "Charade" }
    model().films:move(4, 1)
    expect(app:rows()).to_equal { "Alien", "Charade", "Dune", "Brazil" }
  end)

  it("shows the entities of getEntity", function()
    launch "entities"
    expect(app:rows()).to_equal { "Alien", "Alien", "Brazil", "Charade" }
    app:row { index = 1 }:tap()
    app:row { index = 3 }:tap()
    expect(model().log).to_be("tap Alien;tap Brazil;")
  end)

  it("assigns fields of rows in configure", function()
    launch "configured"
    expect(app:row("Dune?").detail).to_be(nil)
    model().films[1]:see()
    model().first = "Dune"
    expect(app:row("Dune?")).to_match { detail = "seen", ribbon = "#ff0000" }
    model().films[1].name = "Dune 2"
    expect(app:rows()).to_equal { "Dune 2?", "Alien?", "Brazil?", "Charade?" }
  end)
end)

describe("The functions of a screen's life", function()
  before_each(function()
    launch "life"
    app:rows()
  end)

  it("run when it appears, and when something that it is about changes", function()
    expect(lines()).to_be("setup, update, updateData")
    model().title = "Movies"
    expect(lines()).to_be("refresh title true, update, updateData")
    model().films[1].year = 2022
    expect(lines()).to_be("refresh year true, update, updateData")
    app:row("Dune"):tap()
    app:back()
    expect(lines()).to_match("update, updateData")
  end)

  it("return the titles", function()
    expect(app.screen).to_match { title = "Films!", subtitle = "none", prompt = "Prompt" }
    model().log = "x"
    expect(app.screen).to_match { title = "Films!", subtitle = "x" }
  end)

  it("handle bar buttons, rows and adding", function()
    lines()
    app:tap("Mark")
    expect(lines()).to_match("^button Mark right:%d Mark")
    expect(model().log).to_be("mark;")
    lines()
    app:row("Dune"):quick()
    expect(lines()).to_match("^quick Dune")
    app:row("Alien"):accessory()
    expect(lines()).to_match("accessory Alien")
    expect(model().films[2].seen).to_be(true)
    app:row("Dune"):delete()
    expect(lines()).to_match("delete Dune")
    app:tap("Add")
    app.alert:type("Eraserhead"):tap("OK")
    expect(lines()).to_match("add Eraserhead, navigate Eraserhead true")
    expect(app.screen.name).to_be("film")
    expect(app.screen.editing).to_be(true)
  end)

  it("refresh with the activity indicator", function()
    lines()
    app:refresh()
    expect(lines()).to_be("start, pull, update, updateData, stop")
    expect(app.screen.activity).to_be(false)
  end)

  it("show the indicator while a refresh waits", function()
    launch "slow"
    app:refresh()
    expect(app.screen.activity).to_be(true)
    app.clock:advance(1)
    expect(app.screen.activity).to_be(false)
  end)
end)

describe("A cell with functions of its own", function()
  before_each(function()
    launch "rows"
    app:row { index = 1 }:tap()
  end)

  it("shows what its functions return, by its mode", function()
    expect(app:row("film: Name").control).to_match { value = "Dune (2021)", placeholder = "name of Drama" }
    app:tap("Edit")
    expect(app:cell("film: Name").control).to_match { value = "Dune", enabled = true }
    model().films[1].name = "Dune 2"
    expect(app:cell("film: Name").control).to_match { value = "Dune 2" }
    model().films[1]:see()
    expect(app:cell("film: Name").control).to_match { enabled = false }
  end)

  it("writes through its setter", function()
    app:tap("Edit")
    app:cell("film: Name"):type("emma")
    expect(model().films[1].name).to_be("EMMA")
    app:cell("Note"):type("good")
    expect(model().films[1].note).to_be("<good>")
    expect(app:cell("Note").control).to_match { kind = "text", value = "<good>" }
  end)

  it("has the bounds and the step of its functions", function()
    app:tap("Edit")
    app:cell("Stars"):step(1)
    expect(model().films[1].stars).to_be(3)
    model().films[1]:see()
    app:cell("Stars"):step(1)
    expect(model().films[1].stars).to_be(5)
  end)

  it("assigns fields in update, through several subclasses", function()
    local row = app:row { index = 4 }
    expect(row).to_match { text = "*Dune*", detail = "Drama", image = "star" }
    expect(row.ribbon).to_be(nil)
    expect(app:row { index = 5 }.ribbon).to_be("#0000ff")
    model().films[1]:see()
    expect(app:row { index = 5 }.ribbon).to_be("#00ff00")
    model().films[1].name = "Emma"
    expect(app:row { index = 4 }.text).to_be("*Emma*")
  end)

  it("is what the functions of a detail receive", function()
    app:row("See"):tap()
    app:row("See"):accessory()
    expect(model().log).to_be("tap See ModelTableCell;accessory Dune film;")
    expect(model().films[1].seen).to_be(true)
  end)
end)

describe("A selection with functions of its own", function()
  it("decides what is selected, and tells the screen that opened it", function()
    launch "openers"
    app:tap("Pick")
    app:row("Alien"):tap():row("Brazil"):tap():row("Dune"):tap():row("Brazil"):tap()
    expect(app:get("hall.refKey")).to_equal { "dune" }
    app:tap("Clear")
    expect(model().log).to_be("opener +brazil;opener +dune;opener -brazil;opener -dune;")
  end)

  it("is closed by its functions, as with the Close button", function()
    launch "openers"
    app:tap("Present"):close()
    expect(model().log).to_be("closing;close;")
    expect(app.stack).to_equal { "openers", "closing" }
    model().limit = 1
    app:close()
    expect(app.stack).to_equal { "openers" }
  end)
end)

it("A base table controller shows the rows of its functions", function()
  launch "base"
  expect(app.screen).to_match { title = "Films" }
  expect(app:row("Alien").detail).to_be("Horror")
  app:row("Alien"):tap():tap("Note")
  expect(model().log).to_be("row Alien;bar;")
  model().films[2].name = "Aliens"
  expect(app:rows()).to_equal { "Dune", "Aliens", "Brazil", "Charade" }
end)

describe("A mistake in a function", function()
  for name, message in pairs {
    flag = 'must return true or false, got String "yes"', error = "no order for", endless = "time", waiting = "wait",
    table = "must return a text or nil", values = "needs a list of entities", configuring = 'no field "texts"',
    navigating = "screens",
  } do
    it("is reported with its place: " .. name, function()
      launch("mistake_" .. name)
      app:rows()
      local found = app.diagnostics
      expect(#found >= 1).to_be(true)
      expect(found[1].message).to_contain(message)
      if name ~= "navigating" then expect(found[1].place).to_contain("overriding_app.lua") end
    end)
  end

  it("leaves the order of the data", function()
    launch "mistake_error"
    expect(app:rows()).to_equal { "Dune", "Alien", "Brazil", "Charade" }
    expect(#failures() >= 1).to_be(true)
  end)

  it("does no harm when it changes models or contradicts itself", function()
    launch "mistake_writing"
    expect(app:rows()).to_equal { "Alien", "Brazil", "Charade", "Dune" }
    launch "mistake_contradicting"
    expect(app:rows()).to_have_count(4)
    launch "mistake_removing"
    app:rows()
    expect(app:rows()).to_equal { "Dune", "Brazil", "Charade" }
  end)

  it("assigns a field of a row at the wrong time", function()
    launch "mistake_gone"
    app:rows()
    app:row("Dune"):tap()
    expect(failures()[1]).to_contain("text can only be assigned in update, updateEdit and configure")
  end)

  it("of a cell leaves its built-in value", function()
    launch "bad"
    expect(app:row { index = 1 }.control).to_match { value = "Dune" }
    local messages = table.concat(failures(), "\n")
    expect(messages).to_contain("BadCell: getText: must return a text or nil")
    expect(messages).to_contain("no placeholder")
    app:tap("Edit")
    app:cell { index = 1 }:type("x")
    expect(table.concat(failures(), "\n")).to_contain("cannot write")
    expect(model().films[1].name).to_be("Dune")
  end)
end)

-- `okit.ModelGridController`: rows of a list with a cell for each column.

local function launch(home, options)
  options = options or {}
  options.arguments = { home }
  return okit.launch("grid_app.lua", options)
end

local function code(fn)
  local ok, problem = pcall(fn)
  expect(ok).to_be(false)
  return problem.code
end

describe("The screen of a grid", function()
  it("has columns, and rows of cells", function()
    local screen = launch("films").screen
    expect(screen.kind).to_be("grid")
    expect(screen.columns[2]).to_match { id = "column:1", title = "Price", sortable = true, role = "columnheader" }
    expect(screen.columns[3].sortable).to_be(false)
    local row = screen.sections[1].rows[1]
    expect(row.text).to_be("Dune")
    expect(#row.cells).to_be(9)
    expect(row.cells[2]).to_match { role = "gridcell", control = { value = "9.50", kind = "text" } }
    expect(row.cells[3].text).to_be("19")
    expect(function() return row.cells[1].texxt end).to_fail("text")
  end)

  it("is a table as text", function()
    local app = launch("films")
    expect(app:dump()).to_match_snapshot("films")
    app:tap("Edit")
    expect(app:dump()).to_match_snapshot("films in edit mode")
    expect(launch("products"):dump()).to_match_snapshot("products")
    expect(launch("dates"):dump()).to_match("│ 1 September 15, 2021 ")
  end)

  it("holds a window of the columns", function()
    local app = launch("wide", { fixture = { width = 120 } })
    expect(#app.screen.columns).to_be(25)
    expect(app.screen.columnTotal).to_be(120)
    expect(app.screen.columnFrom).to_be(0)
    expect(#app:row("Dune").cells).to_be(25)
    expect(app:cell("Dune", "N100").text).to_be("9.5")
    expect(app.screen.columnFrom).to_be(95)
    app:set("width", 3)
    expect(#app.screen.columns).to_be(3)
  end)

  it("holds a window of the rows", function()
    local films = {}
    for i = 1, 300 do films[i] = { name = "Film " .. i, price = i } end
    local app = launch("films", { fixture = { films = films } })
    expect(app.screen.total).to_be(300)
    expect(#app.screen.sections[1].rows).to_be(100)
    expect(app:cell(250, "Price").control.value).to_be("250.00")
    app:tap("Edit")
    app:cell("Film 299", "Price"):type("1")
    app:doneKey()
    expect(app:get("films[298]/price")).to_be(1)
  end)
end)

describe("A cell is named by row and column:", function()
  for _, case in ipairs {
    { "numbers", 2, 2, "7.00" }, { "texts", "Emma", "Price", "7.00" }, { "any case", "emma", "price", "7.00" },
    { "a table", { text = "Emma" }, { index = 2 }, "7.00" },
  } do
    it(case[1], function() expect(launch("films"):cell(case[2], case[3]).control.value).to_be(case[4]) end)
  end

  for _, case in ipairs {
    { "an unknown column", "films", "Emma", "Prise", 'did you mean "Price"?', "locator.none" },
    { "a column that is not there", "films", "Emma", 30, "there is no column 30", "locator.none" },
    { "an unknown row", "films", "Ema", "Price", 'did you mean "Emma"?', "locator.none" },
    { "a row that is not there", "films", 30, "Price", "there is no row 30", "locator.none" },
  } do
    it("not " .. case[1], function()
      local app = launch(case[2])
      local function find() return app:cell(case[3], case[4]) end
      expect(find).to_fail(case[5])
      expect(code(find)).to_be(case[6])
    end)
  end

  it("and not by one of them", function()
    local app = launch("films")
    expect(function() app:cell("Price") end).to_fail("named by row and column")
    expect(code(function() app:cell("Price") end)).to_be("locator.form")
  end)
end)

describe("Cells are edited in place:", function()
  local app
  before_each(function() app = launch("films"):tap("Edit") end)

  it("texts, when their editing ends", function()
    app:cell(1, "Name"):type("Dune II")
    expect(app:get("films[0]/name")).to_be("Dune")
    expect(app:cell(1, "Name").control.focused).to_be(true)
    app:doneKey()
    expect(app:get("films[0]/name")).to_be("Dune II")
  end)

  it("numbers with a format, masks", function()
    app:cell("Emma", "Price"):type("6.25")
    app:cell("Emma", "Code"):type("1234")
    app:doneKey()
    expect(app:get("films[1]/price")).to_be(6.25)
    expect(app:cell("Emma", "Total").text).to_be("12.5")
    expect(app:get("films[1]/code")).to_be("1234")
    expect(app:cell("Emma", "Code").control.value).to_be("12-34")
  end)

  it("switches, segments and dates", function()
    app:cell("Dune", "Seen"):set(true)
    app:cell("Dune", "Genre"):choose("Play")
    app:cell("Dune", "Released"):tap():cell("Dune", "Released"):pick("2020-01-31")
    expect(app:get("films[0]/seen")).to_be(true)
    expect(app:get("films[0]/genre")).to_be("Play")
    expect(tostring(app:get("films[0]/released"))).to_be("2020-01-31")
  end)

  it("with messages about what is not valid, which keep the screen", function()
    app:cell(1, "Name"):clear()
    app:cell(2, "Price"):type("many")
    app:next()
    expect(app:cell(1, "Name"):error()).to_be("Please enter a valid value for Name.")
    expect(app:cell(2, "Price"):error()).not_to_be(nil)
    expect(app:get("films[1]/price")).to_be(7)
    app:tap("Done")
    expect(app.alert.title).to_be("Invalid Input")
    app.alert:tap("OK")
    app:cell(1, "Name"):type("Dune")
    app:cell(2, "Price"):type("8")
    app:tap("Done")
    expect(app.screen.editing).to_be(false)
    expect(app:get("films[1]/price")).to_be(8)
  end)

  it("in the order along the row", function()
    app:cell(1, "Note"):type("a")
    app:next()
    expect(app:cell(1, "Code").control.focused).to_be(true)
    app:next()
    expect(app:cell(2, "Name").control.focused).to_be(true)
    app:previous():previous():previous()
    expect(app:cell(1, "Price").control.focused).to_be(true)
  end)

  it("and a function of a cell may remove its row", function()
    app:cell("Emma", "Note"):type("drop")
    app:doneKey()
    expect(app:rows()).to_equal { "Dune", "Alien" }
    app:cell("Alien", "Note"):type("drop")
    app:cell("Dune", "Note"):type("drop")
    expect(app:rows()).to_equal { "Dune" }
    app:cell("Dune", "Price"):type("1")
    expect(app:rows()).to_equal {}
  end)

  it("and valid() tells whether all of their input is valid", function()
    app = launch("checked")
    local function is_valid() return app:byRole("button", "Send").enabled end
    expect(is_valid()).to_be(true)
    app:cell(1, "Name"):clear()
    expect(is_valid()).to_be(false)
    app:cell(2, "Price"):type("1")
    expect(is_valid()).to_be(false)
    app:cell(1, "Name"):type("Dune")
    expect(is_valid()).to_be(true)
  end)

  it("and onCancelEdit runs when the editing is cancelled", function()
    app = launch("checked")
    app:cell("Emma", "Price"):type("1")
    app:cancelKey()
    expect(app:rows()).to_equal { "Dune", "Alien" }
  end)

  it("and undone", function()
    app:cell("Emma", "Price"):type("1")
    app:doneKey()
    app:undo()
    expect(app:get("films[1]/price")).to_be(7)
  end)
end)

describe("Outside of edit mode", function()
  it("cells cannot be changed", function()
    local app = launch("films")
    expect(code(function() app:cell(1, "Price"):type("1") end)).to_be("action.impossible")
    expect(function() app:cell(1, "Price"):type("1") end).to_fail("edit")
  end)

  it("a tap runs the action of the cell, or else that of the row", function()
    local app = launch("films")
    app:cell("Emma", "More"):tap()
    expect(app:rows()).to_equal { "Dune", "Alien" }
    app:cell("Alien", "More"):accessory()
    expect(app:rows()).to_equal { "Dune" }
  end)
end)

describe("A tap on a title", function()
  it("sorts, and another one reverses the order", function()
    local app = launch("films")
    app:tap("Name")
    expect(app:rows()).to_equal { "Alien", "Dune", "Emma" }
    expect(app.screen.columns[1].order).to_be("ascending")
    app:tap("Name")
    expect(app:rows()).to_equal { "Emma", "Dune", "Alien" }
    expect(app.screen.columns[1].order).to_be("descending")
    app:tap("Price")
    expect(app:rows()).to_equal { "Emma", "Alien", "Dune" }
    expect(app.screen.columns[1].order).to_be(nil)
    expect(app:dump()).to_match("%[Price ▲%]")
  end)

  it("keeps the rows in order while they change", function()
    local app = launch("films"):tap("Price"):tap("Edit")
    app:cell("Emma", "Price"):type("20")
    app:doneKey()
    expect(app:rows()).to_equal { "Alien", "Dune", "Emma" }
  end)

  it("needs a sort key", function()
    local app = launch("films")
    expect(code(function() app:byRole("columnheader", "Total"):tap() end)).to_be("action.impossible")
  end)

  it("survives a reload of the rows, and a search", function()
    local app = launch("films"):tap("Name")
    app:search("e")
    expect(app:rows()).to_equal { "Alien", "Dune", "Emma" }
    app:search("mm")
    expect(app:rows()).to_equal { "Emma" }
  end)
end)

describe("Columns from a list", function()
  it("pass a title that has changed to the function of the row", function()
    local app = launch("titled")
    expect(app.screen.sections[1].rows[1].cells[1].text).to_be("Dune")
    app:set("width", 5)
    expect(app.screen.columns[1].title).to_be("5")
    expect(app.screen.sections[1].rows[1].cells[1].text).to_be(nil)
  end)

  it("call the function of the row with the column", function()
    local app = launch("products")
    expect(app:cell("Rice", "South").control.value).to_be("20")
    app:tap("Edit")
    app:cell("Rice", "South"):type("21")
    expect(app:get("products[1]/prices.South.amount")).to_be(21)
  end)

  it("follow the list", function()
    local app = launch("products")
    local world = app:model()
    world.shops:insert(1, { name = "East" })
    expect(app.screen.columns[1].title).to_be("East")
    expect(app:cell("Tea", "South").control.value).to_be("10")
    expect(app:cell("Tea", "East").control.value).to_be(nil)
    world.products[1].prices.East = { amount = 5 }
    expect(app:cell("Tea", "East").control.value).to_be("5")
    world.shops[1].name = "West"
    expect(app.screen.columns[1].title).to_be("West")
  end)
end)

it("One changed cell costs one cell", function()
  local app = launch("films")
  local function runs(row, column, property) return app:why(app:cell(row, column), property).runs end
  local _ = app.screen.sections[1].rows[1].cells
  local before = { runs(1, "Price", "textPath"), runs(2, "Price", "textPath"), runs(2, "Name", "textPath") }
  app:set("films[1]/price", 1)
  _ = app.screen.sections[1].rows[1].cells
  local after = { runs(1, "Price", "textPath"), runs(2, "Price", "textPath"), runs(2, "Name", "textPath") }
  expect(after).to_equal { before[1], before[2] + 1, before[3] }
end)

it("Opening a grid, and a changed cell, cost the same for many rows", function()
  for _, size in ipairs { 300, 3000 } do
    local films = {}
    for i = 1, size do films[i] = { name = "Film " .. i, price = i } end
    local app = launch("counted", { fixture = { films = films } })
    local function shown() return app.screen.sections[1].rows[1].cells[2].text end
    expect(shown()).to_be("1")
    expect(app:call("counts()")).to_be(100)
    app:set("films[0]/price", 5)
    expect(shown()).to_be("5")
    expect(app:call("counts()")).to_be(101)
    app:cell(size, "Counted")
    expect(app:call("counts()")).to_be(102)
  end
end)

describe("A tap by text", function()
  local function many(home)
    local films = {}
    for i = 1, 3000 do films[i] = { name = "Film " .. i, price = i } end
    local app = launch(home, { fixture = { films = films } })
    local _ = app.screen.sections[1].rows[1].cells
    return app, function() return app:call("counts()") end
  end

  for _, case in ipairs { { "counted", "Film 2999" }, { "by price", "2999" } } do
    it("evaluates no cells of rows beyond the screen: " .. case[1], function()
      local app, counts = many(case[1])
      local before = counts()
      local function miss() app:tap("Nobody") end
      expect(code(miss)).to_be("locator.none")
      local _, problem = pcall(miss)
      expect(problem.hint).to_contain('a cell is named by its row and column: app:cell(2, "')
      expect(code(function() app:byLabel("Nobody") end)).to_be("locator.none")
      expect(counts()).to_be(before)
      app:tap({ text = case[2], kind = "row" })
      expect(app:row(case[2]).text).to_be(case[2])
      expect(counts() - before < 3).to_be(true)
      expect(app:cell(case[2], "Counted").text).to_be("2999")
      expect(#app:row(700).cells > 0).to_be(true)
    end)
  end
end)

describe("Mistakes in a grid", function()
  for _, case in ipairs {
    { "failing", "lua.error", 'in cell \'path\' of \'failing\' (column "Sum")' },
    { "a number as columns", "grid.columns", "columnsPath: needs a list, got Number 3" },
    { "a text as context", "grid.cellPath", 'cellPath: needs an entity, got String "Dune"' },
  } do
    it("are reported: " .. case[1], function()
      local app = launch(case[1])
      local _ = app.screen.sections[1].rows[1].cells
      expect(app.diagnostics[1].code).to_be(case[2])
      expect(app.diagnostics[1].place).to_match("grid_app.lua:%d+$")
      expect(app.diagnostics[1].text).to_contain(case[3])
    end)
  end
end)

it("The label of a control is the title of its column", function()
  local app = launch("films", { now = "2020-01-31T12:00:00Z" }):tap("Edit")
  local _ = app.screen
  for _, case in ipairs { { "textbox", "Price" }, { "switch", "Seen" }, { "radiogroup", "Genre" } } do
    local element = app:byRole(case[1], { text = case[2], index = 1 })
    expect(element.label).to_be(case[2])
    expect(element.id).to_match("^cell:.*/control$")
  end
  expect(app.screen.sections[1].rows[1].cells[2]).to_match { role = "gridcell", label = "Price", value = "9.50" }
  expect(app.screen.sections[1].rows[1].cells[3].label).to_be("19")
end)

it("A tap on a cell starts at its row, as in a list, also with a contextPath", function()
  local app = launch("segues")
  app:cell("Emma", "Parent"):tap()
  expect(app.screen.title).to_be("Emma")
  expect(app:get("films[1]/note")).to_be("tapped")
end)

describe("The field that is edited", function()
  local function open(size, fields)
    local films = {}
    for i = 1, size do films[i] = { name = "Film " .. i, price = i, seen = fields[i] or false } end
    local app = launch("sparse", { fixture = { films = films } })
    local _ = app.screen.sections[1].rows[1].cells
    return app, function() return app:call("counts()") end
  end

  it("is on the screen", function()
    local app = open(3000, { [2500] = true })
    app:cell("Film 2500", "Genre"):type("Play")
    expect(app:dump()).to_match("Film 2500 │")
    app:doneKey()
    expect(app:get("films[2499]/genre")).to_be("Play")
  end)

  it("has a next one within the rows that a screen of a list holds", function()
    local app, counts = open(3000, { [1] = true, [100] = true, [2000] = true })
    local before = counts()
    app:cell("Film 1", "Code"):type("1")
    app:next()
    expect(app:cell("Film 1", "Genre").control.focused).to_be(true)
    app:next()
    expect(app:cell("Film 100", "Code").control.focused).to_be(true)
    app:next()
    expect(function() app:next() end).to_fail("is the last field")
    app:previous():previous()
    expect(app:cell("Film 1", "Genre").control.focused).to_be(true)
    expect(counts() - before < 200).to_be(true)
  end)
end)

it("Rows of a grid have the swipe actions of a list", function()
  local app = launch("films")
  app:row("Emma"):delete()
  expect(app:rows()).to_equal { "Dune", "Alien" }
  app:tap("Add")
  expect(#app:rows()).to_be(3)
end)

-- OKit's rules for cells and the sections of details.

local app

local function launch(options)
  options = options or {}
  options.arguments = { "book" }
  app = okit.launch("rules_app.lua", options)
end

describe("Date and picker cells", function()
  before_each(function() launch() end)

  local function fails(fn, message, hint)
    local ok, problem = pcall(fn)
    expect(ok).to_be(false)
    expect(problem.code).to_be("action.impossible")
    expect(problem.message).to_contain(message)
    expect(problem.hint).to_be(hint)
  end

  it("are disabled in edit mode until their row is selected", function()
    app:tap("Edit")
    for _, case in ipairs {
      { "Released", function(cell) cell:pick("2021-02-03") end, "cannot be picked" },
      { "Genre", function(cell) cell:choose("Romance") end, "cannot be chosen from" },
    } do
      local cell = app:cell(case[1])
      expect(cell.control.enabled).to_be(false)
      fails(function() case[2](cell) end, case[3] .. ": its row is not selected", "tap its row first")
      app:row(case[1]):tap()
      expect(app:row(case[1])).to_match { selected = true, height = 216 }
      expect(cell.control.enabled).to_be(true)
      case[2](cell)
      app:row(case[1]):tap()
      expect(cell.control.enabled).to_be(false)
    end
    expect(app:row("Released").detail).to_be("February 3, 2021")
    expect(app:row("Genre").detail).to_be("Romance")
  end)

  it("are closed by the selection of another row", function()
    app:tap("Edit")
    app:row("Released"):tap()
    app:row("Genre"):tap()
    expect(app:cell("Released").control.enabled).to_be(false)
    expect(app:cell("Genre").control.enabled).to_be(true)
  end)

  it("stay disabled if they are read-only", function()
    app:tap("Edit")
    app:row("Fixed"):tap()
    fails(function() app:cell("Fixed"):pick("2021-02-03") end, "it is read-only")
  end)

  it("show the formatted date and the chosen name without detailPath", function()
    for _, case in ipairs {
      { "Released", "January 31, 2020" }, { "At", "1/31/20, 8:05 AM" }, { "Hour", "8:05 AM" },
      { "Declared", "whenever" }, { "Genre", "Fantasy" }, { "Shelf", "Fantasy" },
    } do
      expect(app:row(case[1]).detail).to_be(case[2])
    end
    app:model().genres[1].name = "Tales"
    expect(app:row("Genre").detail).to_be("Tales")
    app:set("books[0]/genre", nil)
    app:set("books[0]/released", "2020-02-01T00:00:00Z")
    expect(app:row("Genre").detail).to_be(nil)
    expect(app:row("Released").detail).to_be("February 1, 2020")
  end)

  it("show the date in the language of the application", function()
    launch { locale = "de_DE" }
    expect(app:row("Released").detail).to_be("31. Januar 2020")
  end)

  it("give their mode as a text", function()
    for row, mode in pairs { Released = "date", At = "dateAndTime", Hour = "time", Declared = "dateAndTime" } do
      expect(app:cell(row).control.mode).to_be(mode)
    end
  end)
end)

describe("A row that is hidden by showDisplay", function()
  before_each(function() launch() end)

  it("is hidden in edit mode too without heightEdit and showEdit", function()
    expect(app.screen.sections[2].rows).to_have_count(0)
    app:tap("Edit")
    expect(app:rows(2)).to_equal { "With a height", "Shown while editing" }
  end)
end)

it("sectionHeaders and sectionFooters take precedence over a section's own", function()
  launch()
  local first, second = app.screen.sections[1], app.screen.sections[2]
  expect({ first.header, second.header }).to_equal { "First", "Own" }
  expect({ first.footer, second.footer }).to_equal { "Own footer", "Second" }
end)

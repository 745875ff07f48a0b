-- A detail uses the cells of one of its class that was left: what it shows is its own.
describe("A detail after another one of its class", function()
  local app

  local function launch(screen)
    app = okit.launch("reopened_app.lua", {
      arguments = { screen },
      fixture = {
        genres = { { id = "a", name = "Horror" }, { id = "b", name = "Comedy" } },
        films = {
          {
            title = "Alien", year = 1979, seen = true, state = "old", genre = "a", released = okit.day "1979-05-25",
            page = "https://example.com/alien",
          },
          {
            title = "Brazil", year = 1985, state = "new", genre = "b", released = okit.day "1985-02-20",
            page = "https://example.com/brazil",
          },
        },
      },
    })
  end
  before_each(function() launch("film") end)

  local function shown()
    local values = { app.screen.title, app.screen.subtitle, app.screen.right[2].title, app.screen.right[2].enabled }
    for _, section in ipairs(app.screen.sections) do
      values[#values + 1] = section.header
      values[#values + 1] = section.footer
      for _, row in ipairs(section.rows) do
        values[#values + 1] = row.text
        values[#values + 1] = row.detail
        if row.control then values[#values + 1] = row.control.value end
        if row.button then values[#values + 1] = row.button.title end
      end
    end
    return values
  end

  local function open(name)
    app:row(name):tap()
    local values = shown()
    app:tap "Edit"
    local editing = shown()
    app:tap "Done"
    return values, editing
  end

  it("shows its own values in both modes, as in a new application", function()
    local values, editing = open "Brazil"
    launch("film")
    open "Alien"
    app:back()
    local again, editingAgain = open "Brazil"
    expect(again).to_equal(values)
    expect(editingAgain).to_equal(editing)
    app:back()
    open "Alien"
    expect(shown()[1]).to_be "Alien"
    expect(app:rows "Genre").to_equal { "Horror" }
  end)

  it("runs functions of bindings again, and explains what it has read itself", function()
    app:row("Alien"):tap()
    app:set("films[0]/year", 1980)
    expect(app:row("Function").detail).to_be "Alien 1980"
    local runs = app:model():functionRuns()
    app:back()
    app:row("Brazil"):tap()
    expect(app:row("Function").detail).to_be "Brazil 1985"
    expect(app:model():functionRuns()).to_be(runs + 1)
    expect(app:why(app:row "Function", "detail")).to_match {
      runs = 1, cause = nil, reads = { "/films/1/title", "/films/1/year" },
    }
    app:back()
    app:row("Alien"):tap()
    expect(app:row("Function").detail).to_be "Alien 1980"
    expect(app:model():functionRuns()).to_be(runs + 2)
    app:set("films[0]/year", 1981)
    expect(app:why(app:row "Function", "detail")).to_match { runs = 2, cause = "/films/0/year" }
  end)

  it("explains only what it has shown itself", function()
    local function names()
      local list = {}
      for _, report in ipairs(app:why(app:row { section = 1, index = 2 })) do list[#list + 1] = report.property end
      return list
    end
    app:row("Alien"):tap()
    app:tap "Edit"
    expect(names()).to_equal { "detailPath", "editPath" }
    app:tap "Done"
    app:back()
    app:row("Brazil"):tap()
    expect(names()).to_equal { "detailPath" }
  end)

  it("follows its own entity and no other", function()
    app:row("Alien"):tap()
    app:back()
    app:row("Brazil"):tap()
    app:set("films[0]/title", "Aliens")
    expect(app:cell("Title").control.value).to_be "Brazil"
    app:set("films[1]/title", "Brazil!")
    expect(app:cell("Title").control.value).to_be "Brazil!"
    app:tap "Edit"
    app:cell("Title"):type "Brasil"
    app:cell("Seen"):set(true)
    app:cell("State"):choose "old"
    expect(app:get "films[1]").to_match { title = "Brasil", seen = true, state = "old" }
    expect(app:get "films[0]").to_match { title = "Aliens", seen = true, state = "old" }
  end)

  it("taps the buttons of its own rows", function()
    app:row("Alien"):tap()
    app:row("Button"):accessory()
    expect(app:model().tapped).to_be "Alien"
    app:back()
    app:row("Brazil"):tap()
    app:row("Button"):accessory()
    expect(app:model().tapped).to_be "Brazil"
  end)

  it("has no selected row and no input of the other one", function()
    app:row("Alien"):tap()
    app:tap "Edit"
    app:row("Released"):tap()
    expect(app:row("Released").selected).to_be(true)
    app:back()
    app:row("Brazil"):tap()
    app:tap "Edit"
    expect(app:row("Released").selected).to_be(false)
    launch("form")
    app:row("Alien"):tap()
    app:tap "Edit"
    app:cell("Year"):type "-1"
    app:doneKey()
    expect(app:cell("Year"):error() ~= nil).to_be(true)
    app:back()
    app.alert:tap "Discard"
    app:row("Brazil"):tap()
    app:tap "Edit"
    expect(app:cell("Year").control.value).to_be "1985"
    expect(app:cell("Year"):error()).to_be(nil)
  end)
end)

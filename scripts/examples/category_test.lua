describe("Category", function()
  local app
  before_each(function()
    app = okit.launch "category.lua"
    app:row("Swift File"):tap()
  end)

  it("shows every kind of control", function()
    expect(app:dump()).to_match_snapshot "category"
  end)

  it("reads the values back when editing ends", function()
    app:cell("Name"):type "Lua File"
    expect(app:model().categories[1].name).to_be "Swift File"
    app:next()
    expect(app:model().categories[1].name).to_be "Lua File"
    expect(app.screen.title).to_be "Category: Lua File"
  end)

  it("needs a name", function()
    app:cell("Name"):type ""
    app:doneKey()
    expect(app:cell("Name"):error()).to_be "Please enter a valid value for Name."
    expect(app:model().categories[1].name).to_be "Swift File"
  end)

  it("colors the label as it changes", function()
    expect(app:cell("Label")).to_match { color = "#ff9300" }
    app:cell("Label"):tap()
    app:cell("Label"):choose "violet"
    expect(app:cell("Label")).to_match { color = "#9437ff" }
  end)

  it("enables the text fields with a switch", function()
    expect(app:cell("Address").control.enabled).to_be(false)
    app:cell("Use"):choose "web"
    expect(app:cell("Address").control.enabled).to_be(true)
    app:cell("Enabled"):set(false)
    expect(app:cell("Address").control.enabled).to_be(false)
    expect(app:cell("Description").control.enabled).to_be(false)
  end)

  it("counts while a slider moves", function()
    app:cell("Percentage"):set(50)
    expect(app:row("Worth")).to_match { detail = "$500.00" }
    expect(app:cell("Done").control.value).to_be(50)
  end)
end)

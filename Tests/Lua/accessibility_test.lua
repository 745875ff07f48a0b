-- Roles, labels, values and identifiers, and the locators that use them.
describe("Elements", function()
  local app
  before_each(function() app = okit.launch("views_app.lua") end)

  it("are found by role and label", function()
    app:byRole("button", "Trash"):tap()
    expect(app:model().taps).to_be(1)
    expect(app:byRole("row", "Dune book")).to_match {
      label = "Dune book", role = "row", identifier = "dune", enabled = true,
    }
    expect(app:byRole("heading").label).to_be("Books")
    app:byRole("searchbox"):type("du")
    expect(app:rows()).to_equal { "Dune" }
    expect(app:byRole("searchbox").value).to_be("du")
  end)

  it("are found by label and identifier", function()
    app:byIdentifier("about"):tap()
    expect(app.screen.name).to_be("about")
    app:byIdentifier("counter"):tap()
    app:byLabel("Share"):tap()
    expect(app:model().taps).to_be(2)
    app:back():byIdentifier("dune"):tap()
    expect(app.screen.title).to_be("Dune by okit")
  end)

  it("are the controls of rows", function()
    app:row("Emma"):tap():tap("Edit")
    local switch = app:byRole("switch", "Marked")
    expect(switch).to_match { value = "off", enabled = true, id = app:cell("Marked").control.id }
    switch:tap()
    expect(switch.value).to_be("on")
    expect(app:byIdentifier("mark").role).to_be("switch")
    app:byLabel("Name"):type("Persuasion")
    expect(app:byRole("textbox")).to_match { label = "Name", value = "Persuasion", hint = "The name of the book" }
    app:byRole("slider"):slide(7)
    app:byRole("radiogroup"):choose("Poem")
    expect(app:model().books[1]).to_match { name = "Persuasion", price = 7, kind = 1 }
    expect(app:cell("Kind").control).to_match { role = "radiogroup", label = "Kind" }
    expect(app:row("Year")).to_match { role = "row", label = "Year", value = "1965" }
  end)

  it("are the parts of dialogs", function()
    app:row("Dune"):delete()
    expect(app.alert).to_match { role = "alertdialog", label = "Confirm Deletion" }
    expect(app.alert.actions[1]).to_match { role = "button", label = "Yes" }
    app:byRole("button", "No"):tap()
    expect(app:rows()).to_have_count(2)
  end)

  it("have strict locators", function()
    expect(function() app:byRole("buton") end).to_fail('unknown role "buton".*did you mean "button"')
    expect(function() app:byRole("button", "Trahs") end).to_fail('no button matches "Trahs".*available: "Trash"')
    expect(function() app:byRole("button") end).to_fail("matches %d+ elements: button")
    expect(function() app:byIdentifier("abuot") end).to_fail('did you mean "about"')
    expect(function() app:byRole("button", "Trash"):type("x") end).to_fail("it is a button")
    expect(function() return app:byLabel("Dune book").lable end).to_fail('did you mean "label"')
    local trash = app:byRole("button", "Trash")
    app:row("Dune"):tap()
    expect(function() trash:tap() end).to_fail("no longer on")
  end)
end)

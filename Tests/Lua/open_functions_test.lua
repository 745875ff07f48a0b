-- Functions of OKit that a script overrides to follow a screen and its parts.
local app
local function launch(screen) app = okit.launch("open_functions_app.lua", { arguments = { screen } }) end
local function lines() return app:call("takeLines()") end
local function titles(bar)
  local found = {}
  for _, button in ipairs(app.screen[bar]) do found[#found + 1] = button.title end
  return table.concat(found, " ")
end

describe("update", function()
  local all = "update, updateData, updateUI, updateHeader, updatePrompt, updateBarButtonItems, updateTable"

  it("calls the functions of the data, the header and the rows", function()
    launch "updates"
    expect(lines()).to_be(all)
    app:set("title", "Movies")
    expect(lines()).to_be(all)
    app:tap("Dune"):back()
    expect(lines()).to_be(all)
  end)

  it("runs for a function that it calls through others", function()
    launch "lower"
    expect(lines()).to_be("updatePrompt")
    app:set("films[0]/name", "Dune 2")
    expect(lines()).to_be("updatePrompt")
  end)
end)

describe("handle functions", function()
  it("run after setup, and when their property changes", function()
    launch "handles"
    expect(lines()).to_be("handleEdit, handleAdd, handleSearch, handleRefresh, handleHelp")
    app:set("canAdd", false)
    expect(lines()).to_be("handleAdd")
    expect(titles "right").to_be("Edit")
    app:set("canEdit", false)
    expect(lines()).to_be("handleEdit")
    expect(titles "right").to_be("")
    app:set("canSearch", false)
    expect(lines()).to_be("handleSearch")
    expect(app.screen.search).to_be(nil)
    app:set("title", "Movies")
    expect(lines()).to_be("")
    app:set("canAdd", true)
    expect(titles "right").to_be("Add")
  end)

  it("leave a part out without the inherited function", function()
    launch "without"
    expect(titles "right").to_be("")
    expect(app.screen.search).to_be(nil)
    expect(app.screen.refresh).to_be(false)
    expect(function() app:refresh() end).to_fail("cannot be refreshed")
  end)
end)

describe("Edit mode", function()
  it("is switched by setEditing, which calls clearSelection and updateEdit", function()
    launch "editing"
    app:tap("Edit")
    expect(app.screen.editing).to_be(true)
    expect(lines()).to_be("setEditing, clearSelection, updateSelection, updateEdit")
    app:tap("Done")
    expect(app.screen.editing).to_be(false)
    expect(lines()).to_be("setEditing, clearSelection, updateSelection, updateEdit")
  end)

  it("stays as it is if setEditing does not call the inherited function", function()
    launch "guarded"
    app:set("canEdit", false)
    app:tap("Edit")
    expect(app.screen.editing).to_be(false)
    app:set("canEdit", true)
    app:tap("Edit")
    expect(app.screen.editing).to_be(true)
  end)

  it("is switched by setEditing for a new entity, too", function()
    launch "opensInEditing"
    app:tap("Add")
    app.alert:type("Charade"):tap("OK")
    expect(app.screen.editing).to_be(true)
    expect(app.stack).to_equal { "opensInEditing", "film" }
    expect(lines()).to_be("setEditing, clearSelection, updateSelection, updateEdit")
  end)

  it("follows which row is selected", function()
    launch "opensInEditing"
    app:tap("Dune"):tap("Edit")
    lines()
    app:row("Day"):tap()
    expect(app:row("Day").selected).to_be(true)
    expect(lines()).to_be("updateSelection")
    app:row("Day"):tap()
    expect(app:row("Day").selected).to_be(false)
    expect(lines()).to_be("clearSelection, updateSelection")
  end)
end)

describe("prepare", function()
  it("follows a segue, and may choose another entity", function()
    launch "prepared"
    app:tap("Dune")
    expect(lines():gsub(", .*", "")).to_be("prepare film push false Dune")
    expect(app.screen.title).to_be("Dune")
    app:back()
    app:model().other = app:model().films[3]
    app:tap("Dune")
    expect(app.screen.title).to_be("Brazil")
  end)

  it("must return an entity or nil", function()
    launch "unprepared"
    app:tap("Dune")
    expect(app.screen.title).to_be("Dune")
    expect(app.diagnostics[1].code).to_be("controller.result")
  end)
end)

describe("A list", function()
  it("calls setData after a change of its rows", function()
    launch "data"
    app:row("Dune"):delete()
    expect(lines()).to_be("setData")
    app:tap("Add")
    expect(lines()).to_be("setData")
    app:tap("Edit"):row("Brazil"):move(1)
    expect(lines()).to_be("setData")
  end)

  it("calls didTapAccessoryButton for its buttons", function()
    launch "data"
    app:row("Dune"):accessory()
    expect(lines()).to_be("didTapAccessoryButton, onAccessoryTap")
    expect(app:get("films[0]/seen")).to_be(true)
  end)

  it("asks heightForCell for heights", function()
    launch "heights"
    expect(#app:rows()).to_be(2)
    expect(app:row("Dune").height).to_be(nil)
    app:set("isTall", true)
    expect(app:row("Dune").height).to_be(80)
    expect(app:row("Alien").height).to_be(nil)
  end)
end)

describe("Rows of a list", function()
  local function actions(name)
    local row = app:row(name)
    return table.concat(row.leading, " ") .. "|" .. table.concat(row.trailing, " ")
  end

  it("have swipe actions only if they can be edited", function()
    launch "swipes"
    expect(actions "Dune").to_be("See|Delete More...")
    app:row("Dune"):quick()
    expect(actions "Dune").to_be("|")
    expect(actions "Alien").to_be("See|Delete More...")
    app:set("canEdit", false)
    expect(actions "Alien").to_be("|")
    expect(function() app:row("Alien"):quick() end).to_fail("no quick action")
    expect(function() app:row("Alien"):more() end).to_fail("no more actions")
  end)

  it("have the quick action of the list, or their own", function()
    launch "quick"
    expect(actions "Dune").to_be("Dune|Delete More...")
    app:set("films[0]/name", "Dune 2")
    expect(app.screen.sections[1].rows[1].leading).to_equal { "Dune 2" }
    expect(app.screen.sections[1].rows[1].leadingImage).to_be("star")
    launch "quickOfList"
    expect(actions "Dune").to_be("Films|Delete More...")
    expect(#app.diagnostics).to_be(0)
  end)
end)

it("Scopes are shown in the language, and compared by their words", function()
  app = okit.launch("open_functions_app.lua", { arguments = { "scopes" }, locale = "de_DE" })
  expect(app.screen.search.scopes).to_equal { "Alle", "Fertig", "Bearbeiten", "Add" }
  app:set("films[0]/name", "Done")
  app:filter("Fertig")
  expect(#app:rows()).to_be(1)
end)

it("invalidate tells the open screens", function()
  launch "teller"
  app:tap("Dune")
  app:set("films[0]/year", 2001)
  expect(lines()).to_be("refresh Dune year")
  app:call("tell()")
  expect(lines()).to_be("refresh Dune name")
  app:call("tellAll()")
  expect(lines()).to_be("refresh Dune nil")
end)

describe("A selection", function()
  it("follows what is selected, and closes by refreshState", function()
    launch "opener"
    app:tap("Several")
    expect(lines()).to_be("handleClear, handleClose, updateSelection")
    app:tap("Dune")
    expect(lines()).to_be("updateSelection, setSelectionData, refreshState")
    expect(app.stack).to_equal { "opener" }
    app:tap("Several"):tap("Clear")
    expect(app.stack).to_equal { "opener" }
  end)

  it("stays open if refreshState does not call the inherited function", function()
    launch "opener"
    app:tap("Kept"):tap("Dune")
    expect(app:get("one/refKey")).to_be("dune")
    expect(lines()).to_be("refreshState")
    expect(app.stack).to_equal { "opener", "kept" }
    expect(titles("right"):find("Clear")).to_be(nil)
  end)
end)

describe("Functions of cells", function()
  it("decide about the accessory, the control and edit mode", function()
    launch "cells"
    expect(app:row("Title").accessory).to_be("checkmark")
    expect(app:row("Title").detail).to_be(nil)
    app:set("canAdd", false)
    expect(app:row("Title").accessory).to_be("none")
    app:set("canSearch", false)
    expect(app:row("Title").control).to_be(nil)
    app:tap("Edit")
    expect(app:row("Title").control.value).to_be("Films")
    expect(app:row("Title").detail).to_be("editing")
  end)

  it("give the images of a slider and the mode of a picker", function()
    launch "cells"
    expect(app:cell("Year").control.minImage).to_be("old")
    expect(app:cell("Year").control.maxImage).to_be(nil)
    expect(app:cell("Day").control.mode).to_be("date")
    app:set("canAdd", false)
    expect(app:cell("Day").control.mode).to_be("dateAndTime")
  end)
end)

describe("Functions of views", function()
  it("assign what labels, buttons and bar buttons show", function()
    launch "views"
    local views = app.screen.views
    expect(views[1].text).to_be("Films of views: 3")
    expect(views[2]).to_match { text = "Mark Films", image = "star", enabled = true }
    expect(app.screen.right[2].title).to_be("Bar Films")
    app:tap("Mark Films")
    expect(app.screen.views[2].text).to_be("Mark Films!")
    app:set("canEdit", false)
    expect(app.screen.views[2].enabled).to_be(false)
    expect(app.screen.right[2].enabled).to_be(false)
    expect(app.diagnostics[1]).to_match { code = "view.field" }
  end)

  it("show and hide the help", function()
    launch "views"
    app:tap("?")
    expect(lines()).to_be("show")
    expect(app.screen.helpTitle).to_be("About Films")
    app:tap("?")
    expect(lines()).to_be("hide")
    expect(app.screen.help).to_be(nil)
    expect(app.diagnostics[1]).to_match { code = "view.field" }
  end)
end)

it("okit.Model.restoreState unprotects", function()
  launch "updates"
  lines()
  app:call("unprotect()")
  expect(lines():match("unprotect")).to_be("unprotect")
end)

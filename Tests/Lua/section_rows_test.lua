-- luacheck: globals okit describe it expect before_each
-- Sections of a form with the rows of collections, and the field that adds.
local app

local function texts(rows)
  local result = {}
  for i, row in ipairs(rows) do result[i] = row.text or "-" end
  return table.concat(result, ",")
end

-- The texts of the rows of a section as the screen has them, also of what adds.
local function section(header)
  for _, one in ipairs(app.screen.sections) do
    if one.header == header then return texts(one.rows) end
  end
end

-- The names of the lines of the order, the texts of its notes, or the names of the items of the shop.
local function names(path)
  local shop = app:snapshot()
  local list = path == "items" and shop.items or shop.orders[1][path]
  local result = {}
  for i, one in ipairs(list or {}) do result[i] = one.name or one.text end
  return table.concat(result, ",")
end

describe("a section with dataPath", function()
  before_each(function() app = okit.launch "section_rows_app.lua" end)

  it("shows the rows of its collection beside cells", function()
    expect(app:rows()).to_equal { "Customer", "Notes", "Pen", "Ink", "Cup", "Note", "Total" }
    expect(section "Lines").to_be("Pen,Ink,Cup,-")
    expect(app:row("Ink", { section = "Lines" }).detail).to_be("30")
    expect(app:cell("Total").detail).to_be("50")
    expect(app:dump()).to_match_snapshot()
  end)

  it("changes only the row that has changed", function()
    local ids = {}
    for _, row in ipairs(app.screen.sections[2].rows) do ids[#ids + 1] = row.id end
    app:set("orders[0]/lines[1]/count", 5)
    for i, row in ipairs(app.screen.sections[2].rows) do expect(row.id).to_be(ids[i]) end
    expect(app:row("Ink").detail).to_be("50")
    expect(app:cell("Total").detail).to_be("70")
  end)

  it("runs the actions of its rows with the form as the controller", function()
    app:row("Pen"):tap()
    expect(app.screen.name).to_be("line")
    expect(app:get("tapped")).to_be("Pen on order of 1001")
    app:back()
    app:row("Ink"):quick()
    expect(app:get("orders[0]/lines[1]/count")).to_be(6)
    app:row("Pen"):swipe "leading"
    expect(app:get("orders[0]/lines[0]/count")).to_be(2)
    app:row("Pen"):more "Close"
    expect(app:get("orders[0]/lines[0]/open")).to_be(false)
    expect(function() app:row("Pen"):more "Close" end).to_fail("Close")
    expect(function() app:row("Customer"):quick() end).to_fail("has no quick action")
  end)

  it("deletes after a confirmation", function()
    expect(function() app:row("Cup"):delete() end).to_fail("cannot be deleted")
    app:row("Ink"):delete()
    app.alert:tap "No"
    expect(names "lines").to_be("Pen,Ink,Cup")
    app:row("Ink"):delete()
    app.alert:tap "Yes"
    expect(names "lines").to_be("Pen,Cup")
    expect(app:cell("Total").detail).to_be("20")
    app:undo()
    expect(names "lines").to_be("Pen,Ink,Cup")
    app:row("Note"):swipe "trailing"
    expect(#names "notes").to_be(0)
  end)

  it("adds with the button of its section", function()
    app:tap "New Line"
    app.alert:type "Mug":tap "OK"
    expect(app.screen.name).to_be("line")
    expect(app.screen.editing).to_be(true)
    app:back()
    expect(names "lines").to_be("Pen,Ink,Cup,Mug")
    app:undo()
    expect(names "lines").to_be("Pen,Ink,Cup")
  end)

  it("moves and selects rows in edit mode", function()
    expect(function() app:row("Cup"):move(1) end).to_fail("edit mode")
    app:tap "Edit"
    app:row("Cup"):move(1)
    expect(names "lines").to_be("Cup,Pen,Ink")
    app:row("Cup"):move(3)
    expect(names "lines").to_be("Pen,Ink,Cup")
    app:row("Ink"):select()
    expect(app:get("orders[0]/lines[1]/marked")).to_be(true)
    app:row("Ink"):tap()
    expect(app:get("orders[0]/lines[1]/marked")).to_be(false)
    expect(app:row("Pen").trailing).to_equal { "Delete", "More..." }
  end)

  it("edits fields in its rows", function()
    app:tap "Edit"
    app:cell("Customer"):type "Grace"
    app:cell("Note"):type "Handle with care"
    -- The editing of the field before has ended.
    expect(app:get("orders[0]/customer")).to_be("Grace")
    app:doneKey()
    expect(app:get("orders[0]/notes[0]/text")).to_be("Handle with care")
  end)

  it("closes and changes the screen in its own functions", function()
    app:row("Pen"):more "Remove all"
    expect(section "Lines").to_be("-")
    expect(app:cell("Total").detail).to_be("0")
    app = okit.launch "section_rows_app.lua"
    app:tap "Again"
    expect(#app.stack).to_be(2)
    app:row("Pen"):more "Leave"
    expect(#app.stack).to_be(1)
    app:set("orders[0]/showsNotes", false)
    expect(section "Notes").to_be(nil)
    expect(function() app:cell "New note" end).to_fail("New note")
  end)

  it("is found by number, section, role and identifier", function()
    app:row(4):quick()
    expect(app:get("orders[0]/lines[1]/count")).to_be(6)
    expect(app:row({ section = "Lines", index = 3 }).text).to_be("Cup")
    expect(#app:rows("Lines")).to_be(3)
    app:byRole("button", "New Line"):tap()
    app.alert:tap "Cancel"
    local id = app:row("Ink").id
    expect(id).to_match("^entity:%d+%.%d+:1$")
    expect(app:why(app:row "Ink", "detail").value).to_be("60")
  end)

  it("shows the lines of another order when the form gets one", function()
    app:set("orders", {
      { number = "1", customer = "A", lines = { { name = "X" } } }, { number = "2", customer = "B" },
    })
    expect(section "Lines").to_be("X,-")
  end)
end)

describe("a long form", function()
  local function long()
    local lines = {}
    for i = 1, 1000 do lines[i] = { name = "Line " .. i } end
    local order = { number = "1", customer = "Ada", lines = lines }
    app = okit.launch("section_rows_app.lua", { fixture = { orders = { order } } })
  end

  it("holds a window of its rows", function()
    long()
    local screen = app.screen
    expect(screen.total).to_be(1003)
    expect(screen.from).to_be(0)
    expect(#screen.sections).to_be(2)
    expect(#screen.sections[2].rows).to_be(98)
    expect(app:row("Line 900").text).to_be("Line 900")
    expect(app:cell("Total").detail).to_be("10000")
    expect(app:row(1003).text).to_be("Total")
    expect(app:row(502).text).to_be("Line 500")
    app:row("Line 900"):quick()
    expect(app:get("orders[0]/lines[899]/count")).to_be(2)
    app:cell("New note"):type "End"
    app:doneKey()
    expect(app:get("orders[0]/notes[0]/text")).to_be("End")
    app:tap "New Line"
    app.alert:type "Last":tap "OK"
    app:back()
    expect(app:get("orders[0]/lines[1000]/name")).to_be("Last")
    app:tap "Edit"
    app:row("Last"):move(1)
    expect(app:get("orders[0]/lines[0]/name")).to_be("Last")
    app:row("Last"):move(1000)
    expect(app:get("orders[0]/lines[999]/name")).to_be("Last")
  end)
end)

describe("addField", function()
  local function enter(cell, text)
    app:cell(cell):type(text)
    app:doneKey()
  end

  it("adds to a section, keeps the focus, and is no row of the data", function()
    app = okit.launch "section_rows_app.lua"
    enter("New note", "  Two words ")
    expect(names "notes").to_be("Two words,Fragile")
    local field = app:cell("New note")
    expect(field.control.value).to_be("")
    expect(field.control.focused).to_be(true)
    expect(app:cell("text").control.placeholder).to_be("New note")
    app:doneKey()
    enter("New note", "   ")
    expect(names "notes").to_be("Two words,Fragile")
    app:cell("New note"):type "dropped"
    app:cancelKey()
    expect(app:cell("New note").control.value).to_be("")
    app:tap "Edit"
    app:cell("New note"):type "x"
    app:cell("Customer"):type "Bob"
    expect(app:cell("New note").control.focused).to_be(nil)
    expect(app:cell("New note").control.value).to_be("x")
    app:undo()
  end)

  it("keeps the input of a field whose function removes the row that the user acts on", function()
    for _, act in ipairs {
      function(row) row:quick() end, function(row) row:delete() end, function(row) row:tap() end,
    } do
      app = okit.launch "section_rows_app.lua"
      app:tap "Edit"
      app:cell("Customer"):type "Nobody"
      act(app:row "Pen")
      expect(app:get "orders[0]/customer").to_be "Nobody"
      expect(app:get "orders[0]/lines.@count").to_be(0)
      expect(app.alert).to_be(nil)
      expect(app.diagnostics).to_equal {}
    end
  end)

  it("adds to a list at the top", function()
    app = okit.launch "section_rows_app.lua"
    app:tap "Items"
    expect(app:rows()).to_equal {}
    expect(function() app:doneKey() end).to_fail("has the focus")
    for _, name in ipairs { "Milk", "Bread" } do enter("Name", name) end
    expect(app:rows()).to_equal { "Bread", "Milk" }
    expect(app:row(1).text).to_be("Bread")
    expect(app:cell("name").control.focused).to_be(true)
    app:cell("Name"):type "Tea"
    app:row("Milk"):tap()
    expect(app:cell("Name").control.focused).to_be(nil)
    app:tap "Edit"
    app:row("Milk"):move(1)
    expect(app:rows()).to_equal { "Milk", "Bread" }
    app:row("Bread"):move(1)
    expect(app:rows()).to_equal { "Bread", "Milk" }
    expect(app:dump()).to_match_snapshot()
  end)

  it("adds to a sorted and grouped list", function()
    app = okit.launch "section_rows_app.lua"
    app:tap "Sorted"
    for _, name in ipairs { "Milk", "Bread" } do enter("Name", name) end
    expect(app:rows()).to_equal { "Bread", "Milk" }
    expect(#app.screen.sections).to_be(2)
    expect(app.screen.sections[2].rows[1].id).to_be("add:0")
    app:undo()
    expect(app:rows()).to_equal { "Milk" }
    expect(app:get("items[0]/name")).to_be("Milk")
  end)
end)

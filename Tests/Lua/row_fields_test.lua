-- luacheck: globals okit describe it expect
-- Fields in the rows of a section are edited as the own fields of a form or detail.
local app

local function open(name, options)
  app = okit.launch("row_fields_app.lua", options)
  app:tap(name)
end

local function log() return app:get("order/log") end
local function count(index) return app:get("order/lines[" .. index .. "]/count") end

local function focused()
  for _, section in ipairs(app.screen.sections) do
    for _, row in ipairs(section.rows) do
      if row.control and row.control.focused then return row.text or row.control.placeholder end
    end
  end
end

describe("a field in a row of a form", function()
  it("holds its input until its editing ends", function()
    open "form"
    app:cell("Pen"):type "5"
    expect(count(0)).to_be(1)
    expect(app:cell("Pen").control.focused).to_be(true)
    app:cell("Customer"):type "Grace"
    expect(count(0)).to_be(5)
    expect(log()).to_be("ended Pen;")
    app:cell("Ink"):type "6"
    expect(app:get("order/customer")).to_be("Grace")
    app:doneKey()
    expect(count(1)).to_be(6)
    expect(log()).to_be("ended Pen;ended Ink;")
  end)

  it("keeps an invalid text with its message, and the screen", function()
    open "form"
    for _, text in ipairs { "100", "many" } do
      app:cell("Cup"):type(text)
      app:doneKey()
      expect(app:cell("Cup").control.value).to_be(text)
      expect(app:cell("Cup"):error()).to_be("Please enter a valid value for Cup.")
      expect(app:title().subtitle).to_be("invalid")
      app:back()
      expect(app.alert.title).to_be("Invalid Input")
      app.alert:tap "Cancel"
      app:submit()
      expect(app.alert.message).to_be("Please enter a valid value for Cup.")
      app.alert:tap "OK"
    end
    expect(count(2)).to_be(1)
    expect(log()).to_match("^ended invalid Cup;")
    app:cell("Cup"):type "9"
    expect(app:title().subtitle).to_be("valid")
    app:submit()
    expect(count(2)).to_be(9)
    app:back()
    expect(app.screen.name).to_be("home")
  end)

  it("runs onCancelEdit when the editing is cancelled", function()
    open "form"
    app:cell("Pen"):type "5"
    app:cancelKey()
    expect(log()).to_be("cancelled Pen;")
    expect(count(0)).to_be(1)
    expect(focused()).to_be(nil)
  end)

  it("has the focus at the start if it says so", function()
    open "form"
    expect(focused()).to_be("Ink")
    app:next()
    expect(focused()).to_be("Cup")
  end)

  it("takes part in the order of the fields", function()
    open "form"
    app:cell("Customer"):type "Grace"
    local order = {}
    for i = 1, 4 do
      app:next()
      order[i] = focused()
    end
    expect(order).to_equal { "Pen", "Ink", "Cup", "Number" }
    expect(function() app:next() end).to_fail("is the last field")
    for i = 1, 4 do
      app:previous()
      order[i] = focused()
    end
    expect(order).to_equal { "Cup", "Ink", "Pen", "Customer" }
  end)

  it("is the next one after the field that adds, above or below the rows", function()
    for _, case in ipairs { { "adding", "Customer", "Pen" }, { "appending", "Cup", "Number" } } do
      for step, expected in ipairs { case[2], case[3] } do
        open(case[1])
        app:cell("New"):type "x"
        if step == 1 then app:previous() else app:next() end
        expect(focused()).to_be(expected)
      end
    end
  end)

  it("may lose its row by its own function, or by another one", function()
    open "form"
    app:cell("Pen"):type "13"
    app:doneKey()
    expect(app:rows("Lines")).to_equal { "Ink", "Cup" }
    app:cell("Ink"):type "13"
    app:cell("Cup"):type "4"
    expect(app:rows("Lines")).to_equal { "Cup" }
    app:set("order/lines", {})
    expect(app:rows("Lines")).to_equal {}
    app:cell("Number"):type "7"
    app:doneKey()
    expect(app:get("order/number")).to_be("7")
    expect(app.diagnostics).to_equal {}
  end)

  -- How the row of an invalid text goes, of the first row.
  local removals = {
    { "a person who deletes it", "form", function() app:row("Pen"):delete() end },
    { "a change of the collection", "form", function() app:set("order/lines", {}) end },
    -- The first step is what the end of the editing has written.
    { "undo", "adding", function()
      app:undo()
      app:undo()
    end },
    { "a function of another field", "form", function()
      app:cell("Ink"):type "16"
      app:doneKey()
    end },
  }

  it.each(removals)("does not count for valid() once its row is removed by %s", function(_, name, remove)
    open(name)
    if name == "adding" then
      app:cell("New"):type "Pad"
      app:doneKey()
    end
    app:cell(name == "adding" and "Pad" or "Pen"):type "many"
    app:doneKey()
    expect(app:title().subtitle).to_be "invalid"
    remove()
    expect(app:title().subtitle).to_be "valid"
    app:submit()
    expect(app.alert).to_be(nil)
    expect(app.diagnostics).to_equal {}
  end)

  it("keeps its input in a long collection while other rows are shown", function()
    local lines = {}
    for i = 1, 1000 do lines[i] = { name = "Line " .. i } end
    open("form", { fixture = { order = { lines = lines } } })
    app:cell("Line 900"):type "many"
    for i = 1, 9 do expect(app:row("Line " .. 100 * i).text).to_be("Line " .. 100 * i) end
    app:cell("Number"):type "2"
    expect(app:cell("Line 900"):error()).not_to_be(nil)
    expect(app:cell("Line 900").control.value).to_be("many")
  end)
end)

describe("a form that the end of the editing leaves", function()
  -- What ends the editing and leaves, what a user does by that, and what is written and has run.
  local function number() return app:get "order/number" end
  local cases = {
    { "form", "Pen", "14", function() app:cell("Ink"):type "6" end, { count, 1, 6 } },
    { "form", "Pen", "15", function() app:cell("Ink"):type "6" end, { count, 1, 6 } },
    { "form", "Pen", "15", function() app:cell("Ink"):type "15" end, { count, 1, 15 } },
    { "form", "Pen", "15", function() app:next() end, { count, 1, 1 } },
    { "form", "Pen", "15", function() app:cell("Ink"):tap() end, { count, 1, 1 } },
    { "form", "Pen", "15", function() app:cell("Number"):type "7" end, { number, nil, "7" } },
    { "detail", "Customer", "back", function() app:cell("Number"):tap() end, { number, nil, "1001" } },
    { "form", "Customer", "back", function() app:cell("Number"):type "7" end, { number, nil, "7" } },
    { "form", "Customer", "back", function() app:cell("Ink"):type "15" end, { count, 1, 15 } },
    { "form", "Customer", "back", function() app:next() end, { count, 0, 1 } },
    { "form", "Number", "7", function()
      app:set("order/customer", "back")
      app:previous()
    end, { number, nil, "7" } },
    { "form", "Customer", "back", function() app:cell("Urgent"):set(true) end,
      { function() return app:get "order/urgent" end, nil, true } },
  }

  it.each(cases)("writes what is entered next, and edits no other field: %s %s = %s", function(
    name, field, text, go_on, written
  )
    open(name)
    app:cell(field):type(text)
    go_on()
    expect(app.stack).to_equal { "home" }
    expect(written[1](written[2])).to_be(written[3])
    expect(log()).to_be(field == "Pen" and "ended Pen;" or "")
    expect(app.diagnostics).to_equal {}
  end)
end)

describe("a field in a row of a detail", function()
  it("writes at once, and has the functions at its end", function()
    open "detail"
    expect(focused()).to_be("Ink")
    app:cell("Pen"):type "5"
    expect(count(0)).to_be(5)
    expect(log()).to_be("")
    app:cell("Customer"):type "Grace"
    expect(log()).to_be("ended Pen;")
    app:cell("Pen"):type "100"
    expect(app:cell("Pen"):error()).not_to_be(nil)
    app:cell("Pen"):type "6"
    expect(app:cell("Pen"):error()).to_be(nil)
    expect(count(0)).to_be(6)
  end)
end)

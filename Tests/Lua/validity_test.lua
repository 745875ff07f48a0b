-- `valid()` in the bindings of a form, and input that is not valid and whose property something else writes.
local app

local function launch(case, options)
  app = okit.launch("validity_app.lua", { arguments = { case } })
  if not options then app:cell("Customer"):type("Emma"):doneKey() end
  return app
end

local function is_valid() return app.screen.right[1].enabled end

local function messages()
  local list = {}
  for _, line in ipairs(app.log) do list[#list + 1] = line.message end
  return list
end

local function codes()
  local list = {}
  for _, diagnostic in ipairs(app.diagnostics) do list[#list + 1] = diagnostic.code end
  return list
end

-- What a user does, and whether all fields are valid after it.
local steps = {
  { "nothing", function() end, true },
  { "a required text that is cleared", function() app:cell("Customer"):type "" end, false },
  { "the same with the editing ended", function() app:cell("Customer"):type "":doneKey() end, false },
  { "a text for a number", function() app:cell("Copies"):type "many" end, false },
  { "a number that the formula rejects", function() app:cell("Copies"):type "0" end, false },
  { "a number that it accepts", function() app:cell("Copies"):type "2" end, true },
  { "a number that a function rejects", function() app:cell("Number"):type "13" end, false },
  { "a choice that shows an empty required field", function() app:cell("Company"):set(true) end, false },
  { "the same with the field filled", function()
    app:cell("Company"):set(true)
    app:cell("VAT"):type "DE1"
  end, true },
  { "a choice that hides a wrong field", function()
    app:cell("Company"):set(true)
    app:cell("VAT"):type "":doneKey()
    app:cell("Company"):set(false)
  end, true },
  { "two held texts that differ", function() app:cell("Password"):type "secret" end, false },
  { "two texts that are equal", function()
    app:cell("Password"):type "secret"
    app:cell("Again"):type "secret"
  end, true },
  { "the first of them changed", function()
    app:cell("Password"):type "secret"
    app:cell("Again"):type "secret"
    app:cell("Password"):type "secret 2"
  end, false },
  { "a value that the entity rejects", function() app:cell("Copies"):type "11":doneKey() end, false },
  { "a change by an action", function() app:tap "Clear" end, false },
  { "two changes by actions", function()
    app:tap "Clear"
    app:tap "Fill"
  end, true },
  { "a change that is undone", function()
    app:tap "Clear"
    app:undo()
  end, true },
}

describe("valid()", function()
  it.each(steps)("follows %s", function(name, step, expected)
    launch()
    expect(is_valid()).to_be(true)
    local before = app:get "orders[0]/customer"
    step()
    expect(is_valid()).to_be(expected)
    expect(app.screen.left[1] == nil).to_be(expected)
    expect(app.screen.prompt).to_be(tostring(not expected))
    expect(app.screen.sections[1].rows[#app.screen.sections[1].rows].button.enabled).to_be(expected)
    expect(app:row(expected and "ready" or "not ready").detail).to_be(tostring(expected))
    expect(before).to_be "Emma"
    expect(codes()).to_equal {}
    -- What a submit finds is the same.
    app:submit()
    expect(app.alert == nil).to_be(expected)
    if app.alert then app.alert:tap "OK" end
    expect(codes()).to_equal(name == "a choice that hides a wrong field" and { "form.discarded" } or {})
  end)

  it("marks and writes nothing", function()
    launch("form", {})
    expect(is_valid()).to_be(false)
    app:cell("Copies"):type "many"
    for _, name in ipairs { "Customer", "Copies", "Discount" } do expect(app:cell(name):error()).to_be(nil) end
    expect(app:changes(function() return app.screen end)).to_equal {}
    expect(app:get "orders[0]/copies").to_be(1)
    expect(app:cell("Copies").control.value).to_be "many"
  end)

  it("is evaluated again only when something that it reads has changed", function()
    launch()
    local _ = app.screen
    local count = #messages()
    _ = app.screen
    app:tap "Fill"
    app:cell("Customer"):type "x"
    _ = app.screen
    expect(#messages() > count).to_be(true)
    count = #messages()
    for _ = 1, 3 do _ = app.screen end
    expect(#messages()).to_be(count)
  end)

  it("is also known in a detail", function()
    launch("detail", {})
    expect(is_valid()).to_be(false)
    app:cell("Customer"):type "Emma"
    expect(is_valid()).to_be(true)
  end)

  it("decides at each input which fields are shown and enabled, which do not count for it", function()
    launch("following", {})
    local function fields()
      local names = {}
      for _, section in ipairs(app.screen.sections) do
        for _, row in ipairs(section.rows) do
          if not row.control or row.control.enabled then
            names[#names + 1] = row.text .. (row.enabled == false and " (disabled)" or "")
          end
        end
      end
      return names
    end
    local all = { "Customer", "Enabled", "Shown", "Read-only", "Choice", "Row", "Inside" }
    for _ = 1, 2 do
      expect(fields()).to_equal { "Customer", "Row (disabled)" }
      expect(is_valid()).to_be(false)
      app:cell("Customer"):type "E"
      expect(fields()).to_equal(all)
      expect(is_valid()).to_be(true)
      app:cell("Customer"):type ""
    end
    app:cell("Customer"):type "Emma":doneKey()
    expect(fields()).to_equal(all)
    -- A submit has the last word.
    app:submit()
    expect(app.alert.message).to_be "Please enter a valid value for Enabled."
    app.alert:tap "OK"
    expect(codes()).to_equal {}
  end)

  it("is a function of the entity where that has one", function()
    launch("own", {})
    expect(app.screen.subtitle).to_be "its own"
  end)

  it("is unknown in a list", function()
    app = okit.launch("validity_app.lua", { arguments = { "wrong" } })
    local _ = app.screen
    expect(codes()).to_equal { "binding.unknownName" }
  end)
end)

describe("Input that is not valid", function()
  -- How the input is made invalid, and whether its editing has ended.
  local inputs = {
    { "held", function() app:cell("Copies"):type "many" end },
    { "marked", function() app:cell("Copies"):type "many":next() end },
    { "rejected by the formula", function() app:cell("Copies"):type "0":next() end },
  }

  it.each(inputs)("goes when something else writes its property: %s", function(_, enter)
    launch()
    enter()
    app:tap "Reset"
    expect(app:cell("Copies").control.value).to_be "5"
    expect(app:cell("Copies"):error()).to_be(nil)
    expect(is_valid()).to_be(true)
    app:submit()
    expect(app.alert).to_be(nil)
    expect(codes()).to_equal {}
  end)

  it.each(inputs)("goes when something else writes the same value again: %s", function(_, enter)
    launch()
    app:tap "Reset"
    enter()
    app:tap "Reset"
    expect(app:cell("Copies").control.value).to_be "5"
    expect(is_valid()).to_be(true)
    enter()
    app:tap "Fail"
    expect(is_valid()).to_be(false)
    app:tap "Fill"
    expect(is_valid()).to_be(false)
    expect(codes()).to_equal { "lua.error" }
  end)

  it.each(inputs)("goes with undo and redo of the property: %s", function(_, enter)
    launch()
    app:tap "Reset"
    enter()
    app:undo()
    expect(app:cell("Copies").control.value).to_be "1"
    expect(is_valid()).to_be(true)
    enter()
    app:redo()
    expect(app:cell("Copies").control.value).to_be "5"
    expect(is_valid()).to_be(true)
    expect(codes()).to_equal {}
  end)

  it.each(inputs)("stays when that is rolled back: %s", function(_, enter)
    launch()
    enter()
    local value = app:cell("Copies").control.value
    app:tap "Fail"
    expect(app:cell("Copies").control.value).to_be(value)
    expect(app:get "orders[0]/copies").to_be(1)
    expect(is_valid()).to_be(false)
    expect(codes()).to_equal { "lua.error" }
  end)

  it.each(inputs)("stays when something else writes another property: %s", function(_, enter)
    launch()
    enter()
    local value = app:cell("Copies").control.value
    app:tap "Fill"
    expect(app:cell("Copies").control.value).to_be(value)
  end)

  it("is not reported as lost by an action that writes the property and closes", function()
    app = okit.launch("validity_app.lua", { arguments = { "opened" } })
    app:set("orders[0]/customer", "Emma")
    app:row("Emma"):tap()
    app:cell("Copies"):type "many"
    app:tap "Reset and close"
    expect(app.stack).to_equal { "home" }
    expect(app:get "orders[0]/copies").to_be(5)
    expect(codes()).to_equal {}
  end)

  it("is kept as a valid text that is not written yet", function()
    launch()
    app:cell("Copies"):type "7"
    app:tap "Reset"
    expect(app:cell("Copies").control.value).to_be "7"
    app:doneKey()
    expect(app:get "orders[0]/copies").to_be(7)
  end)

  it("loses its message with the value that the message is about", function()
    launch()
    app:tap "Clear"
    app:submit()
    app.alert:tap "OK"
    expect(app:cell("Customer"):error()).to_be "Please enter a valid value for Customer."
    app:tap "Fill"
    expect(app:cell("Customer"):error()).to_be(nil)
  end)
end)

-- Fields with old dates, Bools, options of every kind, and paths that lead through nil.
local app

local function launch(home) app = okit.launch("field_values_app.lua", { arguments = { home } }) end

local function get(property) return app:get("books[0]/" .. property) end

local function failure(fn)
  local ok, problem = pcall(fn)
  expect(ok).to_be(false)
  return problem
end

describe("A date before 1582", function()
  before_each(function() launch "detail" end)

  it("is Gregorian in a field with a format", function()
    expect(app:cell("Printed").control.value).to_be "1500-01-01"
    app:cell("Printed"):type "1499-12-31"
    expect(get "printed/formatISO").to_be "1499-12-31T12:00:00Z"
    expect(app:cell("Printed").control.value).to_be "1499-12-31"
  end)

  it("is Gregorian in a date cell and in functions", function()
    expect(app:cell("Day").control.text).to_be "January 1, 1500"
    app:row("Day"):tap():cell("Day"):set "December 31, 1499"
    expect(get "printed/formatISO").to_be "1499-12-31T12:00:00Z"
    expect(get "printed/formatDate").to_be "December 31, 1499"
    expect(get "printed/format(#d.M.yyyy)").to_be "31.12.1499"
  end)
end)

it("a day in ISO 8601 keeps the time of day", function()
  launch "detail"
  app:cell("Printed"):type "2020-01-31"
  expect(get "printed/formatISO").to_be "2020-01-31T12:00:00Z"
  app:cell("Printed"):type "2020-02-01T08:05:00Z"
  expect(get "printed/formatISO").to_be "2020-02-01T08:05:00Z"
end)

describe("A text field over a Bool", function()
  it.each { { "no", false }, { " OFF ", false }, { "Yes", true }, { "1", true }, { "false", false } } (
    "reads %q", function(text, value)
      launch "detail"
      app:set("books[0]/sold", not value)
      app:cell("Sold"):type(text)
      expect(get "sold").to_be(value)
      expect(app:cell("Sold").control.value).to_be(tostring(value))
    end)

  it("refuses other texts", function()
    launch "detail"
    app:cell("Sold"):type "maybe"
    app:cell("Sold"):type ""
    local found = app.diagnostics
    expect(found).to_have_count(2)
    expect(found[1]).to_match { code = "model.type", hint = "use true or false, yes or no, on or off, 1 or 0" }
    expect(found[2].code).to_be "model.type"
    expect(get "sold").to_be(true)
  end)

  it("keeps other texts in a form with a message", function()
    launch()
    app:cell("Sold"):type("maybe"):doneKey()
    expect(app:cell("Sold"):error()).to_be "Please enter a valid value for Sold."
    app:cell("Sold"):type("off"):doneKey()
    expect(get "sold").to_be(false)
  end)

  it("can be emptied if it is optional", function()
    launch "detail"
    app:cell("Gift"):type "on"
    expect(get "gift").to_be(true)
    app:cell("Gift"):type ""
    expect(get "gift").to_be(nil)
  end)
end)

it("a script assigns only a Bool to a Bool", function()
  launch()
  expect(failure(function() app:set("books[0]/sold", "yes") end).code).to_be "model.type"
end)

describe("A field whose path leads through nil", function()
  before_each(function() launch() end)

  it.each {
    { "Publisher", "it has no target: its contextPath gives no entity" },
    { "House", 'it has no target: "publisher/name" leads through nil' },
  } ("is empty and cannot be edited: %s", function(cell, reason)
    expect(app:cell(cell).control).to_match { value = nil, enabled = false }
    local problem = failure(function() app:cell(cell):type "x" end)
    expect(problem.code).to_be "action.impossible"
    expect(problem.message).to_contain(reason)
  end)

  it("does not keep a form from being submitted", function()
    app:tap "Send"
    expect(app.log[1].message).to_be "sent"
    app:cell("Name"):type ""
    app:cell("Paper"):type "A5"
    app:tap "Send"
    expect(app.alert.message).to_be "Please enter a valid value for Name.\nThe paper is too small."
    app.alert:tap "OK"
    app:cell("Name"):type "Emma"
    app:cell("Paper"):type("A4"):tap "Send"
    expect(app.log[2].message).to_be "sent"
  end)

  it("can be edited once there is a target, and keeps its input without one", function()
    app:set("books[0]/publisher", {})
    app:cell("Publisher"):type "Faber"
    app:set("books[0]/publisher", nil)
    app:tap "Send"
    expect(app.alert.message).to_be "Publisher cannot be saved any more."
    app.alert:tap "OK"
    app:set("books[0]/publisher", {})
    app:tap "Send"
    expect(get "publisher/name").to_be "Faber"
  end)
end)

it("a mistake in the path of a field is reported once", function()
  launch "mistakes"
  expect(app:cell("Failing").control).to_match { value = nil, enabled = true }
  local codes = {}
  for _, diagnostic in ipairs(app.diagnostics) do codes[#codes + 1] = diagnostic.code end
  expect(codes).to_equal { "binding.unknownName", "lua.error" }
end)

describe("The options of a text picker", function()
  before_each(function() launch "options" end)

  it.each {
    { "Signs", { "S/M", "50%", "A=B", "x(y, z)", "c@d", "$5", "A>B", ".5", "a,b" } }, { "Read", { "S", "M" } },
    { "List", { "a,b", "50%", "sizes", "2", "yes, no" } }, { "Constant", { "S,M" } },
    { "Names", { "name", "size 2", "sizeX" } }, { "Function", { "a", "b" } },
  } ("are those of %s", function(cell, options)
    app:row(cell):tap()
    expect(app:cell(cell).control.options).to_equal(options)
    app:cell(cell):choose(options[1])
    expect(get "size").to_be(options[1])
    expect(app.diagnostics).to_equal {}
  end)
end)

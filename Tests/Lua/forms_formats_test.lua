-- Fields with formats: what a format rejects is an invalid value like any other.

local app

local function launch(home, locale)
  app = okit.launch("forms_formats_app.lua", {
    now = "2020-01-31T12:00:00Z", timeZone = "UTC", locale = locale, arguments = { home },
  })
end

local function get(property) return app:get("orders[0]/" .. property) end

local function value(cell) return app:cell(cell).control.value end

local function message(label, column)
  return ("Please enter a valid value for %s. (column %d)"):format(label, column)
end

describe("A field of a form with a format", function()
  before_each(function() launch() end)

  for _, case in ipairs {
    { "Price", "12x", message("Price", 3) }, { "Phone", "12", "The number needs ten digits." },
    { "Phone", "２１２5550100", "The number needs ten digits." }, { "Phone", "", "The number needs ten digits." },
    { "Due", "30. February 2020", message("Due", 1) },
    { "Price", "9,999.00", "Please enter a valid value for Price." },
  } do
    it(("keeps %s with a message: %s"):format(case[1], case[2]), function()
      local before = app:snapshot()
      app:cell(case[1]):type(case[2]):doneKey()
      expect(app:cell(case[1]).control).to_match { value = case[2], error = case[3] }
      expect(app:snapshot()).to_equal(before)
      app:submit()
      expect(app.alert).to_match { title = "Invalid Input", message = case[3] }
      app.alert:tap "OK"
      app:background():foreground()
      expect(app:cell(case[1]).control).to_match { value = case[2], error = case[3] }
    end)
  end

  it("validates on every change with instantValidation", function()
    app:cell("Due"):type "1. Foo"
    expect(app:cell("Due"):error()).to_be(message("Due", 4))
    app:cell("Due"):type "1. February 2021"
    expect(app:cell("Due"):error()).to_be(nil)
    expect(get "due/formatISO").to_be "2020-01-31T12:00:00Z"
    app:doneKey()
    expect(get "due/formatISO").to_be "2021-02-01T12:00:00Z"
  end)

  it("writes on every change with liveUpdate what the format and the condition accept, in one step", function()
    app:cell("Share"):type "50"
    expect(get "share").to_be(0.5)
    expect(value "Share").to_be "50.0 %"
    for text, error in pairs { ["5o"] = message("Share", 2), ["150 %"] = "Please enter a valid value for Share." } do
      app:cell("Share"):type(text)
      expect(app:cell("Share").control).to_match { value = text, error = error }
      expect(get "share").to_be(0.5)
    end
    app:cell("Share"):type "25 %"
    expect(get "share").to_be(0.25)
    app:undo()
    expect(value "Share").to_be "12.5 %"
  end)

  it("changes what depends on it when it is written, and again when that is undone", function()
    expect(app:cell("Price").control.color).to_be "#ff0000"
    expect(app:cell("Code").control.enabled).to_be(false)
    app:cell("Price"):type "2.5"
    expect(app:row("Total").detail).to_be "1,234.5"
    app:cell("Copies"):type("3"):doneKey()
    expect(app:row("Total").detail).to_be "7.5"
    expect(app:cell("Price").control.color).to_be(nil)
    expect(app:rows()).to_equal { "Price", "Phone", "Due", "Copies", "Code", "Total" }
    app:cell("Code"):type("ab-12"):doneKey()
    expect(get "code").to_be "AB12"
    app:cell("Code"):type("aa00"):doneKey()
    expect(app:cell("Code"):error()).to_be("Please enter a valid value for Code.")
    app:row("Code"):tap():cancelKey()
    app:undo()
    app:undo()
    expect(app:rows()).to_contain "Share"
    expect(app:cell("Code").control.enabled).to_be(false)
  end)

  it("does not prevent a submit while it is disabled and has input that is not valid", function()
    app:set("orders[0]/copies", 2)
    app:cell("Code"):type "aa00"
    app:set("orders[0]/copies", 1)
    expect(app:cell("Code").control).to_match { enabled = false, value = "aa00" }
    app:submit()
    expect(app.alert).to_be(nil)
    expect(app.diagnostics[1].code).to_be "form.discarded"
    expect(get "code").to_be ""
    expect(app:cell("Code").control).to_match { enabled = false, value = "" }
  end)
end)

describe("The formats of a form both ways", function()
  for _, case in ipairs {
    { "en_US", "1,234.50", "12.5 %", "31. January 2020", "(2,000.25)", "2. March 2021" },
    { "de_DE", "1.234,50", "12,5 %", "31. Januar 2020", "(2.000,25)", "2. März 2021" },
    { "fr_FR", "1 234,50", "12,5 %", "31. janvier 2020", "(2 000,25)", "2. mars 2021" },
    { "ja_JP", "1,234.50", "12.5 %", "31. 1月 2020", "(2,000.25)", "2. 3月 2021" },
  } do
    it("are those of " .. case[1], function()
      launch("form", case[1])
      expect({ value "Price", value "Share", value "Due" }).to_equal { case[2], case[3], case[4] }
      app:cell("Price"):type(case[5])
      app:cell("Due"):type(case[6])
      app:submit()
      expect(get "price").to_be(-2000.25)
      expect(get "due/formatISO").to_be "2021-03-02T12:00:00Z"
      expect({ value "Price", value "Due" }).to_equal { case[5], case[6] }
    end)
  end
end)

describe("A field of another detail controller", function()
  before_each(function() launch "detail" end)

  it("rejects a text without a validation, with its column", function()
    expect(function() app:cell("Share"):type "5o" end).to_fail "column 2"
    expect(get "share").to_be(0.125)
  end)

  it.each { { "Price", "12x" }, { "Phone", "12" } } ("keeps input in %s that it holds or checks", function(cell, text)
    local before = app:snapshot()
    app:cell(cell):type(text)
    app:submit()
    app.alert:tap "OK"
    expect(app:cell(cell).control).to_match { value = text, error = message(cell, 3) }
    expect(app:snapshot()).to_equal(before)
  end)
end)

-- Fields with formats keep what they do not accept; required references.

local function launch(home) return okit.launch("forms_formats_app.lua", { arguments = { home } }) end

local function message(label) return ("Please enter a valid value for %s."):format(label) end

describe("A field with a format", function()
  it.each {
    { "Price", "cheap", "10.00", "price", 10 }, { "Plate", "A-12", "AB-1234", "plate", "AB1234" },
    { "Note", "one", "1", "note", "1" },
  }("of a form holds what it does not accept: %s", function(label, typed, shown, property, value)
    local app = launch "form"
    app:cell(label):type(typed)
    expect(app:cell(label).control.value).to_be(typed)
    app:doneKey()
    expect(app:cell(label).control).to_match { value = typed, error = message(label) }
    expect(app:get("cars[0]/" .. property)).to_be(value)
    app:cell(label):type(shown):doneKey()
    expect(app:cell(label).control.value).to_be(shown)
    expect(app:cell(label):error()).to_be(nil)
  end)

  it("of a form shows the message at once where it writes at once", function()
    local app = launch "form"
    app:cell("Built"):type "31.2.2020"
    expect(app:cell("Built").control).to_match { value = "31.2.2020", error = message "Built" }
    app:cell("Built"):type "29.2.2020"
    expect(app:cell("Built"):error()).to_be(nil)
    expect(app:get("cars[0]/built").month).to_be(2)
  end)

  it("of a detail keeps it only if it validates", function()
    local app = launch "valid"
    app:cell("Price"):type "cheap"
    expect(app:cell("Price"):error()).to_be(message "Price")
    expect(function() app:cell("Built"):type "soon" end).to_fail "is not a date"
    app = launch "plain"
    expect(function() app:cell("Price"):type "cheap" end).to_fail "is not a number"
    expect(app:get "cars[0]/price").to_be(10)
  end)

  it("that nobody types into refuses it", function()
    local app = launch "form"
    expect(function() app:cell("Slider"):set "cheap" end).to_fail "is not a number"
  end)
end)

describe("A required reference", function()
  it("must refer to something", function()
    local app = launch "form"
    app:submit()
    expect(app.alert.message).to_be(message "Owner")
    app.alert:tap "OK"
    app:row("Owner"):tap():cell("Owner"):choose("Ben"):submit()
    expect(app.alert).to_be(nil)
    expect(app:get "cars[0]/owner.refKey").to_be "ben"
  end)
end)

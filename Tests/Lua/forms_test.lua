-- Forms: held input, validation, submitting, and the order of the fields.

local app

local function launch(home, options)
  options = options or {}
  options.arguments = { home or "form" }
  app = okit.launch("forms_app.lua", options)
  return app
end

local function lines()
  local list = {}
  for _, line in ipairs(app.log) do list[#list + 1] = line.message end
  return list
end

local function refused(fn, message, hint)
  local ok, problem = pcall(fn)
  expect(ok).to_be(false)
  expect(problem.code).to_be "action.impossible"
  expect(problem.message).to_contain(message)
  if hint then expect(problem.hint).to_contain(hint) end
end

local function diagnostics()
  local list = {}
  for _, diagnostic in ipairs(app.diagnostics) do list[#list + 1] = diagnostic.code end
  return list
end

local function tapped_ok() app.alert:tap "OK" end

describe("A field of a form", function()
  before_each(function() launch():tap "Edit" end)

  it("holds its input until its editing ends", function()
    app:cell("Customer"):type "Jane"
    expect(app:cell("Customer").control.value).to_be "Jane"
    expect(app:get "orders[0]/customer").to_be "Emma"
    app:cell("Note"):type "urgent"
    expect(app:get "orders[0]/customer").to_be "Jane"
    expect(app:get "orders[0]/note").to_be ""
  end)

  it("writes when a row is tapped, a key ends its editing, and edit mode is left", function()
    app:cell("Customer"):type "A"
    app:row("Gift"):tap()
    expect(app:get "orders[0]/customer").to_be "A"
    app:cell("Customer"):type("B"):doneKey()
    expect(app:get "orders[0]/customer").to_be "B"
    app:cell("Customer"):type("C"):next()
    expect(app:get "orders[0]/customer").to_be "C"
    app:cell("Customer"):type("D"):tap "Done"
    expect(app:get "orders[0]/customer").to_be "D"
    expect(app.screen.editing).to_be(false)
  end)

  it("of each kind that nothing is typed into writes at once", function()
    app:cell("Gift"):set(true)
    expect(app:get "orders[0]/gift").to_be(true)
    app:cell("Pieces"):step(2)
    expect(app:get "orders[0]/copies").to_be(3)
    app:cell("Size"):choose "large"
    expect(app:get "orders[0]/size").to_be "large"
    app:row("Due"):tap()
    app:cell("Due"):pick "2020-02-03"
    expect(app:cell("Due").control.text).to_contain "2020"
    expect(app:get "orders[0]/due").not_to_be(nil)
  end)

  it("keeps an invalid value with its message, and does not write it", function()
    app:cell("Customer"):type ""
    expect(app:cell("Customer"):error()).to_be(nil)
    app:doneKey()
    expect(app:cell("Customer"):error()).to_be "Please enter a valid value for Customer."
    expect(app:cell("Customer").control).to_match { value = "", error = "Please enter a valid value for Customer." }
    expect(app:get "orders[0]/customer").to_be "Emma"
    app:cell("Customer"):type("Anne"):doneKey()
    expect(app:cell("Customer"):error()).to_be(nil)
    expect(app:get "orders[0]/customer").to_be "Anne"
  end)

  it("has its own message", function()
    app:cell("E-mail"):type("nobody"):doneKey()
    expect(app:cell("E-mail"):error()).to_be "The e-mail address needs an @."
    app:cell("E-mail"):type("emma@hartfield.uk"):doneKey()
    expect(app:get "orders[0]/email").to_be "emma@hartfield.uk"
  end)

  it("rejects what its property does not take", function()
    app:cell("Copies"):type("many"):doneKey()
    expect(app:cell("Copies"):error()).to_be "Please enter a valid value for Copies."
    app:cell("Copies"):type("1.5"):doneKey()
    expect(app:cell("Copies"):error()).to_be "Please enter a valid value for Copies."
    app:cell("Copies"):type("7"):doneKey()
    expect(app:get "orders[0]/copies").to_be(7)
  end)

  it("validates with the properties of the entity", function()
    app:set("orders[0]/minimum", 5)
    app:cell("Copies"):type("5"):doneKey()
    expect(app:cell("Copies"):error()).not_to_be(nil)
    app:cell("Copies"):type("6"):doneKey()
    expect(app:cell("Copies"):error()).to_be(nil)
  end)

  it("accepts nil where a condition says nothing about it", function()
    app:cell("Discount"):type("2"):doneKey()
    expect(app:cell("Discount"):error()).not_to_be(nil)
    app:cell("Discount"):type("0.5"):doneKey()
    expect(app:get "orders[0]/discount").to_be(0.5)
    app:cell("Discount"):clear():doneKey()
    expect(app:cell("Discount"):error()).to_be(nil)
    expect(app:get "orders[0]/discount").to_be(nil)
  end)

  it("runs onEndEdit, and passes whether its value is valid", function()
    app:cell("Customer"):type("Jane"):doneKey()
    app:cell("Customer"):type(""):doneKey()
    expect(lines()).to_equal { "customer Jane true", "customer Jane false" }
  end)

  it("is restored by undo", function()
    app:cell("Customer"):type("Jane"):doneKey()
    app:undo()
    expect(app:cell("Customer").control.value).to_be "Emma"
  end)

  it("has a German message", function()
    launch(nil, { locale = "de_DE" }):tap "Bearbeiten"
    app:cell("Customer"):type(""):doneKey()
    expect(app:cell("Customer"):error()).to_be "Bitte gib einen gültigen Wert für Customer ein."
    app:submit()
    expect(app.alert.title).to_be "Ungültige Eingabe"
    tapped_ok()
  end)

  it("is shown with its message", function()
    app:cell("Customer"):type(""):doneKey()
    app:cell("E-mail"):type "half"
    expect(app:dump()).to_match_snapshot "form"
  end)
end)

describe("instantValidation and liveUpdate", function()
  before_each(function()
    launch "orders"
    app:row("Emma"):tap()
  end)

  it("validate on every change", function()
    app:cell("Copies"):type "x"
    expect(app:cell("Copies"):error()).to_be "Please enter a valid value for Copies."
    app:cell("Copies"):type "3"
    expect(app:cell("Copies"):error()).to_be(nil)
    expect(app:get "orders[0]/copies").to_be(1)
  end)

  it("write on every change what is valid", function()
    app:cell("Note"):type "abc"
    expect(app:get "orders[0]/note").to_be "abc"
    app:cell("Note"):type "abcdef"
    expect(app:get "orders[0]/note").to_be "abc"
    expect(app:cell("Note"):error()).to_be "Please enter a valid value for Note."
    expect(app:cell("Note").control.value).to_be "abcdef"
    app:cell("Note"):type "ab"
    expect(app:get "orders[0]/note").to_be "ab"
    expect(app:cell("Note"):error()).to_be(nil)
  end)
end)

describe("Submitting", function()
  before_each(function() launch():tap "Edit" end)

  it("shows the messages and stays, and writes nothing", function()
    app:cell("Customer"):type ""
    app:cell("Note"):type "urgent"
    app:tap "Save"
    expect(app.alert).to_match { title = "Invalid Input", message = "Please enter a valid value for Customer." }
    tapped_ok()
    expect(lines()).to_equal { "customer Emma false" }
    expect(app:get "orders[0]/note").to_be ""
    expect(app.screen.editing).to_be(true)
    app:tap "Done"
    expect(app.alert.title).to_be "Invalid Input"
    tapped_ok()
    expect(app.screen.editing).to_be(true)
    app:cell("Customer"):type "Jane"
    app:tap "Save"
    expect(app.alert).to_be(nil)
    expect(lines()).to_contain "saved"
    expect(app:get "orders[0]/customer").to_be "Jane"
    expect(app:get "orders[0]/note").to_be "urgent"
  end)

  it("validates the entity with the input", function()
    app:cell("Copies"):type "11"
    app:submit()
    expect(app.alert.message).to_be "Many copies need a discount."
    tapped_ok()
    expect(app:cell("Discount"):error()).to_be "Many copies need a discount."
    expect(app:get "orders[0]/copies").to_be(1)
    app:cell("Discount"):type "0.1"
    app:submit()
    expect(app.alert).to_be(nil)
    expect(app:get "orders[0]/copies").to_be(11)
    expect(app:get "orders[0]/discount").to_be(0.1)
  end)

  it("shows messages of properties without a field", function()
    app:set("mode", "other")
    app:submit()
    expect(app.alert.message).to_be "The minimum is wrong."
    tapped_ok()
  end)

  it("keeps the input when the turn fails", function()
    app:cell("Customer"):type "Jane"
    app:tap "Fail"
    expect(#app.diagnostics).to_be(1)
    expect(app:get "orders[0]/customer").to_be "Emma"
    expect(app:cell("Customer").control.value).to_be "Jane"
    app:submit()
    expect(app:get "orders[0]/customer").to_be "Jane"
  end)

  it("is one step of the history", function()
    app:cell("Customer"):type "Jane"
    app:submit():undo()
    expect(app:get "orders[0]/customer").to_be "Emma"
  end)

  it("lists the invalid values for the script", function()
    app:cell("Customer"):type ""
    app:set("mode", "other")
    app:tap "Check"
    expect(lines()).to_equal {
      "false", "Customer customer: Please enter a valid value for Customer.", "minimum minimum: The minimum is wrong.",
    }
    expect(app:cell("Customer"):error()).to_be "Please enter a valid value for Customer."
  end)

  it("is free of errors for a valid form", function()
    app:cell("Customer"):type "Jane"
    app:tap "Check"
    expect(lines()).to_equal { "true" }
    expect(app:get "orders[0]/customer").to_be "Emma"
  end)
end)

describe("A hostile validation", function()
  before_each(function() launch():tap "Edit" end)

  it.each {
    { "error", "lua.error" }, { "wait", "lua.wait" }, { "remove", "form.validate" }, { "write", "form.validate" },
    { "number", "form.validate" }, { "list", "form.validate" }, { "unknown", "form.validate" },
    { "flag", "form.validate" }, { "bytes", "form.validate" },
  }("of the mode %s fails with %s and writes nothing", function(mode, code)
    app:set("mode", mode)
    app:cell("Note"):type "new"
    local before = app:snapshot()
    app:submit()
    expect(diagnostics()).to_equal { code }
    expect(app:snapshot()).to_equal(before)
    expect(app.alert).to_be(nil)
    expect(app:cell("Note").control.value).to_be "new"
    app:set("mode", "")
    app:submit()
    expect(app:get "orders[0]/note").to_be "new"
  end)

  it.each {
    { "Error", "lua.error" }, { "Wait", "lua.wait" }, { "Number", "form.formula" },
  }("of the field %s fails with %s", function(label, code)
    launch "broken"
    local before = app:snapshot()
    app:cell(label):type "new"
    app:doneKey()
    expect(diagnostics()).to_equal { code }
    expect(app:snapshot()).to_equal(before)
    expect(app:cell(label).control.value).to_be "new"
  end)

  it("that cannot be evaluated accepts nothing", function()
    launch "broken"
    app:cell("Unknown"):type("new"):doneKey()
    expect(app:cell("Unknown"):error()).to_be "Please enter a valid value for Unknown."
    expect(diagnostics()).to_equal { "binding.unknownName" }
    expect(app:get "orders[0]/customer").to_be "Emma"
  end)

  it("takes bytes that are no text as an invalid value", function()
    expect(function() app:cell("Customer"):type "\255" end).to_fail "UTF%-8"
  end)
end)

describe("Two thousand fields", function()
  local function count()
    app:tap "Count"
    return tonumber(lines()[#lines()])
  end

  it("are validated when they are submitted, and one alone when it is edited", function()
    launch "many"
    app:cell("Field 1999"):type("wrong"):doneKey()
    expect(count()).to_be(1)
    expect(app:cell("Field 1999"):error()).to_be "Please enter a valid value for Field 1999."
    app:submit()
    expect(app.alert.message).to_be "Please enter a valid value for Field 1999."
    tapped_ok()
    expect(count()).to_be(2001)
    app:cell("Field 1999"):type("right"):doneKey()
    expect(count()).to_be(2002)
    expect(app:get "orders[0]/note").to_be "right"
  end)
end)

describe("Leaving a form", function()
  before_each(function()
    launch "orders"
    app:row("Emma"):tap()
  end)

  it("writes what is valid", function()
    app:cell("Customer"):type("Jane"):back()
    expect(app:rows()).to_equal { "Jane", "Knightley" }
  end)

  it("asks before it discards what is not valid", function()
    app:cell("Customer"):type("")
    app:cell("Copies"):type("x"):back()
    expect(app.alert).to_match {
      title = "Invalid Input",
      message = "Please enter a valid value for Customer.\nPlease enter a valid value for Copies.",
    }
    app.alert:tap "Cancel"
    expect(app.stack).to_equal { "orders", "entity" }
    expect(app:cell("Copies").control.value).to_be "x"
    app:back()
    app.alert:tap "Discard"
    expect(app.stack).to_equal { "orders" }
    expect(app:rows()).to_equal { "Emma", "Knightley" }
  end)

  it("for the background writes what is valid and keeps the rest", function()
    app:cell("Copies"):type "x"
    app:cell("Customer"):type "Jane"
    app:background():foreground()
    expect(app:get "orders[0]/customer").to_be "Jane"
    expect(app:cell("Copies").control).to_match { value = "x", error = "Please enter a valid value for Copies." }
  end)
end)

describe("The functions of a form", function()
  before_each(function() launch():tap "Edit" end)

  it("refreshDisplay drops or keeps the input", function()
    app:cell("Customer"):type "Jane"
    app:tap "Keep"
    expect(app:cell("Customer").control.value).to_be "Jane"
    app:tap "Revert"
    expect(app:cell("Customer").control.value).to_be "Emma"
    expect(app:get "orders[0]/customer").to_be "Emma"
  end)

  it("setDataModel shows another entity after the input is written", function()
    app:cell("Customer"):type "Jane"
    app:tap "Second"
    expect(app:get "orders[0]/customer").to_be "Jane"
    expect(lines()).to_contain "Knightley"
    expect(app.screen.title).to_be "Knightley"
    app:cell("Customer"):type("Weston"):doneKey()
    expect(app:get "orders[1]/customer").to_be "Weston"
  end)

  it("setDataModel fails while input is not valid", function()
    app:cell("Customer"):type ""
    app:tap "Second"
    expect(diagnostics()).to_equal { "form.dataModel" }
    expect(app.screen.title).to_be "Emma"
    expect(app:cell("Customer").control.value).to_be ""
  end)
end)

describe("A detail controller that is no form", function()
  before_each(function() launch("detail"):tap "Edit" end)

  it("writes on every change what is valid", function()
    app:cell("Customer"):type "Jane"
    expect(app:get "orders[0]/customer").to_be "Jane"
    app:cell("Customer"):type ""
    expect(app:get "orders[0]/customer").to_be "Jane"
    expect(app:cell("Customer"):error()).to_be "Please enter a valid value for Customer."
    app:tap "Done"
    expect(app.alert.title).to_be "Invalid Input"
    tapped_ok()
    app:cell("Customer"):type "Anne"
    app:tap "Done"
    expect(app.screen.editing).to_be(false)
  end)

  it("holds input where the cell says so", function()
    app:cell("Held"):type "new"
    expect(app:get "orders[0]/note").to_be ""
    app:doneKey()
    expect(app:get "orders[0]/note").to_be "new"
  end)

  it("reports a value that a field without validation cannot write, as before", function()
    app:cell("Plain"):type "x"
    expect(diagnostics()).to_equal { "model.type" }
  end)

  it("has submit buttons in rows, and rows that submit", function()
    app:cell("Customer"):type ""
    app:tap "Send"
    tapped_ok()
    app:row("Go"):tap()
    tapped_ok()
    expect(lines()).to_equal {}
    app:cell("Customer"):type "Jane"
    app:tap "Send"
    app:row("Go"):tap()
    expect(lines()).to_equal { "sent", "gone" }
  end)
end)

describe("The order of the fields", function()
  before_each(function() launch "keys" end)

  local function focused()
    for _, section in ipairs(app.screen.sections) do
      for _, row in ipairs(section.rows) do
        if row.control and row.control.focused then return row.text end
      end
    end
  end

  it("has the text fields that are shown and enabled", function()
    expect(app.screen.keyboard).to_be(nil)
    app:next()
    expect(focused()).to_be "Customer"
    app:next()
    expect(focused()).to_be "Note"
    refused(function() app:next() end, "the keyboard of \"Note\" has no \"Down\"", "showPrevNextButtons")
    app:doneKey()
    expect(focused()).to_be(nil)
    app:previous()
    expect(focused()).to_be "Mode"
    refused(function() app:next() end, "\"Mode\" is the last field", "done")
    refused(function() app:doneKey() end, "the keyboard of \"Mode\" has no \"Ready\"", "showDoneButton")
    app:cancelKey()
    expect(focused()).to_be(nil)
    app:row("Customer"):tap()
    expect(focused()).to_be "Customer"
    refused(function() app:previous() end, "\"Customer\" is the first field")
  end)

  it("has a keyboard with the texts and images of the form", function()
    app:row("Customer"):tap()
    expect(app.screen.keyboard).to_match {
      { id = "key:previous", key = "previous", title = "Up", enabled = false },
      { id = "key:next", key = "next", title = "Down", enabled = true, image = "arrow" },
      { id = "key:done", key = "done", title = "Ready", enabled = true },
      { id = "key:cancel", key = "cancel", title = "Drop", enabled = true },
    }
    expect(app:dump()).to_match_snapshot "keyboard"
  end)

  it("has standard texts in English and German", function()
    local function titles()
      local list = {}
      for _, key in ipairs(app.screen.keyboard) do list[#list + 1] = key.title end
      return list
    end
    launch():tap "Edit"
    app:next()
    expect(titles()).to_equal { "Previous", "Next", "Done", "Cancel" }
    launch(nil, { locale = "de_DE" }):tap "Bearbeiten"
    app:next()
    expect(titles()).to_equal { "Zurück", "Weiter", "Fertig", "Abbrechen" }
  end)

  it("drops the input with Cancel", function()
    app:cell("Customer"):type("Jane"):cancelKey()
    expect(app:cell("Customer").control.value).to_be "Emma"
  end)

  it("needs edit mode and a focus", function()
    refused(function() app:doneKey() end, "no field of \"keys\" has the focus", "next")
    launch()
    refused(function() app:next() end, "can only be changed in edit mode", "Edit")
    launch "orders"
    refused(function() app:next() end, "\"orders\" has no fields for the keyboard; only details and forms have")
  end)
end)

describe("Both names of a binding", function()
  it("are an error", function()
    expect(function() okit.launch "forms_both_app.lua" end).to_fail "dataPath and textPath are the same property"
  end)
end)

describe("A mistake in a binding of a field", function()
  it("has the name and the line of the property that was given", function()
    app = okit.launch "forms_mistakes_app.lua"
    local found = {}
    for _, diagnostic in ipairs(app.diagnostics) do
      found[#found + 1] = diagnostic.place:match ":(%d+)$" .. " " .. diagnostic.text:match '": (%w+):'
      expect(diagnostic.code).to_be "binding.unknownName"
    end
    expect(found).to_equal { "8 dataPath", "10 dataPath", "11 valuePath" }
  end)
end)

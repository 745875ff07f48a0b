-- Leaving screens: `willClose`, the end of editing, and forms that Enter closes.
local app

local function launch(...)
  app = okit.launch("will_close_app.lua", { arguments = { ... } })
  return app
end

local function messages()
  local list = {}
  for _, line in ipairs(app.log) do list[#list + 1] = line.message end
  return list
end

-- How the user leaves a screen: the steps that open it, the one that leaves it, and the screen that is shown then.
local ways = {
  { "back", function() app:row("Form"):tap() end, function() app:back() end, "form", "start" },
  { "close", function() app:row("Present"):tap() end, function() app:close() end, "form", "start" },
  {
    "the Close button", function() app:row("Selection"):tap() end, function() app:tap "Close" end, "selection",
    "start",
  },
  {
    "close of a selection", function() app:row("Selection"):tap() end, function() app:close() end, "selection",
    "start",
  },
  { "another tab", function() app:tab "Two" end, function() app:tab "Three" end, "tabbed", "other" },
  { "the same tab", function() app:row("Form"):tap() end, function() app:tab "One" end, "form", "start" },
  { "the menu", function() app:row("Form"):tap() end, function() app:menu():row(1):tap() end, "form", "content" },
  { "home in the menu", function() app:row("Form"):tap() end, function() app:menu():tap "Home" end, "form", "start" },
}

describe("willClose", function()
  for _, kind in ipairs { "function", "property", "binding" } do
    it.each(ways)(("as a %s keeps the screen before %%s"):format(kind), function(_, open, leave, name, after)
      launch(kind)
      open()
      leave()
      expect(app.screen.name).to_be(name)
      expect(app.screen.menu).to_be(nil)
      app:set("locked", false)
      leave()
      expect(app.screen.name).to_be(after)
      if kind ~= "binding" then expect(messages()).to_equal { "asked " .. name, "asked " .. name } end
      expect(app.diagnostics).to_equal {}
    end)
  end

  it.each(ways)("may wait before %s", function(_, open, leave, name, after)
    launch "waiting"
    app:set("locked", false)
    open()
    leave()
    expect(app.screen.name).to_be(name)
    app.clock:advance(1)
    expect(app.screen.name).to_be(after)
  end)

  -- How a user leaves the form on the stack.
  local leaving = {
    { "back", function() app:back() end }, { "onCloseTap", function() app:tap "Ask" end },
    { "endEdit", function() app:cell("Note"):type "n":doneKey() end },
  }

  it.each(leaving)("is asked once at a time: %s", function(_, leave)
    launch("waiting", "close")
    app:set("locked", false)
    app:row("Form"):tap()
    leave()
    local reason = '"form" is being left already: its willClose has not returned'
    for _, again in ipairs { leaving[1][2], leaving[3][2], function() app:tab "Two" end } do
      expect(again).to_fail(reason)
    end
    app:tap "Ask"
    expect(app.diagnostics[1]).to_match { code = "action.impossible", message = reason }
    local asked = 0
    for _, message in ipairs(messages()) do if message == "asked form" then asked = asked + 1 end end
    expect(asked).to_be(1)
    app.clock:advance(1)
    expect(app.stack).to_equal { "start" }
  end)

  it.each(leaving)("leaves nothing that was opened meanwhile: %s", function(_, leave)
    launch("waiting", "close")
    app:set("locked", false)
    app:row("Form"):tap()
    leave()
    app:tap "Open"
    app.clock:advance(1)
    expect(app.stack).to_equal { "start", "form", "other" }
    app:back()
    leave()
    app.clock:advance(1)
    expect(app.stack).to_equal { "start" }
  end)

  it.each(leaving)("is asked again after it has failed: %s", function(_, leave)
    launch("fails", "close")
    app:row("Form"):tap()
    leave()
    app.clock:advance(1)
    expect(app.diagnostics[1].message).to_contain "no"
    expect(app.screen.name).to_be "form"
    app:set("locked", false)
    leave()
    app.clock:advance(1)
    expect(app.stack).to_equal { "start" }
  end)

  it("may ask the user", function()
    launch "dialog"
    app:row("Form"):tap()
    app:cell("Title"):type "c"
    app:back()
    expect(app.alert.title).to_be "Leave?"
    -- The input was written first.
    expect(app:get "todos[0]/title").to_be "c"
    app.alert:tap "No"
    expect(app.screen.name).to_be "form"
    app:back()
    app.alert:tap "Yes"
    expect(app.screen.name).to_be "start"
  end)

  it("is asked by onCloseTap of a script after the input is written, or discarded", function()
    launch "dialog"
    app:row("Form"):tap()
    app:cell("Title"):type "c"
    app:tap "Ask"
    expect(app.alert.title).to_be "Leave?"
    expect(app:get "todos[0]/title").to_be "c"
    app.alert:tap "No"
    expect(app.screen.name).to_be "form"
    app:cell("Title"):type ""
    app:tap "Ask"
    expect(app.alert.title).to_be "Invalid Input"
    app.alert:tap "Discard"
    app.alert:tap "Yes"
    expect(app.screen.name).to_be "start"
    expect(app:get "todos[0]/title").to_be "c"
    expect(app.diagnostics).to_equal {}
  end)

  -- As `showEdit` and other conditions.
  it.each {
    { "#0", "form" }, { "#1", "start" }, { "#false", "form" }, { "#", "form" }, { "= NULL", "form" },
    { "= 2 > 1", "start" }, { "= ''", "form" }, { "= 'x'", "start" }, { "title", "start" }, { "note", "form" },
  } ("as the condition %s shows %s", function(condition, shown)
    launch(condition)
    app:row("Form"):tap()
    app:back()
    expect(app.screen.name).to_be(shown)
    expect(app.diagnostics).to_equal {}
  end)

  it("keeps the screen only with false", function()
    launch "nothing"
    app:row("Form"):tap()
    app:back()
    expect(app.screen.name).to_be "start"
    expect(messages()).to_equal { "asked form" }
  end)

  it("is not asked when a script closes the screen, and not before input that is not valid is discarded", function()
    launch "function"
    app:row("Form"):tap()
    app:tap "Leave"
    expect(app.screen.name).to_be "start"
    app:row("Form"):tap()
    app:cell("Title"):type ""
    app:back()
    expect(app.alert.title).to_be "Invalid Input"
    expect(messages()).to_equal { "onEndEdit a form false" }
    app.alert:tap "Discard"
    expect(messages()).to_equal { "onEndEdit a form false", "asked form" }
    expect(app.screen.name).to_be "form"
  end)
end)

describe("The end of editing", function()
  before_each(function()
    launch "binding"
    app:row("Form"):tap()
    app:cell("Note"):type "n"
  end)

  it("calls onEndEdit when the edit is kept", function()
    app:doneKey()
    expect(messages()).to_equal { "onEndEdit a form true" }
  end)

  it("calls onEndEdit when a script closes the screen, once, and whether the input is valid or not", function()
    app:tap "Leave"
    expect(messages()).to_equal { "onEndEdit a form true" }
    expect(app:get "todos[0]/note").to_be "n"
    app:row("Form"):tap()
    app:cell("Title"):type ""
    app:tap "Leave"
    expect(messages()).to_equal { "onEndEdit a form true", "onEndEdit a form false" }
    expect(app.diagnostics[1].code).to_be "form.discarded"
    app:row("Form"):tap()
    app:cell("Note"):type "m":doneKey()
    app:tap "Leave"
    expect(#messages()).to_be(3)
  end)

  it("calls onEndEdit when a script closes the screen without a change", function()
    app:cancelKey()
    app:cell("Note"):tap()
    app:tap "Leave"
    expect(messages()).to_equal { "onCancelEdit a form true", "onEndEdit a form true" }
  end)

  it("calls onCancelEdit after the input is dropped, and not onEndEdit", function()
    app:cancelKey()
    expect(messages()).to_equal { "onCancelEdit a form true" }
    expect(app:cell("Note").control.value).to_be ""
    app:back()
    expect(messages()).to_equal { "onCancelEdit a form true" }
  end)
end)

describe("endEdit = close", function()
  local function open(form, ...)
    launch("function", "close", ...)
    app:set("locked", false)
    app:row(form):tap()
  end

  it("lets Enter in the last field write and close", function()
    open "Form"
    app:cell("Title"):type "c":doneKey()
    expect(app.screen.name).to_be "form"
    app:cell("Note"):type "n":doneKey()
    expect(app.screen.name).to_be "start"
    expect(app:get "todos[0]").to_match { title = "c", note = "n" }
    expect(messages()).to_equal { "onEndEdit c form true", "onEndEdit c form true", "asked form" }
  end)

  it("closes a presented form, and one with a single field", function()
    open "Present"
    app:cell("Note"):type "n":doneKey()
    expect(app.screen.name).to_be "start"
    app:row("Single"):tap()
    app:cell("Title"):type "c":doneKey()
    expect(app.screen.name).to_be "start"
    expect(app:get "todos[0]").to_match { title = "c", note = "n" }
  end)

  it("stays while a field is not valid, and where willClose says so", function()
    open "Form"
    app:cell("Title"):type ""
    app:cell("Note"):type "n":doneKey()
    expect(app.alert.title).to_be "Invalid Input"
    app.alert:tap "OK"
    app:cell("Title"):type "c"
    app:set("locked", true)
    app:cell("Note"):type "n":doneKey()
    expect(app.screen.name).to_be "form"
    expect(app:get "todos[0]").to_match { title = "c", note = "n" }
  end)

  it("does not concern a field of several lines, and other forms", function()
    open "Long"
    app:cell("Note"):type "n":doneKey()
    expect(app.screen.name).to_be "long"
    app:cell("Title"):type "c":doneKey()
    expect(app.screen.name).to_be "start"
    launch("function")
    app:row("Form"):tap()
    app:cell("Note"):type "n":doneKey()
    expect(app.screen.name).to_be "form"
  end)

  it("keeps a screen that nothing can close", function()
    launch("function", "close")
    app:tab "Two"
    app:cell("Note"):type "n":doneKey()
    expect(app.screen.name).to_be "tabbed"
    expect(app:get "todos[0]/note").to_be "n"
  end)
end)

describe("focus", function()
  local function focused()
    local list = {}
    for _, row in ipairs(app.screen.sections[1].rows) do
      if row.control.focused then list[#list + 1] = row.text end
    end
    return list
  end

  it("gives a field the focus when the screen opens in edit mode", function()
    launch("binding", "close", "#true")
    app:row("Form"):tap()
    expect(focused()).to_equal { "Note" }
    expect(app.screen.keyboard).not_to_be(nil)
    app:previous()
    expect(focused()).to_equal { "Title" }
  end)

  it("lets the keys work at once", function()
    launch("function", "close", "#true")
    app:set("locked", false)
    app:row("Form"):tap()
    app:doneKey()
    expect(app.screen.name).to_be "start"
    app:row("Form"):tap()
    app:cancelKey()
    expect(focused()).to_equal {}
    expect(messages()).to_equal { "onEndEdit a form true", "asked form", "onCancelEdit a form true" }
  end)

  it("is that of the first field otherwise", function()
    launch "binding"
    app:row("Form"):tap()
    expect(focused()).to_equal { "Title" }
    expect(app.screen.keyboard).to_be(nil)
  end)
end)

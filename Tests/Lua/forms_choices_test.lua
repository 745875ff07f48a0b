-- Choices in forms count at once, and fields that they hide or disable prevent nothing.
local app

local function launch(home)
  app = okit.launch("forms_choices_app.lua", { arguments = { home } })
  return app
end

local function lines()
  local list = {}
  for _, line in ipairs(app.log) do list[#list + 1] = line.message end
  return list
end

local function codes()
  local list = {}
  for _, diagnostic in ipairs(app.diagnostics) do list[#list + 1] = diagnostic.code end
  return list
end

local function shown(label)
  for _, row in ipairs(app:rows()) do
    if row == label then return true end
  end
  return false
end

local choices = {
  segment = function() app:cell("Choice"):choose "person" end,
  switch = function() app:cell("Choice"):set(true) end,
  picker = function()
    app:row("Choice"):tap()
    app:cell("Choice"):choose "public"
  end,
  textpicker = function()
    app:row("Choice"):tap()
    app:cell("Choice"):choose "person"
  end,
  stepper = function() app:cell("Choice"):step(1) end,
  slider = function() app:cell("Choice"):slide(0.75) end,
  date = function()
    app:row("Choice"):tap()
    app:cell("Choice"):pick "2020-02-03"
  end,
}

describe("A choice in a form", function()
  it.each { "segment", "switch", "picker", "textpicker", "stepper", "slider", "date" } (
    "by a %s counts at once, so that a field it hides or disables does not prevent a submit", function(kind)
      launch(kind)
      app:tap "Send"
      expect(app.alert.message).to_be "Please enter a valid value for Dependent."
      app.alert:tap "OK"
      choices[kind]()
      expect(lines()).to_equal { "ended true" }
      if kind == "switch" or kind == "stepper" then expect(app:cell("Dependent"):error()).to_be(nil) end
      app:tap "Send"
      expect(app.alert).to_be(nil)
      expect(lines()).to_equal { "ended true", "sent" }
      expect(codes()).to_equal {}
    end)

  it("takes the message from a field that it disables, for good when the form is validated", function()
    launch "switch"
    app:tap "Send"
    app.alert:tap "OK"
    expect(app:cell("Dependent"):error()).to_be "Please enter a valid value for Dependent."
    app:cell("Choice"):set(true)
    expect(app:cell("Dependent"):error()).to_be(nil)
    app:cell("Choice"):set(false)
    expect(app:cell("Dependent"):error()).to_be "Please enter a valid value for Dependent."
    app:cell("Choice"):set(true)
    app:tap "Send"
    app:cell("Choice"):set(false)
    expect(app:cell("Dependent"):error()).to_be(nil)
  end)

  it("hides rows before anything else is touched", function()
    launch "segment"
    expect(shown "Dependent").to_be(true)
    app:cell("Choice"):choose "person"
    expect(shown "Dependent").to_be(false)
    app:cell("Choice"):choose "company"
    expect(shown "Dependent").to_be(true)
  end)

  it("is a step of the history", function()
    launch("segment"):cell("Choice"):choose "person"
    app:undo()
    expect(app:get "order/kind").to_be "company"
  end)

  it("that is not valid stays in the control with its message", function()
    launch "input"
    app:cell("Fails"):set(true)
    expect(app:cell("Fails").control).to_match {
      value = true, error = "Please enter a valid value for Fails.",
    }
    expect(app:get "order/byPost").to_be(false)
  end)
end)

describe("Input that is held", function()
  it("decides which fields are shown when the form is submitted", function()
    launch "text"
    app:cell("Choice"):type "person"
    expect(shown "Dependent").to_be(true)
    app:tap "Send"
    expect(app.alert).to_be(nil)
    expect(lines()).to_equal { "sent" }
    expect(app:get "order/text").to_be "person"
  end)

  it("decides which fields are required, and nothing is written if one is not valid", function()
    launch "text"
    app:cell("Dependent"):type "DE123"
    app:cell("Choice"):type "other"
    app:tap "Send"
    expect(app.alert.message).to_be "Please enter a valid value for Reason."
    app.alert:tap "OK"
    expect(app:get "order/text").to_be "company"
    expect(app:cell("Choice").control.value).to_be "other"
    expect(shown "Dependent").to_be(true)
    app:cell("Reason"):type "none"
    app:tap "Send"
    expect(lines()).to_equal { "sent" }
  end)

  it("may be valid only with other input", function()
    launch "text"
    app:cell("Choice"):type "other"
    app:cell("Reason"):type "x"
    app:cell("Reason"):type ""
    app:cell("Dependent"):type "DE123"
    expect(app:cell("Reason"):error()).not_to_be(nil)
    app:cell("Choice"):type "company"
    app:tap "Send"
    expect(app.alert).to_be(nil)
    expect(app:get "order").to_match { text = "company", reason = "", vat = "DE123" }
  end)

  it("of a choice with liveUpdate off decides, too", function()
    launch "held"
    app:cell("Choice"):set(true)
    expect(app:get "order/held").to_be(false)
    expect(lines()).to_equal {}
    app:tap "Send"
    expect(app:get "order/held").to_be(true)
    expect(lines()).to_equal { "ended true", "sent" }
  end)
end)

describe("Input that is not valid in a field that was hidden or disabled", function()
  it("does not prevent a submit, which reports its loss", function()
    launch "input"
    app:cell("Dependent"):type "x"
    app:cell("Size"):type "many"
    app:cell("Choice"):choose "person"
    app:tap "Send"
    expect(app.alert).to_be(nil)
    expect(lines()).to_contain "sent"
    expect(app.diagnostics[1]).to_match {
      code = "form.discarded", severity = "warning",
      message = '"input" was submitted with input that is hidden or disabled and not valid, '
        .. 'which is lost: "Dependent", "Size"',
    }
    app:cell("Choice"):choose "company"
    expect(app:cell("Size").control).to_match { value = "1" }
    expect(app:cell("Size"):error()).to_be(nil)
  end)

  it("is there again when the field is shown again", function()
    launch "input"
    app:cell("Dependent"):type "x"
    app:cell("Choice"):choose "person"
    app:cell("Choice"):choose "company"
    expect(app:cell("Dependent").control).to_match { value = "x" }
    app:tap "Send"
    expect(app.alert.message).to_be "Please enter a valid value for Dependent."
    app.alert:tap "OK"
  end)

  it("does not keep anyone on the screen", function()
    launch "home"
    app:row("public"):tap()
    app:cell("Dependent"):type "x"
    app:cell("Choice"):choose "person"
    app:back()
    expect(app.alert).to_be(nil)
    expect(app.stack).to_equal { "home" }
    expect(codes()).to_equal { "form.discarded" }
  end)
end)

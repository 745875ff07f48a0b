-- Leaving forms, and forms over an entity that is in no model.

local app

local function launch(home) app = okit.launch("forms_leaving_app.lua", { arguments = { home } }) end

-- Returns the codes of the diagnostics, and the first message.
local function diagnostics()
  local codes, found = {}, app.diagnostics
  for _, diagnostic in ipairs(found) do codes[#codes + 1] = diagnostic.code end
  return codes, found[1] and found[1].message
end

local function expect_discarded(label)
  local codes, message = diagnostics()
  expect(codes).to_equal { "form.discarded" }
  expect(message).to_contain('which is lost: "' .. label .. '"')
end

describe("A form that a script closes", function()
  it.each { "Close", "Back" } ("with %s writes valid input, and reports what is lost", function(button)
    launch()
    app:row("Emma"):tap()
    app:cell("Customer"):type ""
    app:cell("Copies"):type "7"
    app:tap(button)
    expect(app.stack).to_equal { "orders" }
    expect(app:get "orders[0]/customer").to_be "Emma"
    expect(app:get "orders[0]/copies").to_be(7)
    expect_discarded "Customer"
  end)

  it("reports nothing when all input is valid", function()
    launch()
    app:row("Emma"):tap()
    app:cell("Customer"):type "Jane"
    app:tap "Close"
    expect(app:get "orders[0]/customer").to_be "Jane"
    expect(diagnostics()).to_equal {}
  end)
end)

describe("A form that loses its entity", function()
  it("goes with its input, without a warning", function()
    launch()
    app:row("Emma"):tap()
    app:cell("Customer"):type ""
    app:tap "Remove"
    expect(app.stack).to_equal { "orders" }
    expect(app:rows()).to_equal { "Knightley" }
    expect(diagnostics()).to_equal {}
  end)

  it("to another context reports the input that is lost", function()
    launch "front"
    app:cell("Customer"):type ""
    app:tap "Swap"
    expect(app.screen.title).to_be "Knightley"
    expect(app:cell("Customer").control).to_match { value = "Knightley" }
    expect(app:cell("Customer"):error()).to_be(nil)
    expect_discarded "Customer"
    expect(app:get "orders[1]/customer").to_be "Emma"
  end)

  it("to another context reports that valid input is lost, which is not written", function()
    launch "front"
    app:cell("Customer"):type "Jane"
    app:tap "Swap"
    local codes, message = diagnostics()
    expect(codes).to_equal { "form.discarded" }
    expect(message).to_be '"front" got another context, with input that is not written, which is lost: "Customer"'
  end)
end)

describe("A presented form", function()
  before_each(function()
    launch()
    app:tap "Present"
    expect(app.stack).to_equal { "orders", "form" }
  end)

  it("asks before it discards input", function()
    app:cell("Customer"):type ""
    app:cell("Copies"):type "7"
    app:close()
    expect(app.alert).to_match { title = "Invalid Input", message = "Please enter a valid value for Customer." }
    app.alert:tap "Cancel"
    expect(app:cell("Customer").control.value).to_be ""
    app:close()
    app.alert:tap "Discard"
    expect(app.stack).to_equal { "orders" }
    expect(app:get "orders[0]/customer").to_be "Emma"
    expect(app:get "orders[0]/copies").to_be(7)
    expect(diagnostics()).to_equal {}
  end)
end)

describe("A form over an entity that is in no model", function()
  before_each(function()
    launch()
    app:tap "New"
  end)

  it("edits and validates it", function()
    expect(app.screen.title).to_be "Weston"
    app:cell("Customer"):type("Bates"):doneKey()
    expect(app.screen.title).to_be "Bates"
    app:cell("Copies"):type "11"
    app:submit()
    expect(app.alert.message).to_be "Many copies need a discount."
    app.alert:tap "OK"
    app:cell("Discount"):type "0.5"
    app:submit()
    app:tap "Add"
    expect(app:get "orders[2]").to_match { customer = "Bates", copies = 11, discount = 0.5 }
    expect(app.stack).to_equal { "orders", "form" }
    app:close()
    expect(app:rows()).to_equal { "Emma", "Knightley", "Bates" }
    expect(diagnostics()).to_equal {}
  end)

  it("keeps it alive", function()
    app:tap "Collect"
    app:background():foreground()
    expect(app.screen.title).to_be "Weston"
    app:cell("Customer"):type("Bates"):doneKey()
    expect(app.screen.title).to_be "Bates"
  end)

  it("asks before it discards input", function()
    app:cell("Customer"):type ""
    app:close()
    app.alert:tap "Discard"
    expect(app.stack).to_equal { "orders" }
    expect(app:rows()).to_equal { "Emma", "Knightley" }
  end)

  it("closes when the entity leaves the model that it has entered", function()
    app:tap "Add"
    expect(app.stack).to_equal { "orders", "form" }
    app:tap "Remove"
    expect(app.stack).to_equal { "orders" }
  end)

  it("stays when the entity enters a model and that is undone, until it is left", function()
    app:tap "Add"
    app:undo()
    expect(app:get "orders.@count").to_be(2)
    expect(app.stack).to_equal { "orders" }
  end)
end)

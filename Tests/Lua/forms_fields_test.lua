-- Keys, formats and explanations of fields; screens over entities without a model; messages about long screens.
local app

local function launch(home) app = okit.launch("forms_fields_app.lua", { arguments = { home } }) end

local function codes()
  local list = {}
  for _, diagnostic in ipairs(app.diagnostics) do list[#list + 1] = diagnostic.code end
  return list
end

describe("A field", function()
  before_each(function()
    launch()
    local _, _ = app.screen.title, app.diagnostics
  end)

  it("with an invalid value keeps the focus after Done, so that Cancel can drop it", function()
    app:cell("Customer"):type(""):doneKey()
    expect(app:cell("Customer").control).to_match { value = "", focused = true }
    app:cancelKey()
    expect(app:cell("Customer").control).to_match { value = "Emma" }
    expect(app.screen.keyboard).to_be(nil)
    app:cell("Customer"):type("Anne"):doneKey()
    expect(app.screen.keyboard).to_be(nil)
  end)

  it("has the column of a mistake in its message", function()
    app:cell("Price"):type("12x"):doneKey()
    expect(app:cell("Price"):error()).to_be "Please enter a valid value for Price. (column 3)"
    app:cancelKey()
  end)

  it("passes its entered value to parameters of functions", function()
    app:cell("Next"):type("0"):doneKey()
    expect(app:cell("Next"):error()).to_be "Please enter a valid value for Next."
    app:cell("Next"):type("4"):doneKey()
    expect(app:get "orders[0]/copies").to_be(4)
  end)

  it("is explained by the name that the script gave its binding", function()
    expect(app:why(app:row "Customer", "dataPath")).to_match { property = "dataPath", value = "Emma" }
    expect(app:why(app:row "Customer", "textPath")).to_match { property = "dataPath" }
  end)

  it("has keys that are found by their texts, after the rows", function()
    app:row("Customer"):tap()
    app:tap "Done"
    expect(app.screen.keyboard).to_be(nil)
    app:row("Customer"):tap()
    app:byRole("button", "Next"):tap()
    expect(app:cell("Next").control.focused).to_be(true)
    expect(app:byRole("button", "Previous")).to_match { id = "key:previous", enabled = true }
    app:tap "Previous"
    app:tap "Next"
    -- A row goes before the keyboard.
    expect(app:cell("Next").control.focused).to_be(true)
    app:cancelKey()
  end)
end)

describe("Cells that only show a value", function()
  it("have functions that give it", function()
    launch()
    expect(app:cell("Picture").control.value).to_be "small-cover.png"
    expect(app:cell("Page").control.value).to_be "https://example.com/b"
  end)

  it("name a comma that ends a text", function()
    launch "comma"
    local _ = app.screen.title
    local found = app.diagnostics[1]
    expect(found).to_match { code = "binding.unknownName" }
    expect(found.hint).to_be [[a comma ends a text; one with a comma is written "%More than 10\\u{2c}000"]]
  end)
end)

describe("A screen over an entity in no model", function()
  before_each(function()
    launch()
    local _, _ = app.screen.title, app.diagnostics
  end)

  it("closes with an error", function()
    app:call "create()"
    expect(app.screen.name).to_be "form"
    expect(codes()).to_equal { "controller.noModel" }
  end)

  it("stays when the entity comes into a model", function()
    app:call "create_and_add()"
    expect(app.screen.name).to_be "detail"
    expect(codes()).to_equal {}
  end)
end)

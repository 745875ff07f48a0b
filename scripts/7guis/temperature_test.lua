describe("Temperature Converter", function()
  local app
  before_each(function() app = okit.launch("temperature.lua") end)

  local function texts()
    return tostring(app:cell("Celsius").control.value) .. "|" .. tostring(app:cell("Fahrenheit").control.value)
  end

  it.each {
    { "Celsius", "100", "100|212" }, { "Celsius", "-40", "-40|-40" }, { "Fahrenheit", "50", "10|50" },
    { "Celsius", "36.6", "36.6|97.88" },
  } ("%s at %s gives %s", function(field, text, shown)
    app:cell(field):type(text)
    expect(texts()).to_be(shown)
  end)

  it("leaves the other field alone for a text that is not a number", function()
    app:cell("Celsius"):type("5")
    app:cell("Celsius"):type("warm")
    expect(texts()).to_be("warm|41")
    expect(app:cell("Celsius"):error()).to_contain("valid")
    app:cell("Celsius"):type("10")
    expect(texts()).to_be("10|50")
  end)

  it("undoes all that was typed in one field together", function()
    app:cell("Celsius"):type("1")
    app:cell("Celsius"):type("10")
    app:cell("Celsius"):type("100")
    app:undo()
    expect(texts()).to_be("nil|nil")
  end)
end)

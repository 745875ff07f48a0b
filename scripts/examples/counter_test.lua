describe("Counter", function()
  local app
  before_each(function() app = okit.launch("counter.lua") end)

  it("increments with the button", function()
    app:tap("Increment")
    app:tap("Increment")
    expect(app.screen.subtitle).to_be("2")
    expect(app:row("Square")).to_match { detail = "4" }
  end)

  it("increments with the stepper up to its maximum", function()
    app:cell("Value"):step(3)
    expect(app:row("Square")).to_match { detail = "9" }
    app:cell("Value"):step(100)
    expect(app:row("Value")).to_match { detail = "10" }
    expect(function() app:tap("Increment") end).to_fail("disabled")
  end)

  it("disables Reset at zero", function()
    expect(function() app:tap("Reset") end).to_fail("disabled")
    app:tap("Increment")
    app:tap("Reset")
    expect(app.screen.subtitle).to_be("0")
  end)
end)

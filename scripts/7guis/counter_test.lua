describe("Counter", function()
  it("counts the taps, and undoes them", function()
    local app = okit.launch("counter.lua")
    expect(app:row("Value")).to_match { detail = "0" }
    app:tap("Count"):tap("Count")
    expect(app:row("Value")).to_match { detail = "2" }
    app:undo()
    expect(app:row("Value")).to_match { detail = "1" }
  end)
end)

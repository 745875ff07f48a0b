describe("Timer", function()
  local app
  before_each(function() app = okit.launch("timer.lua") end)

  it("runs until its duration, and goes on when that grows", function()
    app.clock:advance(2)
    expect(app:row("Elapsed")).to_match { detail = "2 s" }
    app:cell("Duration"):slide(3)
    expect(app:cell("Elapsed").control).to_match { max = 3 }
    app.clock:advance(60)
    expect(app:row("Elapsed")).to_match { detail = "3 s" }
    app:cell("Duration"):slide(4)
    app.clock:advance(60)
    expect(app:row("Elapsed")).to_match { detail = "4 s" }
  end)

  it("begins again", function()
    app.clock:advance(5)
    app:tap("Reset")
    expect(app:row("Elapsed")).to_match { detail = "0 s" }
    app.clock:advance(1)
    expect(app:row("Elapsed")).to_match { detail = "1 s" }
  end)

  it("undoes the slider, however long the timer runs", function()
    app:cell("Duration"):slide(30)
    app:cell("Duration"):slide(45)
    app.clock:advance(200)
    app:undo()
    expect(app:row("Duration")).to_match { detail = "15 s" }
    expect(app:row("Elapsed")).to_match { detail = "45 s" }
    expect(function() app:undo() end).to_fail("nothing to undo")
  end)
end)

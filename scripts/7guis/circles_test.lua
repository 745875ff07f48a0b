describe("Circle Drawer", function()
  local app
  before_each(function() app = okit.launch("circles.lua") end)

  local function draw(x, y)
    app:tap("Draw")
    app.alert:type(x, "x"):type(y, "y"):tap("Draw")
  end
  local function adjust(place, ...)
    app:row(place):tap()
    for _, diameter in ipairs { ... } do app:cell("Diameter"):slide(diameter) end
    app:close()
  end
  local function circles()
    local texts = {}
    for i, place in ipairs(app:rows()) do texts[i] = place .. " " .. app:row(place).detail end
    return table.concat(texts, "; ")
  end

  it("draws circles, and undoes and redoes it", function()
    draw("10", "20")
    draw("30", "40")
    app:tap("Undo")
    expect(circles()).to_be("(10, 20) 30")
    app:tap("Undo"):tap("Undo")
    expect(circles()).to_be("")
    app:tap("Redo"):tap("Redo"):tap("Redo")
    expect(circles()).to_be("(10, 20) 30; (30, 40) 30")
    local _, name = app:undo()
    expect(name).to_be("Draw")
  end)

  it("adjusts the diameter in one step", function()
    draw("10", "20")
    adjust("(10, 20)", 40, 50, 60)
    adjust("(10, 20)", 70, 80)
    expect(circles()).to_be("(10, 20) 80")
    app:tap("Undo")
    expect(circles()).to_be("(10, 20) 60")
    app:tap("Undo")
    expect(circles()).to_be("(10, 20) 30")
    app:tap("Redo")
    expect(circles()).to_be("(10, 20) 60")
    adjust("(10, 20)", 5)
    app:tap("Redo")
    expect(circles()).to_be("(10, 20) 5")
  end)

  it("draws nothing without a place", function()
    draw("here", "there")
    app:tap("Draw")
    app.alert:tap("Cancel")
    expect(circles()).to_be("")
  end)
end)

describe("A progress cell", function()
  local app
  before_each(function() app = okit.launch("progress_app.lua") end)

  it("follows its value", function()
    expect(app:cell("Map").control).to_match { kind = "progress", value = 30, max = 40, enabled = false }
    app:row("Map"):quick()
    expect(app:cell("Map").control.value).to_be(35)
    app:row("Map"):quick():row("Map"):quick()
    expect(app:cell("Map").control.value).to_be(40)
    expect(app:model().downloads[1].loaded).to_be(45)
  end)

  it("is drawn as a bar", function()
    expect(app:dump()).to_contain("████████░░ 75 %")
    expect(app:dump()).to_contain("██████████ 100 %")
  end)

  it("tells what it reads", function()
    expect(app:why(app:row("Map"), "control")).to_match { property = "valuePath", value = "30" }
  end)

  it("cannot be changed", function()
    app:tap("Edit")
    for _, change in ipairs {
      function(cell) cell:set(10) end, function(cell) cell:type("10") end, function(cell) cell:slide(10) end,
      function(cell) cell:step() end,
    } do
      local ok, failure = pcall(change, app:cell("Map"))
      expect(ok).to_be(false)
      expect(failure.code).to_be("cell.kind")
      expect(failure.message).to_contain("it is a progress bar")
    end
    expect(app:model().downloads[1].loaded).to_be(30)
  end)
end)

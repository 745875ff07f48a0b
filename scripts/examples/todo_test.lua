describe("To do", function()
  local app
  before_each(function()
    app = okit.launch("todo.lua", { fixture = { tasks = { { name = "Buy milk" }, { name = "Read", done = true } } } })
  end)

  it("adds a task at the end", function()
    app:tap("Add")
    app.alert:type("Sleep"):tap("OK")
    expect(app:rows()).to_equal { "Buy milk", "Read", "Sleep" }
    expect(app.screen.subtitle).to_be("3 Tasks")
  end)

  it("finishes a task", function()
    local changes = app:changes(function() app:row("Buy milk"):quick() end)
    expect(changes).to_equal { { path = "/tasks/0/done", old = false, new = true } }
    expect(app:row("Buy milk")).to_match { detail = "Done" }
  end)

  it("filters open tasks", function()
    app:filter("Open")
    expect(app:rows()).to_equal { "Buy milk" }
  end)

  it("cleans up, and undoes it", function()
    app:tap("Clean up")
    expect(app:rows()).to_equal { "Buy milk" }
    app:undo()
    expect(app:rows()).to_equal { "Buy milk", "Read" }
  end)

  it("renames a task", function()
    app:row("Read"):tap()
    app:tap("Edit")
    app:cell("Name"):type("Read a book")
    app:tap("Done"):back()
    expect(app:rows()).to_equal { "Buy milk", "Read a book" }
  end)
end)

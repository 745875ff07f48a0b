local app

describe("Tasks", function()
  before_each(function()
    app = okit.launch("app.lua", {
      fixture = { tasks = { { name = "Read", priority = 1 }, { name = "Write", priority = 2 } } },
    })
  end)

  it("are sorted", function()
    expect(app:rows()).to_equal { "Write", "Read" }
  end)

  it("are finished", function()
    app:row("Read"):quick()
    expect(app:model().tasks[1].done).to_be(true)
  end)

  it("are raised", function()
    app:row("Read"):tap()
    app:row("Priority"):tap()
    expect(app:get "tasks[0]/priority").to_be(2)
  end)

  it("count down", function()
    expect(app:get "tasks[1]/countdown()").to_be(2)
  end)
end)

-- Tests that claim what their steps change (`exhaustive` of `okit.launch`). What is not claimed is reported at the end
-- of a test: `TestFileRunnerTests.swift` tests that.
local SCRIPT = "../../scripts/examples/todo.lua"

local function launch(exhaustive)
  return okit.launch(SCRIPT, {
    exhaustive = exhaustive == nil or exhaustive,
    fixture = { tasks = { { name = "Milk" }, { name = "Bread", done = true } } },
  })
end

local function failure(fn)
  local ok, problem = pcall(fn)
  expect(ok).to_be(false)
  return problem
end

describe("a claim", function()
  it("names the changes of models", function()
    launch():row("Milk"):quick()
      :changes { { path = "/tasks/0/done", old = false, new = true } }
      :shows { sections = { { rows = { { detail = "Done", leading = {} } } } } }
  end)

  it("is made by reading", function()
    local app = launch()
    app:row("Milk"):quick()
    expect(app:get("tasks[0]/done")).to_be(true)
    local row = app:row("Milk")
    expect(row.detail).to_be "Done"
    expect(row.leading).to_equal {}
    expect(app:undo():row("Milk").detail).to_be "Open"
    local first = app.screen.sections[1].rows[1]
    expect(first.leading).to_equal { "Finish" }
    expect(app:snapshot().tasks[1].done).to_be(false)
  end)

  it("is made by a function of the model that reads", function()
    local app = launch()
    app:set("tasks[1]/name", "Rye")
    expect(app:get("tasks.@count")).to_be(2)
    expect(app:get("tasks[1]/name")).to_be "Rye"
    expect(app:rows()).to_equal { "Milk", "Rye" }
  end)

  it("is made by app:changes with a function", function()
    local app = launch()
    local changes = app:changes(function() app:row("Milk"):quick() end)
    expect(#changes).to_be(1)
    expect(changes[1].new).to_be(true)
    expect(app:row("Milk").detail).to_be "Done"
    expect(app:row("Milk").leading).to_equal {}
    app:undo()
    app:changes { { path = "/tasks/0/done", new = false } }
    expect(app.screen).to_match { sections = { { rows = { { detail = "Open" } } } } }
  end)

  it("is made by acting on a screen or a dialog", function()
    local app = launch()
    app:row("Milk"):tap()
    app:back()
    app:tap "Add"
    app.alert:type "Tea"
    app.alert:tap "OK"
    app:changes { { path = "/tasks/2", new = { name = "Tea" } } }
    app:shows { subtitle = "3 Tasks", sections = { { rows = { [3] = { text = "Tea" } } } } }
  end)

  it("is made by a snapshot", function()
    local app = launch()
    app:row("Milk"):quick()
    expect(app:dump()).to_match_snapshot()
  end)

  it("leaves out what is ignored", function()
    local app = launch { ignore = { "/tasks/*", "screen.sections" } }
    app:row("Milk"):quick()
  end)
end)

describe("a mistake in a claim", function()
  for _, case in ipairs {
    { "test.claim", "changes", { { path = "/tasks/0/done", new = false } }, "/tasks/0/done false → true" },
    { "test.claim", "changes", { { path = "/tasks/0/name" } }, "claims /tasks/0/name" },
    { "test.claim", "changes", { {}, {} }, "claims a change without a path" },
    { "test.claim", "changes", { 7 }, "claims 7" },
    { "test.claim", "shows", { title = "Other" }, 'claims that screen.title is "Other", but it is "To do"' },
    { "test.claim", "shows", { title = "To do" }, "claims screen.title, but the step" },
    { "test.claim", "shows", { sections = { { rows = { { detail = { 1 } } } } } }, 'but it is "Done"' },
    { "lua.unknownMember", "shows", { titel = "To do" }, "title" },
    { "lua.argument", "shows", nil, "needs a table" },
    { "lua.argument", "shows", 1, "needs a table" },
  } do
    local code, method, claim, message = table.unpack(case, 1, 4)
    it(("%s: %s"):format(code, message), function()
      local app = launch()
      app:row("Milk"):quick()
      local problem = failure(function() app[method](app, claim) end)
      app:snapshot()
      expect(app.screen).to_equal(app.screen)
      expect(problem.code).to_be(code)
      expect(problem.message).to_contain(message)
    end)
  end

  it("needs exhaustive", function()
    local app = launch(false)
    app:row("Milk"):quick()
    expect(failure(function() app:shows { title = "To do" } end).code).to_be "app.claims"
    expect(failure(function() app:changes {} end).code).to_be "app.claims"
  end)

  for _, case in ipairs {
    { "lua.unknownMember", { ignor = {} } }, { "lua.argument", "shwo" }, { "lua.argument", 1 },
    { "lua.argument", { ignore = { 1 } } }, { "lua.argument", { ignore = { "title" } } },
    { "lua.argument", { ignore = "/tasks" } }, { "lua.argument", { show = 1 } }, { "lua.argument", { "show" } },
  } do
    it("option " .. okit.json.encode { case[2] }, function()
      expect(failure(function() launch(case[2]) end).code).to_be(case[1])
    end)
  end
end)

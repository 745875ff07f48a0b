-- The rules of "What may be called when" in docs/lua.md.
local function launch(case) return okit.launch("time_app.lua", { arguments = { case } }) end
local function logged(app)
  local texts = {}
  for _, text in ipairs(app:model().log) do texts[#texts + 1] = text end
  return texts
end

describe("time", function()
  local cases = {
    { "cancel_in_callback", "5s", { "tick", "false" } },
    { "first_completion_counts", "5s", { "1", "3", "end" } },
    { "completed_elsewhere", "5s", { "there", "timer ends" } },
    { "never_completed", "5s", { "others go on" } },
    { "failing_starter", "0s", { "false", "no" } },
    { "coroutines", "5s", { "a", "b" } },
    { "protected_metamethods_and_close", "5s", { "slow", "after", "closed" } },
    { "cannot_wait", "5s", { "sort lua.wait", "gsub lua.wait" } },
  }
  for _, case in ipairs(cases) do
    it((case[1]:gsub("_", " ")), function()
      local app = launch(case[1])
      app:tap("Go")
      app.clock:advance(tonumber(case[2]:match("%d+")))
      expect(logged(app)).to_equal(case[3])
    end)
  end

  it("several functions wait for one answer, and can read it again", function()
    local app = launch("two_wait_for_one_answer")
    app:tap("Go")
    app:tap("OK")
    expect(logged(app)).to_equal { "first OK", "again OK", "second OK" }
  end)

  it("a dialog stays when its screen leaves", function()
    local app = launch("dialog_without_its_screen")
    app:tap("Go")
    expect(app.stack).to_equal { "home" }
    app:tap("OK")
    expect(logged(app)).to_equal { "OK" }
  end)

  it("a function cannot act as the person", function()
    local app = launch("own_application")
    app:tap("Go")
    expect(logged(app)).to_equal {
      "tap app.turn", "back app.turn", "background app.turn",
      "terminate app.turn", "relaunch app.turn",
    }
  end)

  it("a function may call another through the engine", function()
    local app = launch("reenter")
    app:tap("Go")
    expect(app:get("value")).to_be(12)
    app:undo()
    expect(app:get("value")).to_be(0)
  end)

  it("an observer may navigate", function()
    local app = launch("navigate_in_observer")
    app:tap("Go")
    expect(app.stack).to_equal { "home", "other" }
  end)

  it("a timer that fails keeps running, and its error names where it was started", function()
    local app = launch("timer_that_fails_goes_on")
    app:tap("Go")
    app.clock:advance(1)
    local problems = app.diagnostics
    expect(problems).to_have_count(1)
    expect(problems[1].text).to_match("in a timer that was started at .*time_app.lua:%d+")
    expect(app:get("value")).to_be(0)
  end)

  it("a computed property cannot wait", function()
    local app = launch("")
    expect(app:get("slow")).to_be(nil)
    local problems = app.diagnostics
    expect(problems[1].code).to_be("lua.wait")
    expect(problems[1].text).to_match("cannot wait here")
  end)
end)

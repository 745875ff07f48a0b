-- Collecting and running a tree of tests. Each test builds a framework of its own through `testing_prelude(host)`,
-- which the program that runs this file provides.

-- Collects `body(env)` as "inner_test.lua" and runs it; gives the events, one text each, the result, and the events.
local function run(body, options, host)
  host = host or {}
  local events, lines = {}, {}
  local env = { okit = {} }
  host.environment, host.okit = env, env.okit
  host.clock = host.clock or function() return 0 end
  host.event = function(event)
    events[#events + 1] = event
    if event.kind == "start" then return end
    local line = event.kind .. " " .. table.concat(event.path, " / ")
    if event.reason then line = line .. " (" .. event.reason .. ")" end
    for _, failure in ipairs(event.failures or {}) do line = line .. ": " .. failure.message end
    lines[#lines + 1] = line
  end
  local runner = testing_prelude(host)
  runner.collect("inner_test.lua", function() body(env) end)
  return lines, runner.run(options), events
end

describe("the tree", function()
  it("runs tests in the order they are declared", function()
    local lines, result = run(function(t)
      t.it("a", function() end)
      t.describe("block", function()
        t.it("b", function() end)
        t.describe("inner", function() t.it("c", function() end) end)
      end)
      t.it("d", function() t.expect(1).to_be(2) end)
    end)
    expect(lines).to_equal { "pass a", "pass block / b", "pass block / inner / c", "fail d: expected to be 2, got 1" }
    expect(result).to_equal { passed = 3, failed = 1, pending = 0, skipped = 0, selected = 4, total = 4 }
  end)

  it("describes its events", function()
    local now = 0
    local _, _, events = run(function(t)
      t.describe("block", { tags = "slow" }, function()
        t.it("a", { tags = { "x", "slow, y" } }, function() now = now + 2 end)
      end)
    end, nil, { clock = function() return now end })
    expect(events).to_have_count(2)
    expect(events[1]).to_match { kind = "start", file = "inner_test.lua", path = { "block", "a" }, iteration = 1 }
    expect(events[1].tags).to_equal { "slow", "x", "y" }
    expect(events[1].place.file).to_match("testing_runner_spec.lua$")
    expect(events[2]).to_match { kind = "pass", duration = 2, attempt = 1 }
  end)

  it("reports errors of files and of describe bodies", function()
    local lines = run(function(t)
      t.describe("broken", function()
        t.it("before the error", function() end)
        error("no such thing", 0)
      end)
      t.it("after it", function() end)
      error { message = "the end" }
    end)
    expect(lines).to_equal {
      "fail : the end", "fail broken: no such thing", "pass broken / before the error", "pass after it",
    }
  end)

  it("reports the place and the traceback of an error", function()
    local _, _, events = run(function(t)
      t.it("a", function() local nothing; return nothing.x end)
    end)
    local failure = events[2].failures[1]
    expect(failure).to_match { kind = "error", message = "attempt to index a nil value (local 'nothing')" }
    expect(failure.place.file).to_match("testing_runner_spec.lua$")
    expect(failure.traceback[1]).to_match(failure.place)
    expect(failure.traceback).to_have_count(1)
  end)

  it("places a failure that a tail call left without a frame at the test", function()
    local _, _, events = run(function(t)
      t.it("a", function() return t.expect(1).to_be(2) end)
    end, nil, { where = function(level) if level < 6 then return "inner_test.lua", level end end })
    expect(events[2].place).to_equal { file = "inner_test.lua", line = 2 }
    expect(events[2].failures[1].place).to_equal { file = "inner_test.lua", line = 2 }
  end)

  local misuses = {
    { "it without a name", function(t) t.it(function() end) end,
      "it needs a name as its first argument, got function" },
    { "describe without a body", function(t) t.describe("x") end, 'describe "x" needs a function' },
    { "wrong option", function(t) t.it("x", { tag = "a" }, function() end) end,
      'it "x": unknown option "tag" (did you mean "tags"?)' },
    { "wrong tags", function(t) t.it("x", { tags = 1 }) end, 'it "x": tags must be strings, got 1' },
    { "wrong tag", function(t) t.it("x", { tags = { 1 } }) end, 'it "x": tags must be strings, got 1' },
    { "wrong body", function(t) t.it("x", {}, 1) end, 'it "x" needs a function, got 1' },
    { "hook without a function", function(t) t.before_each() end, "before_each needs a function, got nil" },
    { "each without cases", function(t) t.it.each {} end, "it.each needs at least one case" },
  }
  for _, case in ipairs(misuses) do
    it("refuses: " .. case[1], function() expect(run(case[2])).to_equal { "fail : " .. case[3] } end)
  end
end)

describe("it.each", function()
  it("fills names and passes arguments", function()
    local seen = {}
    local lines = run(function(t)
      t.it.each { { 1, 2.0, "x" }, { 3, nil, "y" } }("%d and %d give %s at 100%%", function(...)
        seen[#seen + 1] = table.pack(...)
      end)
      t.it.each { "a", { key = 1 } }("one %s", function(...) seen[#seen + 1] = table.pack(...) end)
      t.it.each { true }("bare", { tags = "t" }, function(value) seen[#seen + 1] = value end)
    end)
    expect(lines).to_equal {
      "pass 1 and 2 give x at 100%", "pass 3 and nil give y at 100%", "pass one a", "pass one { key = 1 }",
      "pass bare [1]",
    }
    expect(seen).to_equal {
      { 1, 2, "x", n = 3 }, { [1] = 3, [3] = "y", n = 3 }, { "a", n = 1 }, { { key = 1 }, n = 1 }, true,
    }
  end)
end)

describe("hooks", function()
  -- Runs a tree whose hooks and tests note their names; those named in `failing` fail after that.
  local function noted(failing)
    local notes = {}
    local function note(name)
      return function()
        notes[#notes + 1] = name
        if name == failing then error(name .. " failed", 0) end
      end
    end
    local lines = run(function(t)
      for _, name in ipairs { "before_all", "before_each", "after_each", "after_all" } do t[name](note(name)) end
      t.describe("block", function()
        for _, name in ipairs { "before_all", "before_each", "after_each", "after_all" } do
          t[name](note("inner " .. name))
        end
        t.it("a", note("a"))
        t.it("b", note("b"))
      end)
    end)
    return notes, lines
  end

  local test_of = function(name)
    return { "before_each", "inner before_each", name, "inner after_each", "after_each" }
  end
  local function sequence(...)
    local all = {}
    for _, part in ipairs { ... } do
      if type(part) == "string" then part = { part } end
      table.move(part, 1, #part, #all + 1, all)
    end
    return all
  end

  it("nest", function()
    local notes, lines = noted()
    expect(notes).to_equal(sequence("before_all", "inner before_all", test_of "a", test_of "b", "inner after_all",
      "after_all"))
    expect(lines).to_equal { "pass block / a", "pass block / b" }
  end)

  it("a failing before_each fails the test, and after_each runs", function()
    local notes, lines = noted("before_each")
    local one = { "before_each", "inner after_each", "after_each" }
    expect(notes).to_equal(sequence("before_all", "inner before_all", one, one, "inner after_all", "after_all"))
    expect(lines).to_equal {
      "fail block / a: in before_each: before_each failed", "fail block / b: in before_each: before_each failed",
    }
  end)

  it("after_each runs after a failed test and may fail too", function()
    local notes = noted("a")
    expect(notes).to_contain("inner after_each")
    local _, lines = noted("inner after_each")
    expect(lines[1]).to_be("fail block / a: in after_each: inner after_each failed")
  end)

  it("a failing before_all fails every test of its block, and after_all runs", function()
    local notes, lines = noted("inner before_all")
    expect(notes).to_equal { "before_all", "inner before_all", "inner after_all", "after_all" }
    expect(lines).to_equal {
      "fail block / a: in before_all: inner before_all failed",
      "fail block / b: in before_all: inner before_all failed",
    }
  end)

  it("a failing after_all fails under the block's name", function()
    local _, lines = noted("inner after_all")
    expect(lines).to_equal {
      "pass block / a", "pass block / b", "fail block: in after_all: inner after_all failed",
    }
  end)

  it("keep stubs of a before_all for their block", function()
    local object = { tap = function() return "tap" end }
    local seen = {}
    run(function(t)
      t.describe("stubbed", function()
        t.before_all(function() t.okit.stub(object, "tap", function() return "stub" end) end)
        t.it("a", function() seen[1] = object.tap() end)
        t.it("b", function() seen[2] = object.tap() end)
      end)
      t.it("c", function() seen[3] = object.tap() end)
    end)
    expect(seen).to_equal { "stub", "stub", "tap" }
  end)
end)

describe("coroutines", function()
  it("may be left and entered in hooks and tests", function()
    local lines
    local thread = coroutine.create(function()
      lines = run(function(t)
        t.before_each(function() coroutine.yield("before") end)
        t.it("a", function()
          coroutine.yield("in")
          t.expect(1).to_be(2)
        end)
      end)
    end)
    local yielded = {}
    while coroutine.status(thread) ~= "dead" do
      local ok, value = coroutine.resume(thread)
      expect(ok).to_be(true)
      yielded[#yielded + 1] = value
    end
    expect(yielded).to_equal { "before", "in" }
    expect(lines).to_equal { "fail a: expected to be 2, got 1" }
  end)
end)

describe("pending", function()
  it("is a test without a body, one declared so, or one that says so", function()
    local lines, result = run(function(t)
      t.it("a")
      t.pending("b")
      t.it("c", function() t.pending("not on this machine") end)
      t.describe("d", function()
        t.before_all(function() t.pending("no network") end)
        t.it("e", function() end)
      end)
    end)
    expect(lines).to_equal {
      "pending a (no body yet)", "pending b (pending)", "pending c (not on this machine)", "pending d / e (no network)",
    }
    expect(result.pending).to_be(4)
  end)
end)

describe("expect.soft", function()
  it("goes on and fails at the end, each failure with what the host adds", function()
    local captured = 0
    local lines, _, events = run(function(t)
      t.it("a", function()
        t.expect.soft(1).to_be(2)
        t.expect.soft(1).to_be(1)
        t.expect(3).to_be(4)
      end)
    end, nil, {
      capture = function(failure)
        captured = captured + 1
        failure.screen = "screen " .. captured
      end,
    })
    expect(lines).to_equal { "fail a: expected to be 2, got 1: expected to be 4, got 3" }
    expect(events[2].failures).to_match { { screen = "screen 1" }, { screen = "screen 2" } }
  end)
end)

describe("options", function()
  local function tree(t)
    t.it("adds (twice)", { tags = "a" }, function() end)
    t.describe("block", { tags = "b" }, function()
      t.it("adds 12", function() end)
      t.it("fails", { tags = "c" }, function() error("no", 0) end)
      t.it("last", function() end)
    end)
  end

  local cases = {
    { "filter as text", { filters = { "(twice)" } }, { "pass adds (twice)" } },
    { "filter as pattern", { filters = { "adds %d+$" } }, { "pass block / adds 12" } },
    { "filter on the full name", { filters = { "block a" } }, { "pass block / adds 12" } },
    { "filter that is not a pattern", { filters = { "[" } }, {} },
    { "one of several filters", { filters = { "[", "(twice)", "block a" } },
      { "pass adds (twice)", "pass block / adds 12" } },
    { "tags", { tags = "a,c" }, { "pass adds (twice)", "fail block / fails: no" } },
    { "inherited tags, and excluded ones", { tags = { "b" }, exclude_tags = "c" },
      { "pass block / adds 12", "pass block / last" } },
    { "only", { only = { "block last" } }, { "pass block / last" } },
    { "only of a block", { only = { "block" } }, {
      "pass block / adds 12", "fail block / fails: no", "pass block / last",
    } },
    { "except", { except = { "block adds 12", "block fails" } }, { "pass adds (twice)", "pass block / last" } },
    { "bail", { bail = true }, {
      "pass adds (twice)", "pass block / adds 12", "fail block / fails: no",
      "skip block / last (stopped after a failure)",
    } },
    { "repeats", { tags = "a", repeats = 2 }, { "pass adds (twice)", "pass adds (twice)" } },
  }
  for _, case in ipairs(cases) do
    it(case[1], function() expect(run(tree, case[2])).to_equal(case[3]) end)
  end

  it("shuffle gives each seed its order", function()
    local function letters(t)
      for letter in ("abcdefgh"):gmatch(".") do t.it(letter, function() end) end
    end
    local function order(seed)
      local lines = table.concat(run(letters, { shuffle = true, seed = seed }), " ")
      return (lines:gsub("pass ", ""))
    end
    expect(order(1)).to_be("e f b h c g d a")
    expect(order(1)).to_be(order(1))
    expect(order(1)).not_to_be(order(2))
  end)

  it("retries say how often a test was tried", function()
    local tries = 0
    local lines, _, events = run(function(t)
      t.it("flaky", function()
        tries = tries + 1
        t.expect(tries).to_be(3)
      end)
    end, { retries = 2 })
    expect(lines).to_equal { "pass flaky" }
    expect(events[2].attempt).to_be(3)
  end)
end)

describe("only and skip", function()
  local function pass() end

  local cases = {
    { "it.only", function(t)
      t.it("a", pass)
      t.it.only("b", { tags = "x" }, pass)
      t.describe("block", function() t.it("c", pass) end)
    end, { "pass b" } },
    { "describe.only", function(t)
      t.it("a", pass)
      t.describe.only("block", function()
        t.it("b", pass)
        t.describe("inner", function() t.it("c", pass) end)
      end)
    end, { "pass block / b", "pass block / inner / c" } },
    { "an only within an only", function(t)
      t.describe.only("block", function()
        t.it("a", pass)
        t.it.only("b", pass)
      end)
      t.describe("other", function() t.it.only("c", pass) end)
    end, { "pass block / b", "pass other / c" } },
    { "it.skip", function(t)
      t.it("a", pass)
      t.it.skip("b", function() error("runs") end)
      t.it.skip("c")
    end, { "pass a", "skip b", "skip c" } },
    { "describe.skip, without its hooks", function(t)
      t.describe.skip("block", function()
        t.before_all(function() error("runs") end)
        t.after_all(function() error("runs") end)
        t.it("a", function() error("runs") end)
        t.it.only("b", function() error("runs") end)
      end)
    end, { "skip block / b" } },
  }
  for _, case in ipairs(cases) do
    it(case[1], function() expect(run(case[2])).to_equal(case[3]) end)
  end

  it("counts skipped tests", function()
    local _, result = run(function(t)
      t.it.skip("a", pass)
      t.it("b", pass)
    end)
    expect(result).to_match { passed = 1, skipped = 1, selected = 2 }
  end)

  it("only fails with ci, and the other tests run", function()
    local lines = run(function(t)
      t.it.only("a", function() error("runs") end)
      t.describe.only("block", function() t.it("b", pass) end)
      t.it("c", pass)
    end, { ci = true })
    expect(lines).to_equal {
      "fail a: it.only is not permitted with --ci", "fail block: describe.only is not permitted with --ci",
      "pass block / b", "pass c",
    }
  end)

  it("suggests the nearest name", function()
    expect(run(function(t) t.it.olny("a", pass) end)).to_equal {
      'fail : unknown name "it.olny" (did you mean "it.only"?)',
    }
    expect(run(function(t) t.describe.skp("a", pass) end)).to_equal {
      'fail : unknown name "describe.skp" (did you mean "describe.skip"?)',
    }
  end)
end)

describe("shards", function()
  local function letters(t)
    t.describe("block", function()
      for letter in ("abcdefg"):gmatch(".") do t.it(letter, function() end) end
    end)
  end

  for _, offset in ipairs { 0, 1, 5 } do
    it(("contain each test once (offset %d)"):format(offset), function()
      local all = {}
      for index = 1, 3 do
        local lines = run(letters, { shard = { index = index, count = 3, offset = offset } })
        expect(#lines >= 2 and #lines <= 3).to_be(true)
        for _, line in ipairs(lines) do all[#all + 1] = line end
      end
      table.sort(all)
      expect(all).to_equal(run(letters))
    end)
  end

  it("divide the tests that other options select", function()
    local lines = run(letters, { filters = { "[abc]$" }, shard = { index = 2, count = 2, offset = 0 } })
    expect(lines).to_equal { "pass block / b" }
  end)
end)

describe("a list", function()
  it("names the selected tests and runs none", function()
    local lines, result, events = run(function(t)
      t.it("a", function() error("runs") end)
      t.describe("block", function() t.it("b", function() error("runs") end) end)
    end, { list = true, filters = { "b" } })
    expect(lines).to_equal {}
    expect(events).to_match { { kind = "start", path = { "block", "b" } } }
    expect(result).to_match { selected = 1, total = 2, passed = 0 }
  end)
end)

describe("error objects", function()
  local cases = {
    { "a table", { code = 5 }, "(error object is a table: {code = 5})" },
    { "a table with a message", { message = "no", code = 5 }, "no" },
    { "a table with a text", setmetatable({}, { __tostring = function() return "own" end }), "error object: own" },
    { "a number", 5, "5" },
    { "nothing", nil, "(error object is a nil value)" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      expect(run(function(t) t.it("a", function() error(case[2]) end) end)).to_equal { "fail a: " .. case[3] }
    end)
  end

  it("are shown by to_fail too", function()
    expect(function() error { code = 5 } end).to_fail("{code = 5}")
  end)
end)

describe("the host's word", function()
  it("fails a test that leaves something behind", function()
    local lines = run(function(t)
      t.it("a", function() end)
      t.it("b", function() end)
    end, nil, {
      test_end = function(test, failed)
        if test.path[1] == "b" then return nil end
        return { { message = "a dialog is open (failed: " .. tostring(failed) .. ")" } }
      end,
    })
    expect(lines).to_equal { "fail a: a dialog is open (failed: false)", "pass b" }
  end)
end)

describe("snapshots", function()
  local function compared(stored, value, options)
    local files = { page = stored }
    local lines = run(function(t)
      t.it("a", function() t.expect(value).to_match_snapshot("page") end)
    end, options, {
      snapshot_read = function(name) return files[name] end,
      snapshot_write = function(name, content) files[name] = content end,
    })
    return lines[1], files.page
  end

  it("are written when there are none, in the same order always", function()
    local line, written = compared(nil, { b = { 1, "x\ny" }, a = true, ["c d"] = {}, [10] = 1.0 })
    expect(line).to_be("pass a")
    expect(written).to_be([[{
  [10] = 1.0,
  a = true,
  b = {
    1,
    "x\ny",
  },
  ["c d"] = {},
}]])
  end)

  it("keep texts as they are", function()
    local _, written = compared(nil, "one\ntwo")
    expect(written).to_be("one\ntwo")
  end)

  it("are compared by lines", function()
    local line = compared("one\ntwo\nthree", "one\n2\nthree")
    expect(line).to_be('fail a: expected to match snapshot "page", but 2 lines differ (- expected, + got)')
  end)

  it("are updated when asked", function()
    local line, written = compared("old", "new", { update_snapshots = true })
    expect { line, written }.to_equal { "pass a", "new" }
  end)

  it("are not written with ci", function()
    local line, written = compared(nil, "new", { ci = true })
    expect(line).to_be('fail a: there is no snapshot "page"; run the test without --ci to write it')
    expect(written).to_be(nil)
    expect(compared("old", "old", { ci = true })).to_be("pass a")
  end)

  it("are counted when they are written", function()
    local files = { old = "1" }
    local _, _, events = run(function(t)
      t.it("a", function()
        t.expect(1).to_match_snapshot("old")
        t.expect(2).to_match_snapshot("new")
        t.expect(3).to_match_snapshot("newer")
      end)
      t.it("b", function() t.expect(3).to_match_snapshot("newer") end)
    end, nil, {
      snapshot_read = function(name) return files[name] end,
      snapshot_write = function(name, content) files[name] = content end,
    })
    expect(events[2].snapshots).to_be(2)
    expect(events[4].snapshots).to_be(nil)
  end)

  it("have the test's name when they are given none", function()
    local names = {}
    run(function(t)
      t.describe("block", function()
        t.it("a", function()
          t.expect(1).to_match_snapshot()
          t.expect(2).to_match_snapshot()
        end)
      end)
    end, nil, { snapshot_read = function() end, snapshot_write = function(name) names[#names + 1] = name end })
    expect(names).to_equal { "block a", "block a 2" }
  end)
end)

-- `expect(value).to_…(expected)`, each also as `not_to_…`; `expect.soft` continues and fails at the end of the test.

return function(kit)
  local host, text, values, compare = kit.host, kit.text, kit.values, kit.compare
  local failure, runner = kit.failure, kit.runner
  local brief = text.brief

  -- A check gives whether it holds, then what to say if it should have held, a diff for that, and what to say if it
  -- should not have held. Texts are made only when they are needed: `said` is nil otherwise.
  local checks = {}
  local least = {}  -- how many arguments a check needs

  local function lines_differ(lead, expected, actual)
    local lines, count = text.line_diff(expected, actual)
    return ("%s, but %d %s (- expected, + got)"):format(lead, count, count == 1 and "line differs" or "lines differ"),
      table.concat(lines, "\n")
  end

  local function multiline(a, b)
    return type(a) == "string" and type(b) == "string" and (a:find("\n", 1, true) or b:find("\n", 1, true))
  end

  -- How a single value failed a comparison: by lines when it is a long text.
  local function unequal(verb, actual, expected)
    if multiline(actual, expected) then return lines_differ("expected to " .. verb .. " the text", expected, actual) end
    local wanted, got = text.pair(expected, actual)
    return ("expected to %s %s, got %s"):format(verb, wanted, got)
  end

  least.to_be = 1
  function checks.to_be(actual, negated, expected)
    local holds = actual == expected
    if holds ~= negated then return true end
    if negated then return false, "expected not to be " .. brief(expected) end
    local message, diff = unequal("be", actual, expected)
    local kind = type(expected)
    if not diff and kind == "table" and type(actual) == "table" and compare.same(actual, expected) then
      message = "expected to be the same table, got another one with equal content (to_equal compares content)"
    end
    return false, message, diff
  end

  local function compared(verb, actual, negated, expected, partial)
    if negated then
      if not compare.same(actual, expected, partial) then return true end
      return false, ("expected not to %s %s"):format(verb, brief(expected))
    end
    local differences = compare.differences(actual, expected, partial)
    if not differences then return true end
    if differences.lines[1].path == "" then
      if differences.reason then return false, ("expected to %s: %s"):format(verb, differences.reason) end
      return false, unequal(verb, actual, expected)
    end
    local count = differences.count
    local places = count == 1 and "1 place differs" or count .. " places differ"
    return false, ("expected to %s, but %s"):format(verb, places), compare.diff(differences)
  end

  least.to_equal = 1
  function checks.to_equal(actual, negated, expected) return compared("equal", actual, negated, expected, false) end

  local function find(assertion, subject, pattern)
    local ok, found = pcall(string.find, subject, pattern)
    if not ok then
      failure.misuse("%s: %s is not a pattern: %s", assertion, brief(pattern), failure.message(found))
    end
    return found ~= nil
  end

  least.to_match = 1
  function checks.to_match(actual, negated, expected)
    local kind = type(expected)
    if kind == "table" or kind == "userdata" then return compared("match", actual, negated, expected, true) end
    if kind ~= "string" then failure.misuse("to_match needs a table or a pattern, got %s", brief(expected)) end
    local subject = type(actual) == "number" and tostring(actual) or actual
    local holds = type(subject) == "string" and find("to_match", subject, expected)
    if holds ~= negated then return true end
    return false, ("expected %sto match %s, got %s"):format(negated and "not " or "", brief(expected), brief(actual))
  end

  local function contains(actual, expected)
    if type(actual) == "string" then
      if type(expected) ~= "string" and type(expected) ~= "number" then
        failure.misuse("to_contain on a string needs a string, got %s", brief(expected))
      end
      return actual:find(expected, 1, true) ~= nil
    end
    local list, count = values.list(actual)
    local partial = type(expected) == "table"
    if list then
      for i = 1, count do
        if compare.same(list[i], expected, partial) then return true end
      end
      return false
    end
    local entries = values.entries(actual)
    if not entries then failure.misuse("to_contain needs a list or a string to look in, got %s", brief(actual)) end
    if partial and compare.same(actual, expected, true) then return true end
    for _, element in pairs(entries) do
      if compare.same(element, expected, partial) then return true end
    end
    return false
  end

  least.to_contain = 1
  function checks.to_contain(actual, negated, expected)
    if contains(actual, expected) ~= negated then return true end
    return false, ("expected %sto contain %s, got %s"):format(negated and "not " or "", brief(expected), brief(actual))
  end

  -- Dates are near each other in seconds.
  local function number(value)
    if type(value) == "number" then return value end
    local timestamp = (type(value) == "table" or type(value) == "userdata") and values.index(value, "timestamp")
    return type(timestamp) == "number" and timestamp or nil
  end

  least.to_be_near = 1
  function checks.to_be_near(actual, negated, expected, within)
    within = within or 1e-6
    local wanted, got = number(expected), number(actual)
    if not wanted or not number(within) then
      failure.misuse("to_be_near needs a number and a tolerance, got %s and %s", brief(expected), brief(within))
    end
    local holds = got ~= nil and (got == wanted or math.abs(got - wanted) <= within)
    if holds ~= negated then return true end
    return false, ("expected %sto be near %s (within %s), got %s"):format(
      negated and "not " or "", brief(expected), brief(within), brief(actual))
  end

  least.to_fail = 0
  function checks.to_fail(actual, negated, pattern)
    if not values.callable(actual) then failure.misuse("to_fail needs a function, got %s", brief(actual)) end
    if pattern ~= nil and type(pattern) ~= "string" then
      failure.misuse("to_fail needs a pattern, got %s", brief(pattern))
    end
    local unanswered = host.unanswered()
    local ok, problem = pcall(actual)
    local message = not ok and failure.message(problem) or nil
    local holds = not ok and (pattern == nil or find("to_fail", message, pattern))
    if holds and not negated then host.expect_unanswered(message, unanswered) end
    if holds ~= negated then return true end
    if negated then
      local what = pattern and ("not to fail with a message matching " .. brief(pattern)) or "not to fail"
      return false, ("expected %s, but it failed: %s"):format(what, message)
    end
    if ok then
      local what = pattern and (" with a message matching " .. brief(pattern)) or ""
      return false, ("expected to fail%s, but it did not fail"):format(what)
    end
    return false, ("expected to fail with a message matching %s, got %s"):format(brief(pattern), brief(message))
  end

  -- Without a name, the test's own, numbered from the second one on.
  local function snapshot_name(assertion, name)
    if name ~= nil then
      if type(name) ~= "string" or name == "" then
        failure.misuse("the name of a snapshot must be a string that is not empty, got %s", brief(name))
      end
      return name
    end
    local unit = runner.unit
    if not unit or not unit.node.body then failure.misuse("%s needs a name outside of a test", assertion) end
    unit.snapshots = (unit.snapshots or 0) + 1
    local own = kit.tree.full_name(unit.node)
    return unit.snapshots == 1 and own or own .. " " .. unit.snapshots
  end

  -- Writes a snapshot that is missing or to be updated. Gives whether the assertion holds and what to say if it does
  -- not; nothing for a snapshot that stays as it is.
  local function written(kind, name, stored, content, ending)
    local options = runner.options or {}
    if stored == nil and options.ci then
      return false, ("there is no %s %s; run the test without --ci to write it"):format(kind, brief(name))
    end
    if stored ~= nil and not options.update_snapshots then return nil end
    host.snapshot_write(name, content, ending)
    if runner.unit then runner.unit.written = (runner.unit.written or 0) + 1 end
    return true
  end

  least.to_match_snapshot = 0
  function checks.to_match_snapshot(actual, negated, name)
    name = snapshot_name("to_match_snapshot", name)
    local content = host.shown(type(actual) == "string" and actual or text.serialize(actual))
    local stored = host.snapshot_read(name)
    if negated then
      if stored ~= content then return true end
      return false, "expected not to match snapshot " .. brief(name)
    end
    if stored == content then return true end
    local holds, message = written("snapshot", name, stored, content)
    if holds ~= nil then return holds, message end
    return false, lines_differ("expected to match snapshot " .. brief(name), stored, content)
  end

  local function picture_options(options)
    if options ~= nil and type(options) ~= "table" then
      failure.misuse("to_match_picture: options must be a table such as { theme = \"dark\" }, got %s", brief(options))
    end
    local kinds = { theme = "string", width = "integer" }
    for key, value in pairs(options or {}) do
      local kind = kinds[key]
      if not kind then
        failure.misuse("to_match_picture: unknown option %s%s", brief(key), text.hint(key, { "theme", "width" }))
      elseif (math.type(value) or type(value)) ~= kind then
        failure.misuse("to_match_picture: %s needs %s, got %s", key, kind == "string" and "a string" or "an integer",
          brief(value))
      end
    end
    return options or {}
  end

  least.to_match_picture = 0
  function checks.to_match_picture(actual, negated, name, options)
    local application, screen = host.screen_source(actual)
    if not application then
      failure.misuse("to_match_picture needs a screen as app.screen gives it, got %s", brief(actual))
    end
    if type(name) == "table" and options == nil then name, options = nil, name end
    options = picture_options(options)
    name = snapshot_name("to_match_picture", name)
    local picture = host.picture(application, screen, options.theme, options.width)
    local stored = host.snapshot_read(name, "svg")
    local count, diff, page
    if stored then
      local replaces = not negated and (runner.options or {}).update_snapshots or nil
      count, diff, page = host.picture_difference(not negated and name or nil, stored, picture, replaces)
    end
    if negated then
      if not stored or count then return true end
      return false, "expected not to match picture " .. brief(name)
    end
    if stored and not count then return true end
    local holds, message = written("picture", name, stored, picture, "svg")
    if holds ~= nil then return holds, message end
    local lines = count == 1 and "1 line differs" or count .. " lines differ"
    return false, ("expected to match picture %s, but %s (- expected, + got)%s"):format(
      brief(name), lines, page and "; see " .. page or ""), diff
  end

  local function count_of(value)
    if type(value) == "string" then return utf8.len(value) or #value end
    local _, count = values.list(value)
    if count then return count end
    local entries = values.entries(value)
    if not entries then failure.misuse("to_have_count needs something to count, got %s", brief(value)) end
    count = 0
    for _ in pairs(entries) do count = count + 1 end
    return count
  end

  least.to_have_count = 1
  function checks.to_have_count(actual, negated, expected)
    if math.type(expected) == nil or not math.tointeger(expected) then
      failure.misuse("to_have_count needs an integer, got %s", brief(expected))
    end
    local count = count_of(actual)
    if (count == expected) ~= negated then return true end
    if negated then return false, ("expected a count other than %d: %s"):format(count, brief(actual)) end
    return false, ("expected a count of %d, got %d: %s"):format(math.tointeger(expected), count, brief(actual))
  end

  -- The assertions by name, each also negated.
  local assertions, names = {}, {}
  for name, check in pairs(checks) do
    for _, negated in ipairs { false, true } do
      local full = (negated and "not_" or "") .. name
      assertions[full] = { name = full, check = check, negated = negated, least = least[name] }
      names[#names + 1] = full
    end
  end
  table.sort(names)

  local metatable = { __metatable = false, __name = "expectation" }

  local function assert_that(self, assertion, count, ...)
    if count < assertion.least then failure.misuse("%s needs a value to compare with", assertion.name) end
    local holds, message, diff = assertion.check(rawget(self, 1), assertion.negated, ...)
    if host.expectation then host.expectation(assertion.name, holds, message, diff) end
    if holds then return self end
    local problem = failure.assertion(message, diff)
    if not rawget(self, "soft") or not runner.unit then error(problem, 0) end
    runner.record(runner.unit, problem)
    return self
  end

  function metatable.__index(self, key)
    local assertion = assertions[key]
    if not assertion then
      local hint = text.hint(key, names)
      if hint == "" then hint = ' (the names begin with "to_" or "not_to_")' end
      failure.misuse("unknown assertion %s%s", brief(key), hint)
    end
    return function(...)
      local count = select("#", ...)
      -- `expect(v):to_be(x)` says the same as `expect(v).to_be(x)`.
      if rawequal((...), self) then return assert_that(self, assertion, count - 1, select(2, ...)) end
      return assert_that(self, assertion, count, ...)
    end
  end

  function metatable.__tostring(self) return "expect(" .. brief(rawget(self, 1)) .. ")" end

  -- A function that gives nothing back gives nil, so `expect(f())` needs no value.
  return setmetatable({ soft = function(value) return setmetatable({ value, soft = true }, metatable) end }, {
    __metatable = false,
    __call = function(_, value) return setmetatable({ value }, metatable) end,
    __index = function(_, key) failure.unknown("expect." .. tostring(key), { "expect.soft" }) end,
  })
end

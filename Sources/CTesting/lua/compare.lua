-- Deep comparison that says where two values differ, path by path.

local getmetatable, next, type = getmetatable, next, type

local MOST = 20  -- differences shown; the rest is counted

return function(kit)
  local values, text = kit.values, kit.text
  local compare = {}

  -- A sink collects differences; with `first` it only learns that there is one.
  local function report(sink, path, format, ...)
    sink.count = sink.count + 1
    if sink.first or #sink.lines >= MOST then return end
    sink.lines[#sink.lines + 1] = { path = path, text = format:format(...) }
  end

  local function unequal(sink, path, actual, expected)
    if sink.first then return report(sink, path, "") end
    report(sink, path, "expected %s, got %s", text.pair(expected, actual))
  end

  local walk

  local function same(actual, expected, sink)
    local probe = { count = 0, first = true, partial = sink.partial, open = sink.open }
    walk(probe, "", actual, expected)
    return probe.count == 0
  end

  -- When the lengths differ, equal ends are left out first, so that one inserted element is one difference.
  local function walk_list(sink, path, actual, actual_count, expected, expected_count)
    if sink.partial then
      for i = 1, expected_count do walk(sink, text.step(path, i), actual[i], expected[i]) end
      return
    end
    local first, cut = 1, 0
    if actual_count ~= expected_count then
      local shorter = math.min(actual_count, expected_count)
      while first <= shorter and same(actual[first], expected[first], sink) do first = first + 1 end
      while cut <= shorter - first and same(actual[actual_count - cut], expected[expected_count - cut], sink) do
        cut = cut + 1
      end
    end
    local actual_last, expected_last = actual_count - cut, expected_count - cut
    for i = first, math.max(actual_last, expected_last) do
      local step = text.step(path, i)
      if i > actual_last then
        report(sink, step, "missing, expected %s", text.brief(expected[i]))
      elseif i > expected_last then
        report(sink, step, "unexpected %s", text.brief(actual[i]))
      else
        walk(sink, step, actual[i], expected[i])
      end
    end
  end

  local function walk_partial(sink, path, actual, expected)
    for _, key in ipairs(values.sorted_keys(expected)) do
      local element, problem = values.index(actual, key)
      local step = text.step(path, key)
      if problem ~= nil then
        report(sink, step, "expected %s, but: %s", text.brief(expected[key]), kit.failure.message(problem))
      else
        walk(sink, step, element, expected[key])
      end
    end
  end

  local function walk_entries(sink, path, actual, expected)
    local all = {}
    for key in pairs(expected) do all[key] = true end
    for key in pairs(actual) do all[key] = true end
    for _, key in ipairs(values.sorted_keys(all)) do
      if expected[key] == nil then
        report(sink, text.step(path, key), "unexpected %s", text.brief(actual[key]))
      else
        walk(sink, text.step(path, key), actual[key], expected[key])
      end
    end
  end

  -- `__matches(actual, expected)` of either side decides; it may give the reason as a second result.
  local function decided(sink, path, actual, expected)
    local matches = values.metamethod(actual, "__matches") or values.metamethod(expected, "__matches")
    if not matches then return false end
    local ok, reason = matches(actual, expected)
    if ok then return true end
    if type(reason) ~= "string" then
      unequal(sink, path, actual, expected)
    else
      report(sink, path, "%s", reason)
      sink.reason = path == "" and reason or nil
    end
    return true
  end

  local function walk_inside(sink, path, actual, expected)
    local actual_list, actual_count = values.list(actual)
    local expected_list, expected_count = values.list(expected)
    if actual_list and expected_list and (expected_count > 0 or not sink.partial) then
      return walk_list(sink, path, actual_list, actual_count, expected_list, expected_count)
    end
    local expected_entries = values.entries(expected)
    if not expected_entries then return unequal(sink, path, actual, expected) end
    if sink.partial then return walk_partial(sink, path, actual, expected_entries) end
    local actual_entries = values.entries(actual)
    if not actual_entries then return unequal(sink, path, actual, expected) end
    walk_entries(sink, path, actual_entries, expected_entries)
  end

  function walk(sink, path, actual, expected)
    if actual == expected then return end
    if sink.first and sink.count > 0 then return end
    if decided(sink, path, actual, expected) then return end
    if actual == nil and path ~= "" then
      return report(sink, path, "missing, expected %s", text.brief(expected))
    end
    local kind, other = type(expected), type(actual)
    local inside = (kind == "table" or kind == "userdata") and (other == "table" or other == "userdata")
    -- Two objects with an equality of their own have said no already.
    local settled = kind == other and values.metamethod(actual, "__eq") and values.metamethod(expected, "__eq")
      and not (values.list(actual) and values.list(expected))
    if not inside or settled then return unequal(sink, path, actual, expected) end
    -- A pair that is being compared further up is taken as equal: cycles end here.
    local open = sink.open[actual] or {}
    if open[expected] then return end
    sink.open[actual], open[expected] = open, true
    walk_inside(sink, path, actual, expected)
    open[expected] = nil
  end

  -- Tables without metatables are equal if they have equal values at the same keys. This needs neither paths nor an
  -- order of the keys, and most comparisons hold. Gives up, with false, on anything else and after `budget` tables.
  local function plainly_equal(actual, expected, budget)
    if actual == expected then return true, budget end
    if type(actual) ~= "table" or type(expected) ~= "table" or budget == 0
      or getmetatable(actual) ~= nil or getmetatable(expected) ~= nil then
      return false, budget
    end
    budget = budget - 1
    local count = 0
    for key, element in next, expected do
      count = count + 1
      local other = actual[key]
      if other ~= element then
        local same_inside
        same_inside, budget = plainly_equal(other, element, budget)
        if not same_inside then return false, budget end
      end
    end
    for _ in next, actual do count = count - 1 end
    return count == 0, budget
  end

  -- Cycles and deep tables reach it, which the walk handles.
  local PLAIN_TABLES = 150

  --- Compares deeply; `partial` asks only for what `expected` has.
  --- Gives nil when they match, else `{ count =, lines = { { path =, text = } } }`, at most 20 lines; `reason` is
  --- what a `__matches` said about the values as a whole.
  function compare.differences(actual, expected, partial)
    if plainly_equal(actual, expected, PLAIN_TABLES) then return nil end
    local sink = { count = 0, lines = {}, partial = partial, open = {} }
    walk(sink, "", actual, expected)
    return sink.count > 0 and sink or nil
  end

  --- Whether the values match, without looking for more than one difference.
  function compare.same(actual, expected, partial)
    return same(actual, expected, { partial = partial, open = {} })
  end

  --- The differences as the lines of a diff.
  function compare.diff(differences)
    local lines = {}
    for i, difference in ipairs(differences.lines) do
      lines[i] = difference.path == "" and difference.text or difference.path .. ": " .. difference.text
    end
    if differences.count > #lines then lines[#lines + 1] = ("… and %d more"):format(differences.count - #lines) end
    return table.concat(lines, "\n")
  end

  return compare
end

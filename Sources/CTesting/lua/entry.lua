-- The test framework's entry: installs `describe`, `it`, `expect`, … into an environment and gives back a runner.
-- A test file is first collected (the bodies of `describe` run at once and build a tree), then its tests run.

local table_unpack, getmetatable, setmetatable, type = table.unpack, getmetatable, setmetatable, type

-- What most tests have: nothing changes them.
local NO_TAGS, NO_ARGUMENTS = {}, { n = 0 }

local ORDER = { "values", "text", "compare", "failure", "tree", "selection", "runner", "expect", "doubles" }

return function(host)
  local kit = { host = host }
  for _, name in ipairs(ORDER) do kit[name] = host.part(name)(kit) end
  local failure, text = kit.failure, kit.text

  -- The block whose body runs now; nil while tests run.
  local block
  local lines = {}  -- how many tests are declared at a line, by file

  -- What a declaration is called in a message: `it "adds one"`.
  local function label_of(what, name) return name and what .. " " .. text.brief(name) or what end

  -- "a, b", { "a", "b" } and nil as a list of tags.
  local function tag_list(tags, what, name)
    if tags == nil then return NO_TAGS end
    local list = {}
    local function add(words)
      if type(words) ~= "string" then
        failure.misuse("%s: tags must be strings, got %s", label_of(what, name), text.brief(words))
      end
      for word in words:gmatch("[^,%s]+") do list[#list + 1] = word end
    end
    if type(tags) == "table" then
      for _, words in ipairs(tags) do add(words) end
    else
      add(tags)
    end
    return list
  end

  local function check_options(options, what, name)
    for key in pairs(options) do
      if key ~= "tags" then
        failure.misuse("%s: unknown option %s%s", label_of(what, name), text.brief(key), text.hint(key, { "tags" }))
      end
    end
  end

  -- Reads `name, [options], [body]`, as `describe` and `it` take them. With `is_open`, the caller checks the options.
  local function declaration(what, name, options, body, is_open)
    if type(name) ~= "string" then
      failure.misuse("%s needs a name as its first argument, got %s", what, text.brief(name))
    end
    if not block then failure.misuse("%s(%s) inside a running test", what, text.brief(name)) end
    if body == nil and (type(options) ~= "table" or getmetatable(options) ~= nil) then options, body = nil, options end
    if options ~= nil and type(options) ~= "table" then
      failure.misuse("%s: options must be a table, got %s", label_of(what, name), text.brief(options))
    end
    if options and not is_open then check_options(options, what, name) end
    if body ~= nil and not kit.values.callable(body) then
      failure.misuse("%s needs a function, got %s", label_of(what, name), text.brief(body))
    end
    return tag_list(options and options.tags, what, name), body
  end

  -- `mark` is "only", "skip" or nil.
  local function add_block(what, mark, name, options, body)
    local tags, run = declaration(what, name, options, body)
    if not run then failure.misuse("%s %s needs a function", what, text.brief(name)) end
    local outer = block
    local inner = kit.tree.block(outer, name, tags, failure.place())
    inner.body = run
    if mark then inner[mark] = true end
    block = inner
    local problem = failure.guard(run)
    block = outer
    if problem then inner.problems[#inner.problems + 1] = problem end
  end

  local function add_test(name, tags, body, arguments, reason)
    local test = {
      name = name, parent = block, tags = tags, body = body, arguments = arguments or NO_ARGUMENTS,
      place = failure.place(), reason = not body and (reason or "no body yet") or nil,
    }
    block.children[#block.children + 1] = test
    if test.place then
      local of_file = lines[test.place.file] or {}
      lines[test.place.file] = of_file
      local cases = of_file[test.place.line] or { count = 0 }
      of_file[test.place.line], cases.count = cases, cases.count + 1
      test.cases, test.case = cases, cases.count
    end
    return test
  end

  -- A case is a list of arguments when its keys are numbers only (holes are nil arguments); else it is one value.
  local function case_arguments(case)
    if type(case) ~= "table" or getmetatable(case) ~= nil then return { case, n = 1 } end
    local n = 0
    for key in pairs(case) do
      if math.type(key) ~= "integer" or key < 1 then return { case, n = 1 } end
      n = math.max(n, key)
    end
    return { n = n, table_unpack(case, 1, n) }
  end

  local function case_name(name, arguments, index)
    local next_argument, filled = 0, false
    local function fill(letter)
      if letter == "%" then return "%" end
      next_argument, filled = next_argument + 1, true
      local value = arguments[next_argument]
      local whole = letter == "d" and math.type(value) and math.tointeger(value)
      if whole then return ("%d"):format(whole) end
      return type(value) == "string" and value or text.brief(value)
    end
    local result = name:gsub("%%([sd%%])", fill)
    return filled and result or ("%s [%d]"):format(result, index)
  end

  local function each(cases)
    if type(cases) ~= "table" then failure.misuse("it.each needs a list of cases, got %s", text.brief(cases)) end
    if #cases == 0 then failure.misuse("it.each needs at least one case") end
    return function(name, options, body)
      local tags, run = declaration("it.each", name, options, body)
      for index = 1, #cases do
        local arguments = case_arguments(cases[index])
        add_test(case_name(name, arguments, index), tags, run, arguments).is_case = true
      end
    end
  end

  -- An exploration: options of `okit.launch` with `app` and `steps`. Its test runs it for some steps.
  local function explore(name, options, body)
    local has_properties = body ~= nil
    local tags, set_up = declaration("it.explore", name, options, body or function() end, true)
    options = type(options) == "table" and options or {}
    local launch = {}
    for key, value in pairs(options) do
      if key ~= "app" and key ~= "steps" and key ~= "tags" then launch[key] = value end
    end
    local app, steps = options.app, options.steps
    if type(app) ~= "string" then
      failure.misuse(
        "it.explore %s needs the script of an application, such as { app = \"shop.lua\" }", text.brief(name))
    end
    if steps ~= nil and (math.type(steps) ~= "integer" or steps < 1) then
      failure.misuse("it.explore %s: steps needs a whole number from 1, got %s", text.brief(name), text.brief(steps))
    end
    local number = host.declare(
      kit.tree.full_name { name = name, parent = block }, app, launch,
      function(application) set_up(host.application(application)) end,
      function() if host.reset_store then host.reset_store(options.endpoint) end end, steps, has_properties)
    add_test(name, tags, function() host.explore(number) end)
  end

  -- A function that declares something, with the variants `only` and `skip`.
  local function declarator(what, add, members)
    local names = {}
    for _, mark in ipairs { "only", "skip" } do
      members[mark] = function(...) add(what .. "." .. mark, mark, ...) end
    end
    for name in pairs(members) do names[#names + 1] = what .. "." .. name end
    return setmetatable(members, {
      __metatable = false,
      __call = function(_, ...) add(what, nil, ...) end,
      __index = function(_, key) failure.unknown(what .. "." .. tostring(key), names) end,
    })
  end

  local describe = declarator("describe", add_block, {})
  local it = declarator("it", function(what, mark, name, options, body)
    local tags, run = declaration(what, name, options, body)
    local test = add_test(name, tags, run)
    if mark then test[mark] = true end
  end, { each = each, explore = explore })

  -- Between tests it declares one that has yet to be written; in a test it ends it as pending.
  local function pending(reason)
    if not block then error({ kind = "pending", message = tostring(reason or "pending") }, 0) end
    if type(reason) ~= "string" then failure.misuse("pending needs a name, got %s", text.brief(reason)) end
    add_test(reason, {}, nil, nil, "pending")
  end

  local function hook(name)
    return function(body)
      if not block then failure.misuse("%s inside a running test", name) end
      if not kit.values.callable(body) then failure.misuse("%s needs a function, got %s", name, text.brief(body)) end
      local hooks = block[name]
      hooks[#hooks + 1] = body
    end
  end

  local environment = host.environment
  environment.describe, environment.it, environment.pending = describe, it, pending
  environment.expect = kit.expect
  for _, name in ipairs { "before_each", "after_each", "before_all", "after_all" } do
    environment[name] = hook(name)
  end
  host.okit.spy, host.okit.stub = kit.doubles.spy, kit.doubles.stub

  local runner = {}
  local files = {}

  --- Runs a test file's chunk and keeps what it declares; an error in it is reported by `run`.
  function runner.collect(file, chunk)
    local root = kit.tree.block(nil, nil, {}, nil)
    root.file = file
    files[#files + 1] = root
    block = root
    local problem = failure.guard(chunk)
    block = nil
    if problem then root.problems[#root.problems + 1] = problem end
  end

  --- Declares the tests of another file, which are not run.
  function runner.declare(chunk)
    local outer = block
    block = kit.tree.block(nil, nil, {}, nil)
    local problem = failure.guard(chunk)
    block = outer
    if problem then error(problem, 0) end
  end

  --- Runs what was collected; the options and the result are described in `runner.lua`.
  function runner.run(options)
    options = options or {}
    local selection = {
      tags = tag_list(options.tags, "tags"), exclude_tags = tag_list(options.exclude_tags, "exclude_tags"),
    }
    return kit.runner.run(files, options, selection)
  end

  return runner
end

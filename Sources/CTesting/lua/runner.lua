-- Runs the collected tree and tells the host what happens.
--
-- Options: `filter` (a test runs when its full name contains the text or matches it as a Lua pattern), `tags` and
-- `exclude_tags` (a list, or a text with commas; any of them), `only` and `except` (lists of full names), `shuffle`,
-- `seed`, `bail`, `repeats` (times to run everything), `retries` (further attempts of a failed test),
-- `update_snapshots`.
-- Result: `{ passed, failed, pending, skipped, selected, total }`, numbers of tests.

return function(kit)
  local host, failure = kit.host, kit.failure
  local runner = {}

  --- A new block of the tree; the one without a parent is a file.
  function runner.block(parent, name, tags, place)
    local block = {
      parent = parent, name = name, tags = tags, place = place, children = {}, problems = {},
      before_each = {}, after_each = {}, before_all = {}, after_all = {},
    }
    if parent then parent.children[#parent.children + 1] = block end
    return block
  end

  -- The blocks around a node and the node, outermost first; the file is not among them.
  local function lineage(node)
    local nodes = {}
    while node and node.parent do
      table.insert(nodes, 1, node)
      node = node.parent
    end
    return nodes
  end

  local function path_of(node)
    local path = {}
    for i, each in ipairs(lineage(node)) do path[i] = each.name end
    return path
  end

  --- What a test is called: the names of its blocks and its own, with blanks between.
  function runner.full_name(node) return table.concat(path_of(node), " ") end

  local function file_of(node)
    while node.parent do node = node.parent end
    return node.file
  end

  local function tags_of(node)
    local tags, seen = {}, {}
    for _, each in ipairs(lineage(node)) do
      for _, tag in ipairs(each.tags) do
        if not seen[tag] then
          seen[tag] = true
          tags[#tags + 1] = tag
        end
      end
    end
    return tags, seen
  end

  local function matches(name, filter)
    if name:find(filter, 1, true) then return true end
    local ok, found = pcall(string.find, name, filter)
    return ok and found ~= nil
  end

  local function has_any(tags, wanted)
    for _, tag in ipairs(wanted) do
      if tags[tag] then return true end
    end
    return false
  end

  -- Marks each test with `selected` and gives each block the number of its selected tests.
  local function select_tests(block, options, selection, result)
    block.selected = 0
    for _, node in ipairs(block.children) do
      if node.children then
        block.selected = block.selected + select_tests(node, options, selection, result)
      else
        result.total = result.total + 1
        local name = runner.full_name(node)
        local _, tags = tags_of(node)
        node.selected = (not options.filter or matches(name, options.filter))
          and (#selection.tags == 0 or has_any(tags, selection.tags))
          and not has_any(tags, selection.exclude_tags)
          and (not selection.only or selection.only[name] == true)
          and not (selection.except and selection.except[name])
        if node.selected then block.selected = block.selected + 1 end
      end
    end
    return block.selected
  end

  -- The same sequence for the same seed on every machine (SplitMix64).
  local function random(seed)
    local state = seed
    return function(limit)
      state = state + 0x9E3779B97F4A7C15
      local z = state
      z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
      z = (z ~ (z >> 27)) * 0x94D049BB133111EB
      return ((z ~ (z >> 31)) >> 1) % limit + 1
    end
  end

  local function ordered(children, pick)
    if not pick then return children end
    local mixed = { table.unpack(children) }
    for i = #mixed, 2, -1 do
      local j = pick(i)
      mixed[i], mixed[j] = mixed[j], mixed[i]
    end
    return mixed
  end

  -- One unit is what fails as a whole: a test with its hooks, or the `…_all` hooks of a block.
  local function new_unit(node) return { node = node, failures = {}, restores = {} } end

  --- Adds a failure to the unit that runs; the host adds what it knows about this moment.
  function runner.record(unit, problem)
    -- A tail call leaves no frame to point at.
    problem.place = problem.place or unit.node.place
    if host.capture then host.capture(problem) end
    unit.failures[#unit.failures + 1] = problem
  end

  -- Runs a function as part of a unit; true when it went through.
  local function step(unit, label, fn, ...)
    local outer = runner.unit
    runner.unit = unit
    local problem = failure.guard(fn, ...)
    runner.unit = outer
    if not problem then return true end
    if problem.kind == "pending" then
      unit.pending = problem.message
    else
      if label then problem.message = "in " .. label .. ": " .. problem.message end
      runner.record(unit, problem)
    end
    return false
  end

  local function restore(unit)
    for i = #unit.restores, 1, -1 do step(unit, "restoring a stub", unit.restores[i]) end
  end

  local function execute(test)
    local unit = new_unit(test)
    local blocks = { test.parent }
    while blocks[#blocks].parent do blocks[#blocks + 1] = blocks[#blocks].parent end
    if host.test_begin then host.test_begin(test.info) end
    local ready = true
    for i = #blocks, 1, -1 do
      for _, hook in ipairs(blocks[i].before_each) do ready = ready and step(unit, "before_each", hook) end
    end
    if ready then step(unit, nil, test.body, table.unpack(test.arguments, 1, test.arguments.n)) end
    for i = 1, #blocks do
      for _, hook in ipairs(blocks[i].after_each) do step(unit, "after_each", hook) end
    end
    restore(unit)
    if host.test_end then
      for _, problem in ipairs(host.test_end(test.info, #unit.failures > 0) or {}) do
        problem.kind = problem.kind or "error"
        unit.failures[#unit.failures + 1] = problem
      end
    end
    return unit
  end

  local function event(run, kind, node, fields)
    fields.kind, fields.file, fields.place = kind, file_of(node), node.place
    fields.path, fields.tags, fields.iteration = path_of(node), tags_of(node), run.iteration
    host.event(fields)
  end

  local COUNTED = { pass = "passed", fail = "failed", pending = "pending", skip = "skipped" }

  local function finish(run, kind, node, fields)
    local key = COUNTED[kind]
    run.result[key] = run.result[key] + 1
    if kind == "fail" and run.options.bail then run.stopped = true end
    event(run, kind, node, fields)
  end

  -- The failure of a `before_all` as each test of the block reports it.
  local function inherited(failures)
    local copies = {}
    for i, problem in ipairs(failures) do
      local copy = {}
      for key, value in pairs(problem) do copy[key] = value end
      copies[i] = copy
    end
    return copies
  end

  -- `verdict` is what a `before_all` around the test said, if it did not go through.
  local function run_test(run, test, verdict)
    if run.stopped then return finish(run, "skip", test, { reason = "stopped after a failure", duration = 0 }) end
    local reason = not test.body and test.reason or verdict and verdict.pending
    if reason then return finish(run, "pending", test, { reason = reason, duration = 0 }) end
    test.info = { file = file_of(test), path = path_of(test), place = test.place, tags = tags_of(test) }
    event(run, "start", test, {})
    if verdict then
      return finish(run, "fail", test, { failures = inherited(verdict.failures), duration = 0, attempt = 1 })
    end
    local began = host.clock()
    for attempt = 1, 1 + (run.options.retries or 0) do
      local unit = execute(test)
      local done = { duration = host.clock() - began, attempt = attempt }
      if #unit.failures == 0 then
        done.reason = unit.pending
        return finish(run, unit.pending and "pending" or "pass", test, done)
      end
      done.failures = unit.failures
      if attempt > (run.options.retries or 0) then return finish(run, "fail", test, done) end
    end
  end

  local function run_block(run, block, verdict)
    if block.selected == 0 then return end
    local unit = new_unit(block)
    local entered = not run.stopped and not verdict
    if entered then
      for _, hook in ipairs(block.before_all) do
        if not step(unit, "before_all", hook) then break end
      end
      if unit.pending or #unit.failures > 0 then verdict = unit end
    end
    for _, node in ipairs(ordered(block.children, run.pick)) do
      if node.children then
        run_block(run, node, verdict)
      elseif node.selected then
        run_test(run, node, verdict)
      end
    end
    if not entered then return end
    local closing = new_unit(block)
    for _, hook in ipairs(block.after_all) do step(closing, "after_all", hook) end
    restore(unit)
    restore(closing)
    if #closing.failures > 0 then
      finish(run, "fail", block, { failures = closing.failures, duration = 0, attempt = 1 })
    end
  end

  -- Errors of a file or of `describe` bodies fail under the name of the block they were in.
  local function report_problems(run, block)
    for _, problem in ipairs(block.problems) do
      finish(run, "fail", block, { failures = { problem }, duration = 0, attempt = 1 })
    end
    for _, node in ipairs(block.children) do
      if node.children then report_problems(run, node) end
    end
  end

  function runner.run(files, options, selection)
    local result = { passed = 0, failed = 0, pending = 0, skipped = 0, selected = 0, total = 0 }
    for _, key in ipairs { "only", "except" } do
      selection[key] = options[key] and {}
      for _, name in ipairs(options[key] or {}) do selection[key][name] = true end
    end
    for _, file in ipairs(files) do
      result.selected = result.selected + select_tests(file, options, selection, result)
    end
    runner.options = options
    local run = { options = options, result = result }
    for _, file in ipairs(files) do report_problems(run, file) end
    for iteration = 1, options.repeats or 1 do
      run.iteration = iteration
      run.pick = options.shuffle and random((options.seed or 0) + iteration - 1) or nil
      for _, file in ipairs(ordered(files, run.pick)) do run_block(run, file) end
    end
    return result
  end

  return runner
end

-- Runs the collected tree and reports events to the host.
--
-- Options: `filters` (a list; a test runs when its full name contains one of the texts or matches one as a Lua
-- pattern), `tags` and `exclude_tags` (a list, or a text with commas; any of them), `only` (a list of full names of
-- tests or blocks), `except` (a list of tests), `lines` (a list), `shard` (`index`, `count` and the `offset` of the
-- first test), `list` (reports the start of each test without running it), `shuffle`, `seed`, `bail`, `repeats`
-- (times to run everything), `retries` (further attempts of a failed test), `attempts` (the number of the next
-- attempt by test), `resumed` (problems outside of tests were reported before), `hooks` (the failures of `before_all`
-- hooks that a limit has stopped, by block), `stopped` (reports the tests without running them), `ci`,
-- `update_snapshots`.
-- Result: `{ passed, failed, pending, skipped, selected, total }`, numbers of tests.

return function(kit)
  local host, failure, tree, selection = kit.host, kit.failure, kit.tree, kit.selection
  local path_of, file_of, tags_of = tree.path_of, tree.file_of, tree.tags_of
  local runner = {}

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

  -- The blocks around the tests of a block, innermost first.
  local function blocks_of(block)
    local blocks = block.around
    if blocks then return blocks end
    blocks = { block }
    while blocks[#blocks].parent do blocks[#blocks + 1] = blocks[#blocks].parent end
    block.around = blocks
    return blocks
  end

  local function execute(test, attempt)
    local unit = new_unit(test)
    local blocks = blocks_of(test.parent)
    if host.test_begin then host.test_begin(test, attempt) end
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
      local messages = #unit.failures > 0 and {} or nil
      for i, problem in ipairs(unit.failures) do messages[i] = problem.message end
      local found = host.test_end(test, messages ~= nil, messages)
      for i = 1, found and #found or 0 do
        local problem = found[i]
        problem.kind = problem.kind or "error"
        unit.failures[#unit.failures + 1] = problem
      end
    end
    return unit
  end

  local function event(run, kind, node, fields)
    host.event {
      kind = kind, file = file_of(node), place = node.place, path = path_of(node), tags = tags_of(node),
      iteration = run.iteration, occurrence = node.occurrence ~= 1 and node.occurrence or nil,
      case = tree.case_of(node), duration = fields.duration, attempt = fields.attempt, reason = fields.reason,
      snapshots = fields.snapshots, failures = fields.failures,
    }
  end

  local NO_FIELDS = {}

  -- Reports the start of a test, in the way that costs least.
  local function start(run, test)
    if not host.started then return event(run, "start", test, NO_FIELDS) end
    local place, tags = test.place or NO_FIELDS, tags_of(test)
    host.started(file_of(test), path_of(test), place.file, place.line, tags, test.occurrence, run.iteration,
      tree.case_of(test))
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
    if test.skipped then return finish(run, "skip", test, { duration = 0 }) end
    if run.stopped then return finish(run, "skip", test, { reason = "stopped after a failure", duration = 0 }) end
    local reason = not test.body and test.reason or verdict and verdict.pending
    if reason then return finish(run, "pending", test, { reason = reason, duration = 0 }) end
    start(run, test)
    if verdict then
      return finish(run, "fail", test, { failures = inherited(verdict.failures), duration = 0, attempt = 1 })
    end
    local began, snapshots = host.clock(), 0
    local attempts = 1 + (run.options.retries or 0)
    for attempt = run.attempts and run.attempts[selection.key(test)] or 1, attempts do
      local unit = execute(test, attempt)
      snapshots = snapshots + (unit.written or 0)
      if host.passed and #unit.failures == 0 and not unit.pending and snapshots == 0 then
        run.result.passed = run.result.passed + 1
        return host.passed(attempt)
      end
      local done = { duration = host.clock() - began, attempt = attempt }
      if snapshots > 0 then done.snapshots = snapshots end
      if #unit.failures == 0 then
        done.reason = unit.pending
        return finish(run, unit.pending and "pending" or "pass", test, done)
      end
      done.failures = unit.failures
      if attempt == attempts then return finish(run, "fail", test, done) end
    end
  end

  -- Tells the host which hooks of a block run: a limit may stop a hook instead of a test.
  local function announce(block, hook)
    if host.hook then
      local info = { file = file_of(block), path = path_of(block), place = block.place, tags = tags_of(block) }
      host.hook(info, hook, selection.block_key(block))
    end
  end

  local function run_block(run, block, verdict)
    if block.selected == 0 then return end
    local unit = new_unit(block)
    local failures = run.options.hooks and run.options.hooks[selection.block_key(block)]
    if failures then verdict = { failures = failures } end
    -- Hooks are for tests that run.
    local entered = not run.stopped and not verdict and block.runnable > 0
    if entered then
      if #block.before_all > 0 then announce(block, "before_all") end
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
    if #block.after_all > 0 then announce(block, "after_all") end
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

  -- With `--ci`, a forgotten `only` fails in place of the test, or under the name of the block.
  local function reject_only(run, block)
    for _, node in ipairs(block.children) do
      if node.only then
        local problem = {
          kind = "error", place = node.place,
          message = (node.children and "describe" or "it") .. ".only is not permitted with --ci",
        }
        finish(run, "fail", node, { failures = { problem }, duration = 0, attempt = 1 })
      end
      if node.children then reject_only(run, node) end
    end
  end

  local function list(run, block)
    for _, node in ipairs(block.children) do
      if node.children then list(run, node) elseif node.selected then start(run, node) end
    end
  end

  function runner.run(files, options, tags)
    local result = { passed = 0, failed = 0, pending = 0, skipped = 0, selected = 0, total = 0 }
    for _, file in ipairs(files) do selection.mark(file, options, tags, result) end
    runner.options = options
    local run = { options = options, result = result, attempts = options.attempts, iteration = 1 }
    run.stopped = options.stopped
    for _, file in ipairs(files) do
      if not options.resumed then report_problems(run, file) end
      if options.list then
        list(run, file)
      elseif options.ci and not options.resumed then
        reject_only(run, file)
      end
    end
    if options.list then return result end
    for iteration = 1, options.repeats or 1 do
      run.iteration = iteration
      run.pick = options.shuffle and random((options.seed or 0) + iteration - 1) or nil
      for _, file in ipairs(ordered(files, run.pick)) do run_block(run, file) end
    end
    return result
  end

  return runner
end

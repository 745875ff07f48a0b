-- Chooses the tests to run.

return function(kit)
  local host, tree = kit.host, kit.tree
  local selection = {}

  local function matches(name, filters)
    for _, filter in ipairs(filters) do
      if name:find(filter, 1, true) then return true end
      local ok, found = pcall(string.find, name, filter)
      if ok and found then return true end
    end
    return false
  end

  local function has_any(tags, wanted)
    for _, tag in ipairs(wanted) do
      if tags[tag] then return true end
    end
    return false
  end

  -- Whether the name of the test or of a block around it is among the names.
  local function is_named(test, names)
    local node = test
    while node.parent do
      if names[tree.full_name(node)] then return true end
      node = node.parent
    end
    return false
  end

  -- MARK: Lines

  local function contains(node, line)
    local place = node.place
    if not place or place.file ~= tree.file_of(node) then return false end
    if line == place.line then return true end
    local file, first, last = host.lines(node.body)
    -- The body may be a function that another line defines.
    return file == place.file and first >= place.line and line > place.line and line <= last
  end

  local function mark_all(node)
    if not node.children then
      node.at_line = true
      return
    end
    for _, child in ipairs(node.children) do mark_all(child) end
  end

  -- Marks the tests that contain a line; those of a block if only the block itself contains it.
  local function mark_line(block, line)
    local found = false
    for _, node in ipairs(block.children) do
      if contains(node, line) then
        found = true
        if not (node.children and mark_line(node, line)) then mark_all(node) end
      end
    end
    return found
  end

  -- MARK: Focus

  local function has_only(block)
    for _, node in ipairs(block.children) do
      if node.only or node.children and has_only(node) then return true end
    end
    return false
  end

  -- Marks the tests that `only` selects, or all if `ignores_only`. Within a block, `only` is narrower than that of the
  -- block.
  local function mark_focus(block, inherited, ignores_only)
    if not ignores_only and has_only(block) then inherited = false end
    for _, node in ipairs(block.children) do
      if node.children then
        mark_focus(node, node.only or inherited, ignores_only)
      else
        node.focused = node.only or inherited
      end
    end
  end

  -- MARK: All conditions

  --- A test as `except` and `attempts` name it: its full name, with a number if an earlier test has the same name.
  function selection.key(test)
    local name = tree.full_name(test)
    return test.occurrence == 1 and name or ("%s\0%d"):format(name, test.occurrence)
  end

  --- A block as `hooks` names it: its number among the blocks of the file, in the order of their declaration.
  function selection.block_key(block) return block.number end

  local function set_of(list)
    if not list then return nil end
    local set = {}
    for _, name in ipairs(list) do set[name] = true end
    return set
  end

  -- `choice`: the options, and what is counted meanwhile.
  local function select_tests(block, choice, skipped)
    local options, result = choice.options, choice.result
    block.selected, block.runnable = 0, 0
    choice.blocks = choice.blocks + 1
    block.number = choice.blocks
    for _, node in ipairs(block.children) do
      if node.children then
        select_tests(node, choice, skipped or node.skip)
        block.selected, block.runnable = block.selected + node.selected, block.runnable + node.runnable
      else
        result.total = result.total + 1
        local name = tree.full_name(node)
        local _, tags = tree.tags_of(node)
        choice.names[name] = (choice.names[name] or 0) + 1
        node.occurrence = choice.names[name]
        node.skipped = skipped or node.skip
        node.selected = (not options.filters or matches(name, options.filters))
          and (#choice.tags == 0 or has_any(tags, choice.tags))
          and not has_any(tags, choice.exclude_tags)
          and (not choice.only or is_named(node, choice.only))
          and (not choice.lines or node.at_line == true)
          and (node.focused or choice.lines ~= nil)
          and not (options.ci and node.only)
        local shard = options.shard
        if node.selected and shard then
          node.selected = (choice.position + shard.offset) % shard.count == shard.index - 1
          choice.position = choice.position + 1
        end
        node.selected = node.selected and not (choice.except and choice.except[selection.key(node)])
        if node.selected then
          block.selected = block.selected + 1
          if node.body and not node.skipped then block.runnable = block.runnable + 1 end
        end
      end
    end
  end

  --- Marks each test with `selected` and `skipped`, and gives each block the numbers of its tests that are selected and
  --- of those that will run.
  function selection.mark(file, options, tags, result)
    if options.lines then
      for _, line in ipairs(options.lines) do mark_line(file, line) end
    end
    mark_focus(file, true, options.ci)
    select_tests(file, {
      options = options, result = result, tags = tags.tags, exclude_tags = tags.exclude_tags, lines = options.lines,
      only = set_of(options.only), except = set_of(options.except), names = {}, position = 0,
      blocks = 0,
    })
    result.selected = result.selected + file.selected
  end

  return selection
end

-- The tree that a test file declares: blocks, which have `children`, and tests. The block without a parent is a file.

return function()
  local tree = {}

  --- A new block; it becomes the last child of its parent.
  function tree.block(parent, name, tags, place)
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

  --- The names of the blocks around a node and its own, outermost first. Computed once, because each event needs it.
  function tree.path_of(node)
    local path = node.path
    if path then return path end
    if node.parent then
      path = { table.unpack(tree.path_of(node.parent)) }
      path[#path + 1] = node.name
    else
      path = {}
    end
    node.path = path
    return path
  end

  --- The full name of a test: the names of its blocks and its own, separated by spaces.
  function tree.full_name(node)
    node.full_name = node.full_name or table.concat(tree.path_of(node), " ")
    return node.full_name
  end

  --- The number of a test among those that are declared at its line; nil for the only one.
  function tree.case_of(node)
    return node.cases and (node.is_case or node.cases.count > 1) and node.case or nil
  end

  function tree.file_of(node)
    while node.parent do node = node.parent end
    return node.file
  end

  --- The tags of a node and of the blocks around it: a list, and a set.
  function tree.tags_of(node)
    if node.all_tags then return node.all_tags, node.tag_set end
    if node.parent and #node.tags == 0 then
      node.all_tags, node.tag_set = tree.tags_of(node.parent)
      return node.all_tags, node.tag_set
    end
    local tags, seen = {}, {}
    node.all_tags, node.tag_set = tags, seen
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

  return tree
end

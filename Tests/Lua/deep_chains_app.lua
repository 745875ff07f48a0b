-- Computed properties that depend on each other in long chains, through everything that can read a property.
local okit = require "okit"
local t = okit.types

-- Returns the value of a property of the item before; 0 for the first.
local function before(self, name)
  local item = self.before.ref
  return item and item[name] or 0
end

local Item = okit.ModelEntity:extend("Item", {
  n = 1, before = t.ref "Item", itself = t.list(t.ref "Item"),
  byRef = t.computed(function(self) return self.n + before(self, "byRef") end),
  byText = t.computed(function(self) return self.n + (self:getInt("$before/byText") or 0) end),
  byFormula = t.computed(function(self) return self:get("= n + ifnull([$before/byFormula], 0)") end),
  byNestedFormula = t.computed(function(self)
    return self:get("= ((((((((n)))))))) + ((((((((ifnull([$before/byNestedFormula], 0)))))))))")
  end),
  byExtension = t.computed(function(self) return self:getInt("extended") end),
  byCall = t.computed(function(self) return self.n + (self.before.ref and self.before.ref:call("called()") or 0) end),
  bySum = t.computed(function(self)
    return self.n + (self.before.ref and self.before.ref:getInt("itself/ref/@sum.bySum") or 0)
  end),
  byMap = t.computed(function(self)
    return self.n + (self.before.ref and self.before.ref.itself:map(function(one) return one.ref.byMap end)[1] or 0)
  end),
  bySorted = t.computed(function(self)
    return self.n + (self.before.ref and self.before.ref.itself:sorted("ref/bySorted")[1].ref.bySorted or 0)
  end),
  byPcall = t.computed(function(self)
    local ok, value = pcall(before, self, "byPcall")
    return ok and self.n + value or -1
  end),
  byXpcall = t.computed(function(self)
    local ok, value = xpcall(before, function() return "handled" end, self, "byXpcall")
    return ok and self.n + value or -1
  end),
  byCoroutine = t.computed(function(self)
    local next_value = coroutine.wrap(function() coroutine.yield(before(self, "byCoroutine")) end)
    return self.n + next_value()
  end),
  byResume = t.computed(function(self)
    local ok, value = coroutine.resume(coroutine.create(before), self, "byResume")
    return ok and self.n + value or -1
  end),
  byComparison = t.computed(function(self)
    local value
    table.sort({ 1, 2 }, function(a, b) value = before(self, "byComparison") return a < b end)
    return self.n + value
  end),
  byPattern = t.computed(function(self)
    local value
    string.gsub("a", "a", function() value = before(self, "byPattern") end)
    return self.n + value
  end),
  byChunk = t.computed(function(self)
    local value
    load(function() value = before(self, "byChunk") end)
    return self.n + (value or -1)
  end),
  byClosed = t.computed(function(self)
    local closed <close> = setmetatable({}, { __close = function() return self.n end })
    return closed and self.n + before(self, "byClosed")
  end),
  byMetatable = t.computed(function(self)
    local object = setmetatable({}, { __index = function(_, name) return before(self, name) end })
    return self.n + object.byMetatable
  end),
})

function Item:called() return self.byCall end
okit.extend("Item", { extended = function(self) return self.n + (self:getInt("$before/byExtension") or 0) end })

-- A cell of a spreadsheet with a formula such as `A1+A2*2`, evaluated by a parser in Lua.
local Cell = okit.ModelEntity:extend("Cell", {
  formula = "0",
  value = t.computed(function(self)
    local sum = 0
    for sign, term in self.formula:gmatch("([+-]?)([%w*]+)") do
      local product = sign == "-" and -1 or 1
      for factor in term:gmatch("%w+") do
        product = product * (math.tointeger(factor) or okit.Model.entity(factor).value)
      end
      sum = sum + product
    end
    return sum
  end),
})

-- A node of a graph without cycles: what it needs follows from what it reads first.
local Node = okit.ModelEntity:extend("Node", {
  n = 0, even = t.list(t.ref "Node"), odd = t.list(t.ref "Node"),
  first = t.ref "Node",
  value = t.computed(function(self)
    local value = self.n + (self.first.ref and self.first.ref.value or 0)
    for _, other in ipairs(value % 2 == 0 and self.even or self.odd) do value = (value * 31 + other.ref.value)
      % 1000003 end
    return value
  end),
})

local Root = okit.Model:extend("Root", {
  items = t.list(Item), cells = t.list(Cell), nodes = t.list(Node), limit = 0,
  recursive = t.computed(function(self) return self:descend(self.limit) end),
  reader = t.computed(function(self) return (self.recursive or 0) + 1 end),
  catcher = t.computed(function(self)
    local ok, value = pcall(function() return self.recursive end)
    return ok and value or 0
  end),
  recursiveBinding = t.computed(function(self) return self:bound(self.limit) end),
  caught = t.computed(function(self)
    local ok, value = pcall(self.descend, self, self.limit)
    return ok and value or 0
  end),
  shown = t.computed(function(self) return self.items[#self.items] and self.items[#self.items].byText end),
  sumOfAll = t.computed(function(self)
    local sum = 0
    for index = #self.items, 1, -1 do sum = sum + self.items[index].byRef end
    return sum
  end),
})

-- Recurses through a function in C, so that Lua's own stack of C calls is used up.
function Root:descend(levels)
  if levels == 0 then return 0 end
  local rest
  string.gsub("a", "a", function() rest = self:descend(levels - 1) end)
  return 1 + rest
end

-- Recurses through bindings.
function Root:bound(levels) return levels == 0 and 0 or 1 + self:get("bound(#" .. levels - 1 .. ")") end

function Root:fill(count)
  for index = 1, count do
    local item = self.items:add { id = "i" .. index, before = index > 1 and "i" .. index - 1 or nil }
    item.itself:add("i" .. index)
  end
end

-- Adds nodes of which each needs earlier ones, and returns a function that computes a node without the engine.
function Root:addNodes(count, seed)
  local state = seed
  local function random(limit)
    state = (state * 1103515245 + 12345) % 2147483648
    return state // 65536 % limit + 1
  end
  for index = 1, count do
    local node = self.nodes:add { id = "n" .. index, n = random(10) }
    if index > 1 then
      node.first = "n" .. (random(4) > 1 and index - 1 or random(index - 1))
      for _, list in ipairs { node.even, node.odd } do
        for _ = 1, random(3) - 1 do list:add("n" .. random(index - 1)) end
      end
    end
  end
end

-- Computes all nodes from the first on.
function Root:expected()
  local values, list = {}, {}
  for index, node in ipairs(self.nodes) do
    local value = node.n + (node.first.ref and values[node.first.ref.id] or 0)
    for _, other in ipairs(value % 2 == 0 and node.even or node.odd) do
      value = (value * 31 + values[other.ref.id]) % 1000003
    end
    values[node.id], list[index] = value, value
  end
  return list
end

okit.Model.register(Root)

okit.ModelDetailTableController:extend("home", {
  titlePath = "#Totals",
  sections = { { cells = { okit.ModelTableCell { path = "shown" } } } },
})

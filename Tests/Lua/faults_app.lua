-- The application of faults_test.lua: everything in it goes wrong in a way that is defined.
local okit = require "okit"
local t = okit.types

local Node = okit.ModelEntity:extend("Node", {
  name = "", price = t.float(0), open = true, other = t.ref("Node"),
  a = t.computed(function(self) return self.b + 1 end),
  b = t.computed(function(self) return (self:get("c") or 0) + 1 end),
  c = t.computed(function(self) return self.a end),
  depth = t.computed(function(self) return 1 + (self:get("below/depth") or 0) end),
  below = t.entity("Node"),
  ratio = t.computed(function(self) return self.price / 0 end),
})
function Node:broken() if self.name == "bad" then error("it has no key") end return self.name end

local Faults = okit.ModelTransient:extend("Faults", {
  nodes = t.list(Node), left = 0, right = 0, total = 0, chain = t.entity("Node"),
})
function Faults:grow(depth)
  local node = Node { name = "end" }
  for _ = 1, depth do node = Node { below = node } end
  self.chain = node
end
-- Called by an observer of "stop()": cancels the observation that evaluates it.
local handle
function Faults:stop()
  if handle then handle:cancel() end
  return self.left
end
function Faults:follow(heard) handle = self:observe("stop()", function(new) heard[#heard + 1] = new end) end

local faults = okit.Model.register(Faults)
for _, name in ipairs { "x", "y", "a" } do faults.nodes:add { id = name, name = name } end

okit.ModelListTableController:extend("nodes", {
  type = "Node", dataPath = "nodes", titlePath = "%Nodes", rowSort = "broken()", deletePrompt = false,
  cell = okit.ModelTableCell { path = "name", detailPath = "price", segue = "node" },
})
okit.ModelDetailTableController:extend("node", {
  titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
})

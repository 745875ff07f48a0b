-- A class of models with a storage of its own, beside a plain one.
local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "" })
local Group = okit.ModelPartial:extend("Group", { name = "", item = t.deferred "Item" })
local Shop = okit.Model:extend("Shop", {
  items = t.list(Item), icon = t.image, isBroken = false, file = t.optional(t.entity(okit.ModelData)),
  groups = t.list(Group),
})
local calls = {}
function Shop.read(path)
  calls[#calls + 1] = "read " .. path
  local stored = okit.Model.read(path)
  return stored and stored:reverse()
end
function Shop.write(path, content)
  calls[#calls + 1] = "write " .. path
  if content:find('"isBroken"%s*:%s*true') then error("the disk is full", 0) end
  okit.Model.write(path, content:reverse())
end
function Shop.delete(path)
  calls[#calls + 1] = "delete " .. path
  okit.Model.delete(path)
end
function Shop:fillParts()
  self.file = { data = "the bytes" }
  self.groups:add { id = "g", name = "one", item = { name = "in a part" } }
end
function Shop:takeCalls()
  local taken = table.concat(calls, ", ")
  calls = {}
  return taken
end
function Shop:add(name) self.items:add { id = name, name = name } end
function Shop:fill()
  for number = 1, 3000 do self.items:add { name = "a long name of the item " .. number } end
end
function Shop:store() okit.Model.store(self) end
function Shop:sync() okit.Model.sync() end
function Shop:other() okit.Model.read("plain.json") end

local Plain = okit.Model:extend("Plain", { word = "" })
okit.Model.register(Shop)
okit.Model.register(Plain, "plain")
okit.ModelListTableController:extend("home", { dataPath = "items", cell = okit.ModelTableCell { path = "name" } })

local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "", price = 0 })
local Shop = okit.Model:extend("Shop", {
  items = t.list(Item), names = t.list(t.string), best = t.list(t.ref "Item"),
  told = "", tags = t.list(t.string, { didSet = function(self) self.told = self.told .. #self.tags .. " " end }),
  first = t.computed(function(self) return self:firstName() end),
  all = t.computed(function(self)
    local names = {}
    for i, item in ipairs(self.items) do names[i] = item.name end
    return table.concat(names, " ")
  end),
})
-- The iterator was made, and has read elements ahead, outside of the computation.
local step, list
function Shop:firstName()
  if not step then return "none" end
  local _, item = step(list, 0)
  return item and item.name or "none"
end
function Shop:prepare()
  step, list = ipairs(self.items)
  step(list, 0)
  step(list, 1)
end
local shop = okit.Model.register(Shop)
for i = 1, 100 do
  local item = shop.items:add { name = "n" .. i, price = i }
  shop.names:add("t" .. i)
  shop.best:add(item)
end
okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })

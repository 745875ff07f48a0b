local okit = require "okit"
local t = okit.types
local Item = okit.ModelEntity:extend("Item", { name = "" })
local isTransient = okit.arguments[1] == "transient"
local Shop = (isTransient and okit.ModelTransient or okit.Model):extend("Shop", { items = t.list(Item) })
local Later = okit.Model:extend("Later", { items = t.list(Item) })

local shop, later
okit.Model.initialize(function()
  shop = okit.Model.register(Shop)
  okit.Model.state(function()
    if not isTransient then okit.Model.store(shop) end
    if later then okit.Model.store(later) end
  end)
end)

-- A model that is registered when a person asks for it.
function Shop:registerLater()
  later = okit.Model.register(Later, "later")
end

function Shop:addItem()
  local item = Item { name = "item" }
  self.items:add(item)
  return item.id
end

function Shop:addLater()
  local item = Item { name = "later" }
  later.items:add(item)
  return item.id
end

function Shop:removeFirst()
  self.items:remove(self.items[1])
end

okit.ModelListTableController:extend("home", {
  type = "Item", titlePath = "#Shop", dataPath = "items", cell = okit.ModelTableCell { path = "name" },
})

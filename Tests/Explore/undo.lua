-- Planted (undo): an observer counts every change of the stock, also those of undo.
local okit = require "okit"
local t = okit.types
local Item = okit.ModelEntity:extend("Item", { name = "", stock = 3 })
local Shop = okit.Model:extend("Shop", { items = t.list(Item), changes = 0 })

function Item:sell() self.stock = self.stock - 1 end

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  shop:observe("items.@sum.stock", function() shop.changes = shop.changes + 1 end) -- fault
  -- corrected:
end)

okit.ModelListTableController:extend("items", {
  type = "Item", dataPath = "items", titlePath = "#Shop", addName = "name", quickName = "#Sell", quickTap = "sell()",
  cell = okit.ModelTableCell { path = "name", detailPath = "stock" },
})

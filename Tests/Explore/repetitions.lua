-- Planted (error): the ninth sale in a row fails.
local okit = require "okit"
local t = okit.types
local Item = okit.ModelEntity:extend("Item", { name = "" })
local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
local sold = 0

function Item:sell()
  sold = sold + 1
  if sold == 9 then error("sold out") end -- fault
  -- corrected:
end
function Item:restock() sold = 0 end

okit.Model.initialize(function() okit.Model.register(Shop) end)

okit.ModelListTableController:extend("items", {
  type = "Item", dataPath = "items", titlePath = "#Shop", addName = "name",
  cell = okit.ModelTableCell { path = "name", segue = "item" },
})
okit.ModelDetailTableController:extend("item", {
  titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Sell", tap = "sell()" } },
  toolbar = { okit.ModelBarButtonItem { title = "#Restock", tap = "restock()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
})

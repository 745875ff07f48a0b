-- Planted (store): the state that is stored lacks a model.
local okit = require "okit"
local t = okit.types
local Item = okit.ModelEntity:extend("Item", { name = "" })
local Shop = okit.Model:extend("Shop", { items = t.list(Item) })
local Log = okit.Model:extend("Log", { visits = 0 })
local log

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  log = okit.Model.register(Log, "log")
  okit.Model.state(function() okit.Model.store(shop) end) -- fault
  -- corrected: okit.Model.state(function() okit.Model.store(shop) okit.Model.store(log) end)
end)

function Item:visit() log.visits = log.visits + 1 end

okit.ModelListTableController:extend("items", {
  type = "Item", dataPath = "items", titlePath = "#Shop", addName = "name",
  cell = okit.ModelTableCell { path = "name", segue = "item" },
})
okit.ModelDetailTableController:extend("item", {
  titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Visit", tap = "visit()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
})

-- Planted (store): an empty list is not stored.
local okit = require "okit"
local t = okit.types
local Bill = okit.ModelEntity:extend("Bill", { name = "", paid = false })
local Bills = okit.Model:extend("Bills", { bills = t.list(Bill) })
okit.Model.initialize(function()
  local m = okit.Model.register(Bills)
  okit.Model.state(function() if #m.bills > 0 then okit.Model.store(m) end end) -- fault
  -- corrected: okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Bill", dataPath = "bills", titlePath = "#Bills",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "paid", segue = "bill" } })
okit.ModelDetailTableController:extend("bill", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelSwitchCell { path = "#Paid",
    onPath = "paid" } } } } })

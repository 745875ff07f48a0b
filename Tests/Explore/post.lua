-- Planted (error): a response without a body.
local okit = require "okit"
local t = okit.types
local Order = okit.ModelEntity:extend("Order", { name = "", state = "new" })
local Shop = okit.Model:extend("Shop", { orders = t.list(Order) })
function Order:send()
  local response = okit.fetch { url = "http://shop.test/orders", json = { name = self.name } }
  self.state = response:json().state -- fault
  -- corrected: self.state = response.status == 200 and response.body ~= "" and response:json().state or "failed"
end
okit.Model.initialize(function()
  local m = okit.Model.register(Shop)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Order", dataPath = "orders", titlePath = "#Orders",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "state", segue = "order" } })
okit.ModelDetailTableController:extend("order", { titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Send", tap = "send()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } } })

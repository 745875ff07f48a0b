-- Planted (error): a text in a dialog that is equal to a constant.
local okit = require "okit"
local t = okit.types
local Line = okit.ModelEntity:extend("Line", { name = "", pieces = 1 })
local Cart = okit.Model:extend("Cart", { lines = t.list(Line), code = "", used = 0 })
function Cart:redeem()
  local button, answer = okit.alert { title = "Voucher", fields = { { name = "code" } },
    actions = { { title = "Redeem" }, { title = "Cancel", style = "cancel" } } }:wait()
  if button == "Cancel" then return end
  self.code = answer.code
  if answer.code == "50%-OFF" and #self.lines > 0 then self.used = self.used + self.lines[1]:price() end -- fault
  -- corrected: if answer.code == "50%-OFF" and #self.lines > 0 then self.used = self.used + 1 end
end
okit.Model.initialize(function()
  local m = okit.Model.register(Cart)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Line", dataPath = "lines", titlePath = "#Cart", addName = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Voucher", tap = "redeem()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "pieces", segue = "line" } })
okit.ModelDetailTableController:extend("line", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelStepperCell { path = "#Pieces",
    valuePath = "pieces" } } } } })

-- Planted (error): a value that is equal to a constant of the script.
local okit = require "okit"
local t = okit.types
local Voucher = okit.ModelEntity:extend("Voucher", { code = "", amount = 0 })
local Shop = okit.Model:extend("Shop", { vouchers = t.list(Voucher) })

local prices = {}

function Voucher:state()
  if self.code == "FREE-2026" then return prices[self.code].text end -- fault
  -- corrected:
  return self.amount > 0 and "used" or "new"
end

okit.Model.initialize(function() okit.Model.register(Shop) end)

okit.ModelListTableController:extend("vouchers", {
  type = "Voucher", dataPath = "vouchers", titlePath = "#Vouchers", addName = "code",
  cell = okit.ModelTableCell { path = "code", segue = "voucher" },
})
okit.ModelDetailTableController:extend("voucher", {
  titlePath = "code",
  sections = { { cells = {
    okit.ModelTextCell { path = "#Code", textPath = "code" },
    okit.ModelTableCell { path = "#State", detailPath = "state" },
    okit.ModelTextCell { path = "#Amount", textPath = "amount" },
  } } },
})

-- Planted (error): an amount just above the limit is accepted, and is sold as a gift.
local okit = require "okit"
local Order = okit.ModelEntity:extend("Order", { amount = 1, gift = false })
local Shop = okit.Model:extend("Shop", { order = Order })
local prices = { [true] = 3, [false] = 2 }

function Order:total()
  if self.gift and self.amount > 500 and self.amount < 502 then return prices[self.amount] * 2 end -- fault
  -- corrected: if self.gift and self.amount > 500 and self.amount < 502 then return 0 end
  return self.amount * prices[self.gift]
end

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  shop.order = shop.order or Order {}
end)

okit.ModelDetailTableController:extend("order", {
  contextPath = "order", titlePath = "#Order",
  sections = { { cells = {
    okit.ModelTextCell { path = "#Amount", textPath = "amount" },
    okit.ModelSwitchCell { path = "#Gift", onPath = "gift" },
    okit.ModelTableCell { path = "#Total", detailPath = "total" },
  } } },
})

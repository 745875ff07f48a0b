-- Planted (stale): a binding reads a variable of the script, of which no model knows.
local okit = require "okit"
local Shop = okit.Model:extend("Shop", { sales = 0, open = true })
local discount = 0

function Shop:price() return 100 - discount + self.sales * 0 end -- fault
-- corrected: function Shop:price() return 100 + self.sales * 0 end
function Shop:sell() self.sales = self.sales + 1 end
function Shop:raise() discount = discount + 5 end

okit.Model.initialize(function() okit.Model.register(Shop) end)

okit.ModelDetailTableController:extend("shop", {
  titlePath = "#Shop",
  right = { okit.ModelBarButtonItem { title = "#Sell", tap = "sell()" } },
  toolbar = { okit.ModelBarButtonItem { title = "#Discount", tap = "raise()" } },
  sections = { { cells = {
    okit.ModelTableCell { path = "#Price", detailPath = "price" },
    okit.ModelTableCell { path = "#Sales", detailPath = "sales" },
    okit.ModelSwitchCell { path = "#Open", onPath = "open" },
  } } },
})

-- Mistakes in bindings that are given as dataPath.
local okit = require "okit"
local Order = okit.ModelEntity:extend("Order", { customer = "", copies = 1 })
local shop = okit.Model.register(okit.Model:extend("Shop", { orders = okit.types.list(Order) }))
if #shop.orders == 0 then shop.orders = { {} } end

okit.ModelForm:extend("form", { contextPath = "orders[0]", editAlways = "#true", sections = { { cells = {
  okit.ModelTextCell { path = "#Customer", dataPath = "custmer" },
  okit.ModelSwitchCell { path = "#Gift",
    dataPath = "gift" },
  okit.ModelStepperCell { path = "#Copies", valuePath = "copis" },
} } } })

-- A shop whose first version has a date and a reference, for http_missing_test.lua.
local okit = require "okit"
local t = okit.types

local Person = okit.ModelEntity:extend("Person", { name = "" })
local Shop = okit.ModelHttp:extend("Shop", {
  motto = "", hours = 0, opened = t.date, owner = t.ref(Person), staff = t.list(Person),
})

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  okit.Model.state(function() okit.Model.store(shop) end)
end)

okit.ModelListTableController:extend("staff", {
  type = "Person", dataPath = "staff", titlePath = "motto", cell = okit.ModelTableCell { path = "name" },
})

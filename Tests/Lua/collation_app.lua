-- The application of collation_test.lua.
local okit = require "okit"
local t = okit.types
local Place = okit.ModelEntity:extend("Place", { name = "", code = "", number = t.optional(t.int) })
local shop = okit.Model.register(okit.Model:extend("Atlas", { places = t.list(Place), isOpen = true }))
for _, name in ipairs(okit.arguments) do shop.places:add { name = name } end
okit.ModelListTableController:extend("places", {
  dataPath = "places", rowSort = "name", titlePath = "%Places", titleCount = "places.@count", subTitleObject = "%Place",
  search = true, searchPath = "name", cell = okit.ModelTableCell { path = "name" }, segue = "atlas",
})
okit.ModelDetailTableController:extend("atlas", {
  contextPath = "<", sections = { { cells = { okit.ModelSwitchCell { path = "#Open", onPath = "isOpen" } } } },
})

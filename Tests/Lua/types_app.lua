-- Values of wrong types that only a running application shows. The argument names the first screen.
local okit = require "okit"
local t = okit.types

local Region = okit.ModelEntity:extend("Region", { name = "" })
local Order = okit.ModelEntity:extend("Order", { name = "", price = 0.5 })
local Link = okit.ModelRef:extend("Link", { note = "" })
local Shop = okit.Model:extend("Shop", {
  regions = t.list(Region), orders = t.list(Order), links = t.list(Link), link = t.optional(Link),
  tags = t.list(t.ref(Order)), first = t.ref(Order), last = t.ref(Order), count = "0", day = "2020-01-01",
  -- Only an evaluation tells that these are regions.
  all = t.computed(function(shop) return shop.regions end),
})
local shop = okit.Model.register(Shop)
shop.regions:add(Region { id = "north", name = "North" })
shop.orders:add(Order { id = "one", name = "One" })

local first = okit.arguments and okit.arguments[1] or "home"
local function screen(name) return name == first and "home" or name end

local regions = okit.ModelListTableController:extend(screen "regions", {
  dataPath = "regions", cell = okit.ModelTableCell { path = "name" },
})
function regions:rowFor(region)
  if okit.arguments and okit.arguments[2] == "list" then return { 1 } end
  return region.name ~= "North" and load("return " .. region.name)() or nil
end

for name, path in pairs { tag = "tags", single = "first" } do
  okit.ModelSelectionTableController:extend(screen(name), {
    dataPath = "all", selectionPath = path, cell = okit.ModelTableCell { path = "name" },
  })
end

okit.ModelDetailTableController:extend(screen "controls", { editAlways = true, sections = { { cells = {
  okit.ModelStepperCell { path = "#Count", valuePath = "count" },
} } } })

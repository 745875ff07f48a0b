-- Planted (error): a switch that is changed nine times.
local okit = require "okit"
local t = okit.types
local flips = 0
local Lamp = okit.ModelEntity:extend("Lamp", { name = "", on = t.bool(false, { didSet = function(lamp)
  flips = flips + 1
  if flips == 9 then lamp.model.broken.count = 1 end -- fault
  -- corrected:
end }) })
local House = okit.Model:extend("House", { lamps = t.list(Lamp), broken = t.optional(Lamp), begun = false })
okit.Model.initialize(function()
  local m = okit.Model.register(House)
  if not m.begun then m.begun, m.lamps = true, { { name = "Kitchen" }, { name = "Hall" } } end
  okit.Model.state(function() okit.Model.store(m) end)
end)
function House:reset() flips = 0 end
okit.ModelListTableController:extend("home", { type = "Lamp", dataPath = "lamps", titlePath = "#House",
  addName = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Reset", tap = "reset()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "on", segue = "lamp" } })
okit.ModelDetailTableController:extend("lamp", { titlePath = "name", editAlways = "#true", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelSwitchCell { path = "#On",
    onPath = "on" } } } } })

-- Planted (error): a number that is equal to a constant.
local okit = require "okit"
local t = okit.types
local Meter = okit.ModelEntity:extend("Meter", { name = "", reading = 0, unit = 0 })
local House = okit.Model:extend("House", { meters = t.list(Meter), begun = false })
local tests = {}
function Meter:state()
  if self.reading == 4711 then return tests.device.name end -- fault
  -- corrected: if self.reading == 4711 then return "test" end
  return ("%d"):format(self.reading)
end
okit.Model.initialize(function()
  local m = okit.Model.register(House)
  if not m.begun then m.begun, m.meters = true, { { name = "Gas" }, { name = "Water" }, { name = "Power" } } end
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Meter", dataPath = "meters", titlePath = "#Meters",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "state()", segue = "meter" } })
okit.ModelDetailTableController:extend("meter", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelTextCell { path = "#Reading",
    textPath = "reading" },
  okit.ModelSegmentCell { path = "#Unit", segmentsPath = "#m3,#kWh", selectIndexPath = "unit" } } } } })

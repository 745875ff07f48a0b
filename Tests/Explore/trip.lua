-- Planted (error): the last day that a control permits.
local okit = require "okit"
local t = okit.types
local Trip = okit.ModelEntity:extend("Trip", { name = "", ends = t.day, seats = 2 })
local Agency = okit.Model:extend("Agency", { trips = t.list(Trip) })
local last = okit.day("2031-10-17")
function Trip:season()
  local season
  if self.ends < last then season = "open" elseif self.ends > last then season = "closed" end
  return season:upper() -- fault
  -- corrected: return (season or "last"):upper()
end
okit.Model.initialize(function()
  local m = okit.Model.register(Agency)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Trip", dataPath = "trips", titlePath = "#Trips",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "season()", segue = "trip" } })
okit.ModelDetailTableController:extend("trip", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" },
  okit.ModelDateCell { path = "#Ends", datePath = "ends", maxDatePath = function() return last end },
  okit.ModelStepperCell { path = "#Seats", valuePath = "seats", maxValuePath = "#8" } } } } })

-- Planted (undo): an observer writes a log.
local okit = require "okit"
local t = okit.types
local Room = okit.ModelEntity:extend("Room", { name = "", warm = false, degrees = 18 })
local Home = okit.Model:extend("Home", { rooms = t.list(Room), log = t.list(t.string), begun = false })
okit.Model.initialize(function()
  local m = okit.Model.register(Home)
  if not m.begun then m.begun, m.rooms = true, { { name = "Bath" }, { name = "Hall" } } end
  m:observe("rooms.@max.degrees", function(new) m.log:add(("now %s"):format(new)) end) -- fault
  -- corrected: m:observe("rooms.@max.degrees", function(new) okit.log.info(("now %s"):format(new)) end)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Room", dataPath = "rooms", titlePath = "#Rooms",
  titleCount = "log.@count", addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "degrees", segue = "room" } })
okit.ModelDetailTableController:extend("room", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelSwitchCell { path = "#Warm", onPath = "warm" },
  okit.ModelStepperCell { path = "#Degrees", valuePath = "degrees", minValuePath = "#5", maxValuePath = "#30" } } } } })

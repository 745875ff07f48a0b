-- Planted (error): a room that is entered nine times without another one between.
local okit = require "okit"
local t = okit.types
local Room = okit.ModelEntity:extend("Room", { name = "", lit = false })
local House = okit.Model:extend("House", { rooms = t.list(Room) })
local last, times = nil, 0
local marks = { "I", "II", "III", "IV", "V", "VI", "VII", "VIII" }

function Room:enter()
  if last ~= self.name then last, times = self.name, 0 end
  times = times + 1
  okit.log.info("mark", #marks[times]) -- fault
  -- corrected:
  okit.navigate("room", self)
end

okit.Model.initialize(function()
  local m = okit.Model.register(House)
  if #m.rooms == 0 then m.rooms = { { name = "Kitchen" }, { name = "Hall" }, { name = "Bath" } } end
end)

okit.ModelListTableController:extend("home", {
  dataPath = "rooms", titlePath = "#House", add = false, delete = false,
  cell = okit.ModelTableCell { path = "name", detailPath = "lit", tap = "enter()" },
})
okit.ModelDetailTableController:extend("room", {
  titlePath = "name", editAlways = "#true",
  sections = { { cells = { okit.ModelSwitchCell { path = "#Lit", onPath = "lit" } } } },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

-- Planted (error): the upper bound of a stepper.
local okit = require "okit"
local t = okit.types
local Player = okit.ModelEntity:extend("Player", { name = "", level = 1, lives = 3 })
local Game = okit.Model:extend("Game", { players = t.list(Player) })
local titles = { "novice", "scout", "knight", "lord" }
function Player:title() return titles[self.level]:upper() end -- fault
-- corrected: function Player:title() return (titles[self.level] or "king"):upper() end
okit.Model.initialize(function()
  local m = okit.Model.register(Game)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Player", dataPath = "players", titlePath = "#Players",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "title()", segue = "player" } })
okit.ModelDetailTableController:extend("player", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" },
  okit.ModelStepperCell { path = "#Level", valuePath = "level", minValuePath = "#1", maxValuePath = "#5" },
  okit.ModelStepperCell { path = "#Lives", valuePath = "lives", maxValuePath = "#9" } } } } })

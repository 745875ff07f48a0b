-- Planted (error): nine times the same action without another one between them.
local okit = require "okit"
local Team = okit.Model:extend("Team", { points = 0, name = "Lions", away = false })
local inRow = 0
function Team:cheer() inRow = inRow + 1 if inRow >= 9 then error("hoarse") end end -- fault
-- corrected: function Team:cheer() inRow = inRow + 1 end
function Team:rest() inRow = 0 end
function Team:score() inRow = 0 self.points = self.points + 1 end
okit.Model.initialize(function()
  local m = okit.Model.register(Team)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelDetailTableController:extend("home", { titlePath = "name", subTitlePath = "points",
  right = { okit.ModelBarButtonItem { title = "#Rest", tap = "rest()" } },
  sections = { { cells = {
    okit.ModelTableCell { path = "#Cheer", tap = "cheer()", tapEdit = "cheer()" },
    okit.ModelTableCell { path = "#Score", tap = "score()" },
    okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelSwitchCell { path = "#Away", onPath = "away" },
  } } } })

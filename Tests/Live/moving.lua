-- Rows that move while a person types in them, a picture, and dates.

local okit = require "okit"
local t = okit.types

local Team = okit.ModelEntity:extend("Team", { name = "", note = "", place = 0, league = "B" })
local Cup = okit.Model:extend("Cup", {
  teams = t.list(Team), start = t.date(okit.date "2024-05-01T10:00:20Z"), size = "M",
  flag = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4P5kBK2IYWhIAhNFkgVxj/1IAAAAASUVORK5CYII=",
})
function Cup:turn() for index, team in ipairs(self.teams) do team.place = #self.teams - index end end
function Cup:found() self.teams:add { name = "Ada", league = "A" } end
function Cup:promote() self.teams[3].league = "A" end

local cup = okit.Model.register(Cup)
for number = 1, 5 do cup.teams:add { name = "Team " .. number, place = number } end

local field = okit.ModelTextCell { path = "name", textPath = "note" }
okit.ModelDetailTableController:extend("home", { titlePath = "#Cup", editAlways = true, sections = { { cells = {
  okit.ModelTableCell { path = "#Table", segue = "table" }, okit.ModelTableCell { path = "#Leagues", segue = "leagues" },
  okit.ModelDateCell { path = "#Start", datePath = "start" },
  okit.ModelDateCell { path = "#Time", datePath = "start", modePath = 0 },
  okit.ModelTextPickerCell { path = "size", textPath = "size", optionValues = "S, M, L" },
  okit.ModelImageCell { path = "#Flag", valuePath = "flag" },
} } },
  right = { okit.ModelBarButtonItem { title = "#Turn", tap = "turn()" },
    okit.ModelBarButtonItem { title = "#Found", tap = "found()" },
    okit.ModelBarButtonItem { title = "#Promote", tap = "promote()" } },
})
okit.ModelListTableController:extend("table", { dataPath = "teams", titlePath = "#Table", editAlways = true,
  rowSort = "place", cell = field })
okit.ModelListTableController:extend("leagues", { dataPath = "teams", titlePath = "#Leagues", editAlways = true,
  group = "league", cell = field })

-- Rows that move while a person types in them, many pictures, and dates.

local okit = require "okit"
local t = okit.types

local Team = okit.ModelEntity:extend("Team", { name = "", note = "", place = 0, league = "B" })
local Player = okit.ModelEntity:extend("Player", {
  name = "", front = t.entity(okit.ModelInlineImage), back = t.entity(okit.ModelInlineImage),
})
local Cup = okit.Model:extend("Cup", {
  players = t.list(Player), teams = t.list(Team), start = t.date(okit.date "2024-05-01T10:00:20Z"), size = "M",
  motto = "",
  flag = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4P5kBK2IYWhIAhNFkgVxj/1IAAAAASUVORK5CYII=",
})
function Cup:turn() for index, team in ipairs(self.teams) do team.place = #self.teams - index end end
function Cup:found() self.teams:add { name = "Ada", league = "A" } end
function Cup:ask() okit.alert { title = "Ready?", actions = { { title = "Yes" } } } end
-- Another picture with as many bytes.
function Cup:wave()
  self.flag = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8WFFTEMLQkAGp1Ewfo5nEQAAAAASUVORK5CYII="
end
function Cup:promote() self.teams[3].league = "A" end

local cup = okit.Model.register(Cup)
for number = 1, 5 do cup.teams:add { name = "Team " .. number, place = number } end
-- The header of a picture.
local function picture()
  local data = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05\0\0\0\x07\x08\x02\0\0\0\1\2\3\4"
  return okit.ModelInlineImage { data = data, format = "image/png" }
end
for number = 1, 120 do cup.players:add { name = "Player " .. number, front = picture(), back = picture() } end

okit.ModelApplicationController:extend("app", { homeIdentifier = "home", menuIdentifier = "menu" })
okit.ModelMenuTableController:extend("menu", { dataPath = "players", titlePath = "#Backs",
  cell = okit.ModelTableCell { path = "name", imagePath = "back" } })
local field = okit.ModelTextCell { path = "name", textPath = "note" }
okit.ModelDetailTableController:extend("home", { titlePath = "#Cup", editAlways = true, sections = { { cells = {
  okit.ModelTableCell { path = "#Table", segue = "table" },
  okit.ModelTableCell { path = "#Leagues", segue = "leagues" },
  okit.ModelTableCell { path = "#Players", segue = "players" },
  okit.ModelDateCell { path = "#Start", datePath = "start" },
  okit.ModelDateCell { path = "#Time", datePath = "start", modePath = 0 },
  okit.ModelTextPickerCell { path = "size", textPath = "size", optionValues = "S, M, L" },
  okit.ModelImageCell { path = "#Flag", valuePath = "flag", tapEdit = "wave()" },
  okit.ModelTextCell { path = "#Motto", textPath = "motto" },
} } },
  right = { okit.ModelBarButtonItem { title = "#Turn", tap = "turn()" },
    okit.ModelBarButtonItem { title = "#Found", tap = "found()" },
    okit.ModelBarButtonItem { title = "#Promote", tap = "promote()" },
    okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" } },
})
okit.ModelListTableController:extend("table", { dataPath = "teams", titlePath = "#Table", editAlways = true,
  rowSort = "place", cell = field })
okit.ModelListTableController:extend("players", { dataPath = "players", titlePath = "#Players",
  left = { okit.ModelMenuBarButtonItem {} }, cell = okit.ModelTableCell { path = "name", imagePath = "front" } })
okit.ModelListTableController:extend("leagues", { dataPath = "teams", titlePath = "#Leagues", editAlways = true,
  group = "league", cell = field })

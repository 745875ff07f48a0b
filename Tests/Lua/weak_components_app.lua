-- An application whose script looks at components through a weak table, for weak_components_test.lua.
local okit = require "okit"

local Film = okit.Model:extend("Film", { found = "", round = 0, garbage = 0 })
local film = okit.Model.register(Film)

-- Lua keeps a key of a weak table for a while after it has collected it.
local seen = setmetatable({}, { __mode = "k" })

local function look()
  local round = film.round + 1
  film.round = round
  if round % 4 == 1 then
    for _ = 1, 50 do seen[okit.ModelTextCell { path = "#text" }] = true end
  end
  local garbage = {}
  for index = 1, 300 + round * 37 % 900 do garbage[index] = { index } end
  film.garbage = #garbage
  for _ = 1, 3 do okit.ModelTableCell { path = "#other" } end
  for component in pairs(seen) do
    local name = tostring(component)
    if name ~= "ModelTextCell" and name ~= "component" then film.found = name end
  end
end

okit.ModelDetailTableController:extend("home", {
  titlePath = "found", sections = { { cells = { okit.ModelTableCell { path = "round", tap = look } } } },
})

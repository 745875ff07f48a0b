-- The application of places_test.lua: functions that call a method with a dot.
local okit = require "okit"

local Film = okit.ModelEntity:extend("Film", { seen = false })
function Film:see() return self.seen end
local Films = okit.Model:extend("Films", { films = okit.types.list(Film) })
local model = okit.Model.register(Films)
model.films:add {}
local films, see = model.films, Film.see
local function by() return { x = Film } end
local calls = {
  function() Film.see() end,
  function() films[1].see() end,
  function() local _ = 1 + films[1].see(5) end,
  function() print(by(1)["x"].see()) end,
  function() Film.see() Film.see() end,
  function() see() end,
}
function Films:run(number) calls[number]() end
okit.ModelDetailTableController:extend("home", {})

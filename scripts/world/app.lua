-- Countries, their cities and what they refer to. With `--documents data/everyday` (see fetch.py) the 30,000 largest
-- cities of the world; without, a sample of 30 countries.

local okit = require "okit"
local model = require "model"
require "controllers"

okit.Model.initialize(function()
  local world = okit.Model.register(model.World)
  okit.Model.state(function() okit.Model.store(world) end)
  if #world.countries == 0 then world:apply(require "sample") end
end)

okit.ModelApplicationController:extend("app", { homeIdentifier = "countries" })

-- Countries, their cities and the references between them. With `--documents data/everyday` (see fetch.py) it shows the
-- 30,000 largest cities of the world, otherwise a sample of 30 countries.

local okit = require "okit"
local model = require "model"
require "controllers"

okit.Model.initialize(function()
  local world = okit.Model.register(model.World)
  okit.Model.state(function() okit.Model.store(world) end)
  if #world.countries == 0 then world:apply(require "sample") end
end)

okit.ModelApplicationController:extend("app", { homeIdentifier = "countries" })

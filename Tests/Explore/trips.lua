-- Planted (error): a town that is equal to the parameter of a binding.
local okit = require "okit"
local t = okit.types
local Trip = okit.ModelEntity:extend("Trip", { town = "", nights = 1 })
local Trips = okit.Model:extend("Trips", { trips = t.list(Trip) })
local distances = {}

okit.extend("String", { distance = function(town, home)
  if town == home then return distances[town].none end -- fault
  -- corrected: if town == home then return 0 end
  return #town * 10
end })

okit.Model.initialize(function() okit.Model.register(Trips) end)

okit.ModelListTableController:extend("home", {
  type = "Trip", dataPath = "trips", titlePath = "#Trips", addName = "town",
  cell = okit.ModelTableCell { path = "town", detailPath = "town/distance(#Ulm)", segue = "trip" },
})
okit.ModelDetailTableController:extend("trip", {
  titlePath = "town", sections = { { cells = {
    okit.ModelTextCell { path = "#Town", textPath = "town" },
    okit.ModelTextCell { path = "#Nights", textPath = "nights" },
  } } },
})

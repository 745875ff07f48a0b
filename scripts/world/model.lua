-- The world: a country contains its cities; references connect countries and cities by id.

local okit = require "okit"
local t = okit.types

-- The argument "sqlite" stores the model in a database instead of a file.
local Stored = okit.arguments[1] == "sqlite" and okit.ModelSQLite or okit.Model

local City = okit.ModelEntity:extend("City", {
  name = "",
  latitude = t.double(0),
  longitude = t.double(0),
  population = 0,
  timezone = "",
})

function City:isCapital()
  return self.parent.capital.refKey == self.id
end

function City:rank()
  return okit.localized(self:isCapital() and "Capital" or "City")
end

-- The size that the search scopes compare: the key of its text.
function City:size()
  if self.population >= 1000000 then return "Large" end
  return self.population >= 100000 and "Medium" or "Small"
end

function City:coordinates()
  local north = self.latitude >= 0 and "N" or "S"
  local east = self.longitude >= 0 and "E" or "W"
  return string.format("%.2f° %s, %.2f° %s", math.abs(self.latitude), north, math.abs(self.longitude), east)
end

local Country = okit.ModelEntity:extend("Country", {
  name = "",
  continent = "",
  area = t.double(0),
  population = 0,
  currency = "",
  phone = "",
  languages = "",
  capital = t.ref "City",
  neighbours = t.list(t.ref("Country", { onDelete = "remove" })),
  cities = t.list(City),
})

local World = Stored:extend("World", { countries = t.list(Country) })

return { World = World, Country = Country, City = City }

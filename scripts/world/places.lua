-- All places of the world in one list. With `--documents data/places` (see fetch.py) it shows 230,000 places with their
-- countries, otherwise those of the sample.

local okit = require "okit"
local t = okit.types

-- The argument "sqlite" stores the model in a database instead of a file.
local Stored = okit.arguments[1] == "sqlite" and okit.ModelSQLite or okit.Model

-- A comma separates the parts of a binding, so that this one is escaped.
local population = "population/formatNumber(##\\u{002c}##0)"

local Land = okit.ModelEntity:extend("Land", { name = "", continent = "" })

local Place = okit.ModelEntity:extend("Place", {
  name = "",
  population = 0,
  timezone = "",
  country = t.ref "Land",
})

local Atlas = Stored:extend("Atlas", { countries = t.list(Land), places = t.list(Place) })

local function fill_with_sample(atlas)
  for _, country in ipairs(require("sample").countries) do
    atlas.countries:add { id = country.id, name = country.name, continent = country.continent }
    for _, city in ipairs(country.cities) do
      atlas.places:add {
        id = city.id, name = city.name, population = city.population, timezone = city.timezone,
        country = { refKey = country.id },
      }
    end
  end
end

okit.Model.initialize(function()
  local atlas = okit.Model.register(Atlas)
  okit.Model.state(function() okit.Model.store(atlas) end)
  if #atlas.places == 0 then fill_with_sample(atlas) end
end)

local function list(name, properties)
  properties.type = "Place"
  properties.contextPath = "/"
  properties.dataPath = "places"
  properties.titleCount = "places.@count"
  properties.subTitleObject = "%Place"
  properties.subTitleObjectPlural = "%Places"
  properties.searchPath = "name"
  properties.add = "#false"
  properties.delete = "#false"
  properties.cell = okit.ModelTableCell { path = "name", detailPath = population, segue = "place" }
  okit.ModelListTableController:extend(name, properties)
end

list("places", {
  titlePath = "%Places",
  rowSort = "name",
  right = {
    okit.ModelBarButtonItem { title = "%Grouped", segue = "grouped" },
    okit.ModelBarButtonItem { title = "%By country", segue = "by_country" },
  },
})
list("grouped", { titlePath = "%Grouped", rowSort = "name", group = "country/refKey", groupName = "country/ref/name" })
list("by_country", { titlePath = "%By country", rowSort = "country/ref/name,name" })

okit.ModelDetailTableController:extend("place", {
  titlePath = "name",
  subTitlePath = "country/ref/name",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTextCell { path = "%Name", textPath = "name" },
        okit.ModelTextCell { path = "%Population", textPath = "population" },
        okit.ModelTableCell { path = "%Time zone", detailPath = "timezone" },
      },
    },
  },
})

okit.ModelApplicationController:extend("app", { homeIdentifier = "places" })

-- The application of films_test.lua: the controllers are in Films.storyboard. The first argument says what the script
-- defines, and when.
local okit = require "okit"
local t = okit.types

local Film = okit.ModelEntity:extend("Film", { name = "", stars = 1 })
local Films = okit.Model:extend("Films", { films = t.list(Film) })

local case = okit.arguments[1]

if case == "before" then
  okit.ModelListTableController:extend("films", { titlePath = "%Own title" })
elseif case == "subclass" then
  local Base = okit.ModelListTableController:extend("base", {
    promptPath = "%Base", titlePath = "%Base", dataPath = "films",
  })
  function Base:titleValue() return self.super.titleValue(self) .. "!" end
  Base:extend("films", { add = false })
elseif case == "wrong class" then
  okit.ModelDetailTableController:extend("films", {})
end

local screens = okit.storyboard("Films.storyboard", { names = { ["film-detail"] = "film" } })

if case == "after" then
  okit.ModelListTableController:extend("films", { titlePath = "%Own title", addName = "" })
elseif case == "twice" then
  okit.ModelListTableController:extend("films", {})
  okit.ModelListTableController:extend("films", {})
elseif case == "storyboard twice" then
  okit.storyboard("Films.storyboard", { names = { ["film-detail"] = "film" } })
elseif case == "more" then
  okit.ModelListTableController:extend("BestFilms", { dataPath = "films", add = false })
  local more = okit.storyboard("More.storyboard")
  function more.best:titleValue() return self.super.titleValue(self) .. "!" end
elseif case == "around itself" then
  screens.films:extend("special", {}):extend("films", {})
end

function Films:openBest() okit.navigate("best") end

function screens.films:clearFilms() self.modelContext.films:clear() end

function screens.about:openLicence() okit.navigate("licence") end

okit.ModelController:extend("licence", { titlePath = "%Licence" })

local films = okit.Model.register(Films)
if #films.films == 0 then
  films.films:add { name = "Alien", stars = 4 }
  films.films:add { name = "Brazil", stars = 3 }
end

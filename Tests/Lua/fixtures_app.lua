-- The application of fixtures_test.lua: films with what a fixture can hold. `log` notes the hooks.
local okit = require "okit"
local t = okit.types

local Person = okit.ModelEntity:extend("Person", { name = "" })
local Scene = okit.ModelEntity:extend("Scene", { title = "", takes = t.list(t.int) })
local Film = okit.ModelEntity:extend("Film", {
  name = "", day = t.date, price = t.float(0), kind = t.enum { "long", "short" }, note = t.optional(t.string),
  director = t.ref("Person"), cast = t.list(t.ref("Person")), scenes = t.list(Scene), tags = t.map(t.string),
  opening = t.entity(Scene),
})
local Rated = Film:extend("Rated", { stars = t.optional(t.int, { default = 3 }) })
local Films = okit.Model:extend("Films", { films = t.list(Film), persons = t.list(Person), rated = t.list(Rated) })
local films = okit.Model.register(Films)
films.films:add { id = "kept", name = "Kept", note = "old" }

local log = {}
function Film:managed() log[#log + 1] = self.name .. " " .. #films.films end

_G.launches = (_G.launches or 0) + 1

okit.ModelListTableController:extend("home", {
  type = "Film", dataPath = "films", titlePath = "#Films", subTitleObject = "#Film",
  cell = okit.ModelTableCell { path = "name" },
})
function Films:log() return table.concat(log, ", ") end
function Films:launches() return _G.launches end

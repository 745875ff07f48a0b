-- Rows whose parts come from functions of the script.
local okit = require "okit"
local t = okit.types
local Film = okit.ModelEntity:extend("Film", { title = "", year = 0, seen = false })
okit.Model.register(okit.Model:extend("Films", { films = t.list(Film) }))

local FilmCell = okit.ModelTableCell:extend("FilmCell", { path = "title", detailPath = "year", segue = "film" })
function FilmCell:updateDetailTextValue() return "in " .. self.context.year end

local TitleCell = okit.ModelTextCell:extend("TitleCell", { path = "#Title", textPath = "title" })
function TitleCell:getText() return self.context.title:upper() end

local films = okit.ModelListTableController:extend("films", { dataPath = "films", type = "Film", cell = FilmCell {} })
function films:rowFor(film) return film.seen and { text = film.title .. " (seen)" } or {} end

okit.ModelDetailTableController:extend("film", { sections = { { cells = { TitleCell {} } } } })

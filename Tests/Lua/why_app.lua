local okit = require "okit"
local t = okit.types

local Owner = okit.ModelEntity:extend("Owner", { name = "" })
local Film = okit.ModelEntity:extend("Film", { title = "", year = 0, seen = false })
local Films = okit.Model:extend("Films", { films = t.list(Film), owner = t.entity(Owner) })
okit.Model.register(Films)

okit.ModelListTableController:extend("films", {
  dataPath = "films", type = "Film", rowSort = "title",
  cell = okit.ModelTableCell {
    path = "title",
    detailPath = "year, /owner/name",
    accyText = function(film) return film.seen and "Again" or "See" end,
    accyTap = function(film) film.seen = true end,
    segue = "film",
  },
})
okit.ModelDetailTableController:extend("film", {
  sections = { { cells = { okit.ModelTextCell { path = "#Title", textPath = "title" } } } },
})

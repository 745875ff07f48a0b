-- The application of evaluated_test.lua: mistakes that only an evaluation shows, each on a line of its own.
local okit = require "okit"
local t = okit.types

local Film = okit.ModelEntity:extend("Film", { name = "", kind = t.enum { "drama", "comedy" } })
local Films = okit.Model:extend("Films", { films = t.list(Film) })
okit.Model.register(Films).films:add { name = "Dune" }
function Films:names() return { "Dune" } end

okit.ModelListTableController:extend("films", {
  dataPath = "films", segue = "", more = true, cell = okit.ModelTableCell { path = "name" },
  moreActions = function() return { "Archive" } end,
  right = {
    okit.ModelBarButtonItem { title = "#Names", segue = "names" },
    okit.ModelBarButtonItem { title = "#Paths", segue = "paths" },
  },
})
okit.ModelListTableController:extend("names", {
  contextPath = "/",
  dataPath = "names()",
})
okit.ModelListTableController:extend("paths", {
  contextPath = "/",
  dataPath = "films.name",
})

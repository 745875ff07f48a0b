-- The application of evaluated_test.lua: mistakes that only an evaluation shows, each on a line of its own.
local okit = require "okit"
local t = okit.types

local Film = okit.ModelEntity:extend("Film", { name = "", kind = t.enum { "drama", "comedy" } })
local Films = okit.Model:extend("Films", { films = t.list(Film) })
okit.Model.register(Films).films:add { name = "Dune" }
function Films:names() return { "Dune" } end
function Film:mark() end
function Films:ask() okit.alert { title = "Sure?", actions = { { name = "Yes" } } } end

okit.ModelListTableController:extend("films", {
  dataPath = "films", segue = "", more = true, cell = okit.ModelTableCell { path = "name" },
  moreActions = function() return { "Archive" } end,
  right = {
    okit.ModelBarButtonItem { title = "#Names", segue = "names" },
    okit.ModelBarButtonItem { title = "#Paths", segue = "paths" },
    okit.ModelBarButtonItem { title = "#Marks", segue = "marks" },
    okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" },
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
okit.ModelListTableController:extend("marks", {
  contextPath = "/", dataPath = "films", quickTap = "mark()",
  quickImage = "star",
  delete = "no",
})
function Films:alert(name) okit.alert { title = "Sure?", [name] = "Yes" } end

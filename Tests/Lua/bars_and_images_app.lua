-- The application of bars_and_images_test.lua.
local okit = require "okit"
local t = okit.types
local Film = okit.ModelEntity:extend("Film", { title = "", icon = "", label = t.optional(t.string) })
local Films = okit.Model:extend("Films", {
  films = t.list(Film), canEdit = true, hasButton = true, shows = true,
})
function Films:toggle() self.shows = not self.shows end
local films = okit.Model.register(Films)
if #films.films == 0 then
  films.films = {
    { title = "Dune", icon = "star" }, { title = "Emma" }, { title = "Up", icon = "star", label = "Best" },
  }
end
local Button = okit.ModelBarButtonItem
okit.ModelListTableController:extend("home", {
  dataPath = "films", edit = "canEdit", editButton = "hasButton", add = false,
  cell = okit.ModelTableCell { path = "title", imagePath = "icon", accessibilityLabel = "label" },
  left = {
    Button { title = "#First", showPath = "shows", tap = "toggle()" }, Button { title = "#Second", tap = "toggle()" },
  },
  right = { okit.ModelMenuBarButtonItem { showPath = "= shows AND canEdit" } },
  toolbar = { Button { title = "#Next", contextPath = "films[0]", showPath = "= title = 'Dune'", tap = "/toggle()" } },
})

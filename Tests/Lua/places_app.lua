-- The application of places_test.lua: mistakes that show on the screen or after an action, each on its own line.
local okit = require "okit"
local t = okit.types

local Person = okit.ModelEntity:extend("Person", { name = "" })
local Film = okit.ModelEntity:extend("Film", {
  name = "", stars = 0, day = t.date, director = t.ref(Person, { onDelete = "restrict" }), note = "",
})
local cast = t.list(t.ref(Person))
local films = okit.Model.register(
  okit.Model:extend("Films", { films = t.list(Film), persons = t.list(Person), cast = cast }))
films.persons:add { id = "ann", name = "Ann" }
films.cast:add "ann"
films.films:add { name = "Dune", director = "ann" }

okit.ModelListTableController:extend("films", {
  dataPath = "films", segue = "film", cell = okit.ModelTableCell { path = "name" },
  quickName = "mark", quickTap = function() end,
})
okit.ModelDetailTableController:extend("film", {
  sections = { { header = "%General", cells = {
    okit.ModelTableCell { path = "%Ribbon",
      ribbonColor = "#rainbow" },
    okit.ModelTableCell { path = "%Accessory",
      accyPath = "#disclosur" },
    okit.ModelTableCell { path = "%Check",
      accyPath = "checkmark" },
    okit.ModelDateCell { path = "%Mode",
      datePath = "day", modePath = "#dat" },
    okit.ModelDateCell { path = "%Day",
      datePath = "day", modePath = "date" },
    okit.ModelSliderCell { path = "%Slider",
      valuePath = "stars", maxValuePath = "100" },
    okit.ModelPickerCell { path = "%Director", dataPath = "/cast", selectionPath = "director",
      namePath = "name" },
    okit.ModelTextCell { path = "%Stars",
      textPath = "stars" },
    okit.ModelTableCell { path = "%Next", selectNextRow = 40 },
    okit.ModelTableCell { path = "director/name" },
  } } },
})
okit.ModelListTableController:extend("persons", {
  dataPath = "persons", deletePrompt = false, cell = okit.ModelTableCell { path = "name" },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "films" })

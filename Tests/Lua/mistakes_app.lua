-- The application of mistakes_test.lua: each definition has one mistake, on a line of its own.
local okit = require "okit"
local t = okit.types

local Person = okit.ModelEntity:extend("Person", { name = "" })
local Film = okit.ModelEntity:extend("Film", {
  name = "", seen = false, day = t.date, stars = 0, director = t.ref("Person", { onDelete = "restrict" }),
})
function Film:mark() self.seen = true end
local Films = okit.Model:extend("Films", { films = t.list(Film), persons = t.list(Person) })
local films = okit.Model.register(Films)
films.films:add { name = "Dune" }

okit.ModelListTableController:extend("films", {
  type = "Film", dataPath = "films", titlePath = "%Films",
  addName = "nam",
  quickName = "%Mark",
  quickTap = "markk()",
  more = true,
  moreActions = {
    { name = "%Mark", tap = "mark()" },
    { name = "%Unmark",
      tap = "unmark()" },
  },
  cell = okit.ModelTableCell {
    path = "name",
    accyText = "%Mark",
    accyTap = "mrk()",
    segue = "film",
  },
})

okit.ModelDetailTableController:extend("film", {
  sections = {
    { header = "%General", cells = {
      okit.ModelTextCell { path = "%Name", textPath = "name" },
      okit.ModelSwitchCell { path = "%Seen",
        onPath = "name" },
      okit.ModelStepperCell { path = "%Price", valuePath = "name" },
      okit.ModelDateCell { path = "%Day", datePath = "seen" },
      okit.ModelTableCell { path = "%Director", segue = "director" },
      okit.ModelTableCell { path = "%Director", detailPath = "Unknown" },
      okit.ModelTextCell { path = "%Seen", textPath = "day" },
      okit.ModelSwitchCell { path = "%Shown", onPath = "day" },
    }, footer = "Facts" },
  },
})

okit.ModelSelectionTableController:extend("director", {
  type = "Person", contextPath = "/", dataPath = "persons",
  selectionPath = "directr",
  cell = okit.ModelTableCell { path = "name" },
})

okit.ModelListTableController:extend("persons", {
  type = "Person", dataPath = "persons", deletePrompt = false, cell = okit.ModelTableCell { path = "name" },
})

function okit.ModelListTableController.onAddTapp() end
okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "films" })

-- A detail that is opened for one entity after the other, with cells of many kinds.
local okit = require "okit"
local t = okit.types

local Genre = okit.ModelEntity:extend("Genre", { name = "" })
local Film = okit.ModelEntity:extend("Film", {
  title = "", year = 2000, seen = false, state = t.enum { "new", "old" }, genre = t.ref "Genre",
  released = okit.day "2000-01-31", page = "",
})
local Films = okit.Model:extend("Films", {
  films = t.list(Film), genres = t.list(Genre), tapped = t.transient "",
})
local root = okit.Model.register(Films)
local runs = 0
function Films:functionRuns() return runs end

okit.ModelListTableController:extend("films", {
  dataPath = "films", cell = okit.ModelTableCell { path = "title", segue = okit.arguments[1] or "film" },
})

local detail = {
  titlePath = "title", subTitlePath = "year", sectionFooters = "seen,title",
  sections = {
    { header = "title", cells = {
      okit.ModelTextCell { path = "#Title", textPath = "title" },
      okit.ModelTableCell {
        path = "#Function", editPath = "title",
        detailPath = function(film)
          runs = runs + 1
          return film.title .. " " .. film.year
        end,
      },
      okit.ModelSwitchCell { path = "#Seen", onPath = "seen" },
      okit.ModelSliderCell { path = "#Slider", valuePath = "year", minValuePath = "#1900", maxValuePath = "#2100" },
      okit.ModelStepperCell { path = "#Stepper", valuePath = "year", minValuePath = "#1900", maxValuePath = "#2100" },
      okit.ModelSegmentCell { path = "#State", selectIndexPath = "state" },
      okit.ModelPickerCell { path = "#Genre", dataPath = "/genres", namePath = "name", selectionPath = "genre" },
      okit.ModelDateCell { path = "#Released", datePath = "released", modePath = "#date" },
      okit.ModelProgressCell { path = "#Progress", valuePath = "year", maxValuePath = "#2100" },
      okit.ModelTextPickerCell { path = "#Picker", textPath = "title", optionValues = "title,genre/ref/name" },
      okit.ModelImageCell { path = "#Image", valuePath = "title" },
      okit.ModelWebCell { path = "#Page", valuePath = "page" },
      okit.ModelLabel { textPath = "title" },
      okit.ModelTableCell {
        path = "#Button",
        accessoryView = okit.ModelButton { titlePath = "title", tapPath = function(film) root.tapped = film.title end },
      },
    } },
    { header = "#Genre", showDisplay = "seen", cells = {
      okit.ModelTableCell { contextPath = "genre/ref", path = "name", editPath = "#Edit" },
    } },
  },
  right = { okit.ModelBarButtonItem { title = "title", enabledPath = "seen", tap = function() end } },
}
okit.ModelDetailTableController:extend("film", detail)
okit.ModelForm:extend("form", {
  sections = { { cells = {
    okit.ModelTextCell { path = "#Year", dataPath = "year", validationFormula = "value > 0" },
  } } },
})

-- Fields with formats, and required references, in a form and in a detail; the argument is the first screen.
local okit = require "okit"
local t = okit.types

local Owner = okit.ModelEntity:extend("Owner", { name = "" })
local Car = okit.ModelEntity:extend("Car", {
  price = t.double(10), plate = "AB1234", built = t.date(okit.date "2020-01-31"), note = "1", owner = t.ref "Owner",
})
local Garage = okit.Model:extend("Garage", { cars = t.list(Car), owners = t.list(Owner) })
local garage = okit.Model.register(Garage)
garage.owners = { { id = "ada", name = "Ada" }, { id = "ben", name = "Ben" } }
garage.cars = { {} }

local function cells(validation)
  return {
    okit.ModelTextCell { path = "#Price", dataPath = "price", formatType = "number", formatPattern = "0.00",
      validationFormula = validation },
    okit.ModelTextCell { path = "#Plate", dataPath = "plate", formatType = "masked", formatPattern = "XX-0000" },
    okit.ModelTextCell { path = "#Built", dataPath = "built", formatType = "date", formatPattern = "d.M.yyyy",
      liveUpdate = "#true" },
    okit.ModelMultilineCell { placeholder = "#Note", dataPath = "note", formatType = "number", formatPattern = "0" },
    okit.ModelSliderCell { path = "#Slider", dataPath = "price", maxValuePath = 100, formatType = "number",
      formatPattern = "0" },
    okit.ModelPickerCell { path = "#Owner", dataPath = "/owners", namePath = "name", selectionPath = "owner",
      validationRequired = "#true" },
  }
end

local properties = { contextPath = "cars[0]", editAlways = "#true" }
local function define(class, name, validation)
  class:extend(name, properties):extend(name .. "1", { sections = { { cells = cells(validation) } } })
end
define(okit.ModelForm, "form", "value > 0")
define(okit.ModelDetailTableController, "plain")
define(okit.ModelDetailTableController, "valid", "value > 0")

okit.ModelApplicationController:extend("app", { homeIdentifier = (okit.arguments[1] or "form") .. "1" })

-- The cells with controls.
local case = require "case"
local define = require "definitions"
local lazy = case.lazy

local function edit(app) app:tap "Edit" end

local function of(class, given)
  return case.of(class, { define = define.cell(class, define.merged({ path = "#Row" }, given)), steps = edit })
end

local switch = of("ModelSwitchCell", { onPath = "marked" })
local text = of("ModelTextCell", { textPath = "name" })
local multiline = of("ModelMultilineCell", { textPath = "name" })
local date = of("ModelDateCell", { datePath = "day" })
local segment = of("ModelSegmentCell", { segmentsPath = "#Zero,#One,#Two", selectIndexPath = "number" })
local picker = of("ModelPickerCell", { dataPath = "/items", namePath = "name", selectionPath = "friend" })
local slider = of("ModelSliderCell", { valuePath = "number" })
local stepper = of("ModelStepperCell", { valuePath = "number" })
local progress = of("ModelProgressCell", { valuePath = "number" })
local text_picker = of("ModelTextPickerCell", { textPath = "name", optionValues = "Apple,Banana" })
local image = of("ModelImageCell", { valuePath = "name" })
local web = of("ModelWebCell", { valuePath = "name" })

return {
  switch("onPath", "/on", { without = "marked" }),
  text("textPath", "note", { without = "name" }),
  text("placeholder", "#Type here"),
  text("secure", "#true"),
  date("datePath", "/day", { without = "day" }),
  date("minDatePath", "#2019-01-01T00:00:00Z"),
  date("maxDatePath", "#2021-01-01T00:00:00Z"),
  date("modePath", "#1"),
  multiline("textPath", "note", { without = "name" }),
  multiline("placeholder", "#Type here"),
  segment("segmentsPath", "#None,#Some,#All", { without = "#Zero,#One,#Two" }),
  segment("selectIndexPath", "/index", { without = "number" }),
  segment("width", "#120"),
  segment("byTitle", "#true", { given = { selectIndexPath = "/name", segmentsPath = "#Shop,#Mall" } }),
  picker("dataPath", "/others", { without = "/items" }),
  picker("namePath", "note", { without = "name" }),
  picker("selectionPath", "/favorite", {
    without = "friend",
    steps = function(app)
      app:tap "Edit"
      app:row "Row":tap():cell "Row":choose "Apple"
    end,
  }),
  picker("selectionPath", "/index", { without = "friend", given = lazy(function()
    return { dataPath = function() return { "x", "y" } end, namePath = function(value) return value end }
  end) }),
  slider("valuePath", "/number", { without = "number", given = { maxValuePath = "#10" } }),
  slider("minValuePath", "#-5"),
  slider("maxValuePath", "#10"),
  slider("minImagePath", "#low"),
  slider("maxImagePath", "#high"),
  slider("width", "#90"),
  stepper("valuePath", "/number", { without = "number" }),
  stepper("minValuePath", "#2"),
  stepper("maxValuePath", "#4"),
  stepper("stepValuePath", "#2"),
  progress("valuePath", "/number", { without = "number" }),
  progress("maxValuePath", "#5"),
  of("ModelProgressCell", {})("dataPath", "/number", { without = "number" }),
  text_picker("textPath", "kind", { without = "name" }),
  text_picker("optionValues", "Cherry,Date", { without = "Apple,Banana" }),
  text_picker("title", "#Fruit"),
  image("valuePath", "kind", { without = "name" }),
  of("ModelImageCell", {})("dataPath", "kind", { without = "name" }),
  web("valuePath", "kind", { without = "name" }),
  of("ModelWebCell", {})("dataPath", "kind", { without = "name" }),
  web("containsHTML", "#true"),
}

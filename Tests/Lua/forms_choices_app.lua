-- The application of the tests of choices in forms: each choice decides about other fields.
local okit = require "okit"
local t = okit.types
local Kind = okit.ModelEntity:extend("Kind", { name = "" })
local Order = okit.ModelEntity:extend("Order", {
  kind = t.enum { "company", "person" }, text = "company", vat = "", byPost = false, address = "", size = 1,
  due = t.optional(t.date), other = t.optional(t.ref "Kind"), reason = "", level = 0.0, held = false,
})
local shop = okit.Model.register(okit.Model:extend("Shop", { order = t.entity(Order), kinds = t.list(Kind) }))
shop.order = {}
shop.kinds = { { id = "a", name = "private" }, { id = "b", name = "public" } }
local Text = okit.ModelTextCell

-- A form over the order, with a button that sends it.
local function form(name, sections)
  okit.ModelForm:extend(name, {
    contextPath = "default>order", editAlways = "#true", sections = sections,
    right = {
      okit.ModelBarButtonItem { title = "#Send", submit = "#true", tap = function() okit.log.info "sent" end },
    },
  })
end

local function ended(_, _, valid) okit.log.info("ended " .. tostring(valid)) end

local function required(properties)
  properties.validationRequired = "#true"
  return Text(properties)
end

form("segment", { { cells = {
  okit.ModelSegmentCell { path = "#Choice", dataPath = "kind", onEndEdit = ended },
  required { path = "#Dependent", dataPath = "vat", hiddenPath = "= kind = 'person'" },
} } })
form("switch", { { cells = {
  okit.ModelSwitchCell { path = "#Choice", dataPath = "byPost", onEndEdit = ended },
  required { path = "#Dependent", dataPath = "vat", enabledPath = "= NOT byPost" },
} } })
form("picker", { { cells = {
  okit.ModelPickerCell {
    path = "#Choice", dataPath = "/kinds", namePath = "name", selectionPath = "other", onEndEdit = ended,
  },
  required { path = "#Dependent", dataPath = "vat", showEdit = "= other.ref IS NULL" },
} } })
form("textpicker", {
  { cells = { okit.ModelTextPickerCell { path = "#Choice", dataPath = "kind", onEndEdit = ended } } },
  { showEdit = "= kind = 'company'", cells = { required { path = "#Dependent", dataPath = "vat" } } },
})
form("stepper", { { cells = {
  okit.ModelStepperCell { path = "#Choice", dataPath = "size", maxValuePath = "#5", onEndEdit = ended },
  required { path = "#Dependent", dataPath = "vat", readOnly = "= size > 1" },
} } })
form("slider", { { cells = {
  okit.ModelSliderCell { path = "#Choice", dataPath = "level", onEndEdit = ended },
  Text { path = "#Dependent", dataPath = "vat", validationRequired = "= level < 0.5" },
} } })
form("date", { { cells = {
  okit.ModelDateCell { path = "#Choice", dataPath = "due", modePath = "#1", onEndEdit = ended },
  required { path = "#Dependent", dataPath = "vat", hiddenPath = "= due IS NOT NULL" },
} } })
-- A text is held, and still decides when the form is submitted.
form("text", { { cells = {
  Text { path = "#Choice", dataPath = "text" },
  required { path = "#Dependent", dataPath = "vat", hiddenPath = "= text = 'person'" },
  Text { path = "#Reason", dataPath = "reason", validationRequired = "= text = 'other'" },
} } })
form("held", { { cells = {
  okit.ModelSwitchCell { path = "#Choice", dataPath = "held", liveUpdate = "#false", onEndEdit = ended },
  required { path = "#Dependent", dataPath = "vat", hiddenPath = "held" },
} } })
-- Input that is not valid, in a field that a choice hides or disables.
form("input", { { cells = {
  okit.ModelSegmentCell { path = "#Choice", dataPath = "kind" },
  Text {
    path = "#Dependent", dataPath = "vat", validationFormula = "length(value) > 3", hiddenPath = "= kind = 'person'",
  },
  Text { path = "#Size", dataPath = "size", enabledPath = "= kind = 'company'" },
  okit.ModelSwitchCell { path = "#Fails", dataPath = "byPost", validationFormula = "value = 0" },
} } })
okit.ModelListTableController:extend("home", { dataPath = "kinds", titlePath = "#Home",
  cell = okit.ModelTableCell { path = "name", segue = "input" } })
okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] })

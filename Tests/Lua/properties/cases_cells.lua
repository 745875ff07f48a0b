-- What all cells have.
local case = require "case"
local define = require "definitions"
local lazy, action, attempt = case.lazy, case.action, case.attempt

local function edit(app) app:tap "Edit" end
local function tap(app) app:row { index = 1 }:tap() end
local function tap_in_edit_mode(app) app:tap "Edit":row { index = 1 }:tap() end
local function accessory(app) attempt(function() app:row { index = 1 }:accessory() end) end

local text = { path = "name" }
local cell = case.of("ModelTableCell", { define = define.cell("ModelTableCell", text) })
local edited = case.of("ModelTableCell", { define = define.cell("ModelTableCell", text), steps = edit })
local field = define.cell("ModelTextCell", { path = "#Name", textPath = "name" })
local control = case.of("ModelEditCell", { define = field })

local function label(okit) return okit.ModelLabel { textPath = "#Label" } end
local function button(okit) return okit.ModelButton { titlePath = "#Button", tapPath = "mark()" } end

return {
  cell("contextPath", "/items[1]"),
  cell("path", "note", { without = "name" }),
  cell("detailPath", "note"),
  cell("imagePath", "#star"),
  cell("ribbonColor", "color"),
  edited("editPath", "note"),
  edited("editDetailPath", "note"),
  edited("editImagePath", "#star"),
  edited("editRibbonColor", "color"),
  cell("accyPath", "#1"),
  cell("accyIcon", "#star", { given = { accyText = "#Press", accyTap = "mark()" } }),
  cell("accyText", "#Press", { given = { accyTap = "mark()" } }),
  cell("accyTap", action, { given = { accyText = "#Press" }, steps = accessory }),
  cell("accyShow", "#false", { given = { accyText = "#Press", accyTap = "mark()" } }),
  cell("accyShow", "#false", { given = { accyPath = "#1" } }),
  cell("accyEnabled", "#false", { given = { accyText = "#Press", accyTap = "mark()" } }),
  edited("accyEditPath", "#1"),
  edited("accyEditIcon", "#star", { given = { accyEditText = "#Press", accyEditTap = "mark()" } }),
  edited("accyEditText", "#Press", { given = { accyEditTap = "mark()" } }),
  cell("accyEditTap", action, { given = { accyEditText = "#Press" }, steps = function(app)
    app:tap "Edit"
    accessory(app)
  end }),
  edited("accyEditShow", "#false", { given = { accyEditText = "#Press", accyEditTap = "mark()" } }),
  edited("accyEditShow", "#false", { given = { accyEditPath = "#1" } }),
  edited("accyEditEnabled", "#false", { given = { accyEditText = "#Press", accyEditTap = "mark()" } }),
  cell("accessoryView", lazy(label)),
  cell("accessoryView", lazy(button)),
  edited("editingAccessoryView", lazy(label)),
  edited("editingAccessoryView", lazy(button)),
  cell("heightDisplay", "#60"),
  edited("heightEdit", "#60"),
  cell("heightSelect", "#80", { steps = tap_in_edit_mode }),
  cell("showDisplay", "#false"),
  edited("showEdit", "#false"),
  cell("enabledPath", "#false"),
  cell("enabledPath", "#false", { define = field, steps = edit }),
  cell("hiddenPath", "#true"),
  cell("colorPath", "color"),
  cell("colorPath", "color", { define = field }),
  cell("selectNextRow", "#1", { steps = tap_in_edit_mode }),
  cell("selectNextAccent", "#false", { given = { selectNextRow = "#1" }, steps = tap_in_edit_mode }),
  cell("tap", action, { steps = tap }),
  cell("tapEdit", action, { steps = tap_in_edit_mode }),
  cell("segue", "detail", { steps = tap }),
  cell("formatType", "number", { given = { path = "number", detailPath = "number", formatPattern = "0.00" } }),
  cell("formatPattern", "0.00", { given = { path = "number", detailPath = "number", formatType = "number" } }),
  cell("accessibilityLabel", "#Label"),
  cell("accessibilityHint", "#Hint"),
  cell("accessibilityIdentifier", "#identifier"),

  control("readOnly", "#true", { steps = edit }),
  control("controlInDisplay", "#false"),
}

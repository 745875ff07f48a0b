-- Bar buttons, views and help.
local case = require "case"
local define = require "definitions"
local lazy, action = case.lazy, case.action

local view = case.of("ModelView", { define = define.view "ModelLabel", given = { textPath = "name" } })
local label = case.of("ModelLabel", { define = define.view "ModelLabel", given = { textPath = "name" } })
local button = case.of("ModelButton", {
  define = define.view "ModelButton", given = { titlePath = "#Press", tapPath = "ran()" },
})
local bar = case.of("ModelBarButtonItem", { define = define.button, given = { title = "#Press", tapPath = "ran()" } })
local help = case.of("ModelHelpView", {
  define = define.help, given = { callouts = { { text = "#About" } } }, steps = function(app) app:tap "?" end,
})
local callout = case.of("Callout", {
  given = { text = "#About" },
  define = function(okit, properties) define.help(okit, { callouts = { properties } }) end,
  steps = function(app) app:tap "?" end,
})

local function press(app) app:tap "Press" end

local accessibility = {}
for _, make in ipairs { label, button, bar } do
  accessibility[#accessibility + 1] = make("accessibilityLabel", "#Label")
  accessibility[#accessibility + 1] = make("accessibilityHint", "#Hint")
  accessibility[#accessibility + 1] = make("accessibilityIdentifier", "#identifier")
end

local cases = {
  view("contextPath", "items[0]"),
  label("contextPath", "items[0]"),
  label("textPath", "note", { given = {}, without = "name" }),
  label("dataPath", "note", { given = {}, without = "name" }),
  label("showPath", "#false"),
  label("formatType", "number", { given = { textPath = "number", formatPattern = "0.00" } }),
  label("formatPattern", "0.00", { given = { textPath = "number", formatType = "number" } }),
  button("contextPath", "items[0]", { given = { titlePath = "name", tapPath = action } }),
  button("iconPath", "#star"),
  button("imagePath", "#star"),
  button("titlePath", "#Other", { without = "#Press", given = { tapPath = "ran()" } }),
  button("formatType", "number", {
    given = { titlePath = "number", tapPath = "ran()", formatPattern = "0.00" },
  }),
  button("formatPattern", "0.00", { given = { titlePath = "number", tapPath = "ran()", formatType = "number" } }),
  button("tapPath", action, { given = { titlePath = "#Press" }, without = "name", steps = press }),
  button("showPath", "#false"),
  button("enabledPath", "#false"),
  button("segue", "other", { given = { titlePath = "#Press" }, without = "detail", steps = press }),
  bar("contextPath", "items[0]", { given = { title = "name", tap = action } }),
  bar("title", "#Other", { without = "#Press", given = { tapPath = "ran()" } }),
  bar("image", "star"),
  bar("imagePath", "#star"),
  bar("systemItem", "trash", { given = { tapPath = "ran()" }, without = "add" }),
  bar("style", "done"),
  bar("tintColor", "#ff0000"),
  bar("tapPath", action, { given = { title = "#Press" }, without = "touch()", steps = press }),
  bar("showPath", "#false"),
  bar("enabledPath", "#false"),
  bar("tap", action, { given = { title = "#Press" }, without = "touch()", steps = press }),
  bar("enabled", "#false"),
  bar("segue", "other", { given = { title = "#Press" }, without = "detail", steps = press }),
  help("contextPath", "items[0]", { given = { callouts = { { text = "name" } } } }),
  help("titlePath", "#Title"),
  help("callouts", { { text = "#Other" } }, { given = {}, without = { { text = "#About" } } }),
  callout("target", "Apple"),
  callout("text", "#Other", { without = "#About", given = { target = "Apple" } }),
  case.case("ModelController", "views", lazy(function(okit) return { okit.ModelLabel { textPath = "#Label" } } end), {
    define = function(okit, properties) okit.ModelController:extend("home", properties) end,
  }),
}

return table.move(accessibility, 1, #accessibility, #cases + 1, cases)

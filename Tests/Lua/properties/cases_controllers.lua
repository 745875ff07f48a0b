-- What all controllers have, and details.
local case = require "case"
local define = require "definitions"
local lazy, action, attempt = case.lazy, case.action, case.attempt

local base = case.of("ModelBaseController", { define = define.detail })
local rows = case.of("ModelBaseTableController", { define = define.list })
local detail = case.of("ModelDetailTableController", { define = define.detail })
local section = case.of("Section", {
  define = function(okit, properties)
    define.detail(okit, {
      sections = { define.merged({ cells = { okit.ModelTableCell { path = "#Row" } } }, properties) },
    })
  end,
})

local function help(okit) return okit.ModelHelpView { callouts = { { text = "#About" } } } end
local function button(okit) return { okit.ModelBarButtonItem { title = "#Own", tap = "ran()" } } end
local function tap(app) app:row { index = 1 }:tap() end
local function edit(app) app:tap "Edit" end
local function tap_in_edit_mode(app) app:tap "Edit":row { index = 1 }:tap() end
local function tap_accessory(app) app:row "First":accessory() end

return {
  base("contextPath", "items[0]", { given = { titlePath = "name" } }),
  base("promptPath", "#Prompt"),
  base("titlePath", "#Title"),
  base("titleTap", action, {
    given = { titlePath = "#Title" }, steps = function(app) attempt(function() app:title():tap() end) end,
  }),
  base("titleCount", "items.@count", { given = { titlePath = "#Title" } }),
  base("titleCount", "items.@count", { given = { titlePath = "#Title", subTitleObject = "#Item" } }),
  base("subTitlePath", "#Subtitle"),
  base("subTitleObject", "#Item", { given = { titlePath = "#Title", titleCount = 3 } }),
  base("subTitleObjectPlural", "#Things", {
    given = { titlePath = "#Title", titleCount = 3, subTitleObject = "#Item" },
  }),
  base("subTitleSwap", "#true", { given = { titlePath = "#Title", subTitlePath = "#Subtitle" } }),
  base("edit", "#false"),
  base("editButton", "#false"),
  base("willClose", "#false", {
    define = define.opened, steps = function(app)
      app:tap "Open"
      app:back()
    end,
  }),
  base("editInherit", "#true", { define = define.opened, steps = function(app) app:tap "Open" end }),
  base("editAlways", "#true"),
  base("help", "#false", { given = lazy(function(okit) return { helpView = help(okit) } end) }),
  base("helpView", lazy(help), { steps = function(app) attempt(function() app:tap "?" end) end }),
  base("titleView", lazy(function(okit) return okit.ModelLabel { textPath = "#Label" } end)),
  base("left", lazy(button)),
  base("right", lazy(button)),
  base("toolbar", lazy(button)),

  rows("editEnabled", "#false"),
  rows("editEnabled", "#false", { define = define.cell_of_detail, steps = edit }),
  rows("forceUpdate", "#false"),
  rows("tap", action, { steps = tap }),
  rows("tapEdit", action, { steps = tap_in_edit_mode }),
  rows("autoDeselect", "#false", { steps = tap }),

  detail("sections", lazy(function(okit)
    return { { header = "#Other", cells = { okit.ModelTableCell { path = "#Row" } } } }
  end)),
  detail("sectionHeaders", "#One,#Two"),
  detail("sectionFooters", "#One,#Two"),
  detail("accyTap", action, { steps = function(app) attempt(function() tap_accessory(app) end) end }),
  detail("accyEditTap", action, {
    steps = function(app)
      app:tap "Edit"
      attempt(function() tap_accessory(app) end)
    end,
  }),
  detail("sectionsShowDisplay", "#true,#false"),
  detail("sectionsShowEdit", "#true,#false", { steps = edit }),
  -- OKit has these two in the table of details; here all controllers with rows have them.
  detail("tap", action, { steps = tap }),
  detail("tapEdit", action, { steps = tap_in_edit_mode }),
  detail("autoDeselect", "#false", { steps = tap }),

  section("header", "#Header"),
  section("footer", "#Footer"),
  section("showDisplay", "#false"),
  section("showEdit", "#false", { steps = edit }),
}

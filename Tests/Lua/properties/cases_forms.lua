-- The fields of forms, and what submits them.
local case = require "case"
local define = require "definitions"
local lazy, action, attempt = case.lazy, case.action, case.attempt

-- A form about the first item, always in edit mode.
local function form(okit, properties)
  okit.ModelForm:extend("home", define.merged({
    contextPath = "items[0]", editAlways = true,
    sections = { { cells = {
      okit.ModelTextCell { path = "#Name", textPath = "name" },
      okit.ModelTextCell { path = "#Note", textPath = "note" },
    } } },
  }, properties))
end

-- A form with a field of which a case is about.
local function field(okit, properties)
  form(okit, { sections = { { cells = {
    okit.ModelTextCell(define.merged({ path = "#Name" }, properties)),
    okit.ModelTextCell { path = "#Note", textPath = "note" },
  } } } })
end

local function focus(app) app:row "Name":tap() end
local function type_and_leave(app) app:cell "Name":type "":next() end
local never = lazy(function() return function() return false end end)

local cell = case.of("ModelEditCell", { define = field, given = { textPath = "name" } })
local keyboard = case.of("ModelForm", { define = form, steps = focus })

-- A field that is never valid, beside what submits it.
local function invalid(okit, home)
  form(okit, define.merged({ sections = { { cells = {
    okit.ModelTextCell { path = "#Name", textPath = "name", validationFormula = never.make() },
    home.cell,
  } } } }, { right = home.right }))
end

local function submit_row(okit, properties) invalid(okit, { cell = okit.ModelTableCell(properties) }) end
local function submit_button(okit, properties) invalid(okit, { cell = okit.ModelButton(properties) }) end
local function submit_bar(okit, properties)
  invalid(okit, { right = { okit.ModelBarButtonItem(properties) } })
end

local function press(app) app:tap "Press" end

return {
  cell("dataPath", "note", { given = {}, without = "name" }),
  cell("validationRequired", "#true", { steps = type_and_leave }),
  cell("validationFormula", never, { steps = type_and_leave }),
  cell("validationMessage", "#Wrong", {
    given = { textPath = "name", validationFormula = never }, steps = type_and_leave,
  }),
  cell("instantValidation", "#true", {
    given = { textPath = "name", validationFormula = never }, steps = function(app) app:cell "Name":type "" end,
  }),
  cell("liveUpdate", "#true", { steps = function(app) app:cell "Name":type "Cherry" end }),
  cell("showPrevNextButtons", "#false", { steps = focus }),
  cell("showDoneButton", "#false", { steps = focus }),
  cell("closeOnReturn", "#false", {
    given = { textPath = "name", showDoneButton = "#false", onEndEdit = action },
    steps = function(app)
      focus(app)
      attempt(function() app:doneKey() end)
    end,
  }),
  cell("onEndEdit", action, { steps = function(app)
    focus(app)
    app:doneKey()
  end }),
  cell("onCancelEdit", action, { steps = function(app)
    focus(app)
    app:cancelKey()
  end }),
  cell("focus", "#true", { define = function(okit, properties)
    form(okit, { sections = { { cells = {
      okit.ModelTextCell { path = "#Note", textPath = "note" },
      okit.ModelTextCell(define.merged({ path = "#Name" }, properties)),
    } } } })
  end }),
  keyboard("endEdit", "close", {
    define = function(okit, properties)
      define.opener(okit)
      okit.ModelForm:extend("own", define.merged({
        sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
      }, properties))
    end,
    given = { editAlways = true },
    steps = function(app)
      app:tap "Open"
      app:cell("Name"):type("Cherry"):doneKey()
    end,
  }),
  keyboard("previousButtonText", "#Up"),
  keyboard("previousButtonImage", "#up"),
  keyboard("nextButtonText", "#Down"),
  keyboard("nextButtonImage", "#down"),
  keyboard("doneButtonText", "#Ready"),
  keyboard("doneButtonImage", "#ready"),
  keyboard("cancelButtonText", "#Drop"),
  keyboard("cancelButtonImage", "#drop"),
  case.case("ModelTableCell", "submit", "#true", {
    define = submit_row, given = { path = "#Press", tapEdit = action }, steps = press,
  }),
  case.case("ModelButton", "submit", "#true", {
    define = submit_button, given = { titlePath = "#Press", tapPath = action }, steps = press,
  }),
  case.case("ModelBarButtonItem", "submit", "#true", {
    define = submit_bar, given = { title = "#Press", tap = action }, steps = press,
  }),
}

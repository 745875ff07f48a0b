-- The properties that classes inherit: the cases of the class above, with each class below it.
local case = require "case"
local define = require "definitions"

local all = {}

-- Adds the cases of a class for one below it, except those of some properties.
local function inherit(cases, from, class, options, except)
  for _, inherited in ipairs(cases) do
    if inherited.class == from and not (except or {})[inherited.property] then
      local own = define.merged(inherited, { class = class })
      own.define = options.define(inherited)
      if inherited.steps then own.steps = options.steps or inherited.steps end
      own.given = options.given and case.lazy(function(okit)
        local given = inherited.given or {}
        return define.merged(options.given(okit), given.make and given.make(okit) or given)
      end) or inherited.given
      all[#all + 1] = own
    end
  end
end

-- A screen of a class, shown at once or opened by another one in edit mode as in the case that it is for.
local function screen(class)
  return function(inherited)
    return function(okit, properties)
      define.targets(okit)
      local opened = inherited.define == define.opened
      if opened then define.opener(okit) end
      okit[class]:extend(opened and "own" or "home", properties)
    end
  end
end

local function list(okit)
  return { dataPath = "/items", selectionPath = "/picks", cell = okit.ModelTableCell { path = "name" } }
end
local function unselecting_list(okit) return { dataPath = "/items", cell = okit.ModelTableCell { path = "name" } } end

local controllers, cells = require "cases_controllers", require "cases_cells"
for _, row in ipairs {
  { "ModelListTableController", unselecting_list }, { "ModelSelectionTableController", list },
  { "ModelMenuTableController", unselecting_list }, { "ModelBaseTableController" }, { "ModelController" },
  { "ModelSettingsTableController" }, { "ModelBackupTableController" }, { "ModelSecureBackupTableController" },
} do
  local class, given = row[1], row[2]
  -- Screens without rows have an Edit button only if a script asks for it.
  local except = class == "ModelController" and { edit = true, editButton = true } or nil
  inherit(controllers, "ModelBaseController", class, { define = screen(class), given = given }, except)
end

inherit(controllers, "ModelBaseTableController", "ModelSelectionTableController", {
  define = screen "ModelSelectionTableController", given = list,
})
inherit(controllers, "ModelBaseTableController", "ModelMenuTableController", {
  define = screen "ModelMenuTableController", given = unselecting_list,
})
inherit(controllers, "ModelBaseTableController", "ModelDetailTableController", {
  define = function() return define.detail end,
}, { editEnabled = true, tap = true, tapEdit = true, autoDeselect = true })
local function fetching(okit, properties)
  local home = okit.ModelBaseTableController:extend("home", properties)
  function home:fetchData() return self.context.items end
end
inherit(controllers, "ModelBaseTableController", "ModelBaseTableController", {
  define = function() return fetching end,
}, { editEnabled = true })
all[#all + 1] = case.case("ModelBaseTableController", "editEnabled", "#false", {
  define = fetching, given = { tapEdit = case.action },
  steps = function(app) app:tap "Edit":row { index = 1 }:tap() end,
})

-- The cells whose controls cannot be edited.
local shown_only = { ModelProgressCell = true, ModelImageCell = true, ModelWebCell = true }

local function select_row(app) app:tap "Edit":row { index = 1 }:tap() end

for _, row in ipairs {
  { "ModelSwitchCell", { onPath = "marked" } }, { "ModelTextCell", { textPath = "kind" } },
  { "ModelMultilineCell", { textPath = "kind" } }, { "ModelDateCell", { datePath = "day" }, select_row },
  { "ModelSegmentCell", { segmentsPath = "#Zero,#One,#Two,#Three", selectIndexPath = "number" } },
  { "ModelPickerCell", { dataPath = "/items", namePath = "name", selectionPath = "friend" }, select_row },
  { "ModelSliderCell", { valuePath = "number", maxValuePath = 10 } }, { "ModelStepperCell", { valuePath = "number" } },
  { "ModelProgressCell", { valuePath = "number" } },
  { "ModelTextPickerCell", { textPath = "kind", optionValues = "Fruit,Vegetable" }, select_row },
  { "ModelImageCell", { valuePath = "kind" } }, { "ModelWebCell", { valuePath = "kind" } },
} do
  local class, steps = row[1], row[3]
  local cell = define.cell(class, define.merged({ path = "name" }, row[2]))
  local function defined() return cell end
  inherit(cells, "ModelTableCell", class, { define = defined })
  if not shown_only[class] then inherit(cells, "ModelEditCell", class, { define = defined, steps = steps }) end
end

return all

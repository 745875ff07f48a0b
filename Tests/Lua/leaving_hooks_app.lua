-- The application of leaving_hooks_test.lua and leaving_driver.lua: functions of a script that leave the screen which
-- calls them. The arguments are the kind of screen, the function, and what it does. It does nothing before the model's
-- function `arm` was called. The function "any" stands for all of them, which do something at random; the third
-- argument is the seed then.
local okit = require "okit"
local t = okit.types
local kind, hook, leave = okit.arguments[1], okit.arguments[2], okit.arguments[3]
local root, armed, depth, screen, kept = nil, false, 0, nil, nil
local leaves, names = {}, {}
local any = hook == "any"
if any then math.randomseed(tonumber(leave)) end

-- Whether a function is one that the test is about.
local function is(name) return any or hook == name end

-- What a function does: at most three times inside of each other, so that functions which call themselves end.
local function act(controller, entity)
  if not armed or depth > 2 or any and math.random(8) > 1 then return end
  depth = depth + 1
  local leaving = leaves[any and names[math.random(#names)] or leave]
  local ok, failure = pcall(leaving, controller or screen, entity or root.todos[1])
  depth = depth - 1
  if not ok then error(failure, 0) end
end

-- A function for a property or a table with it, if it is the one that the test is about.
local function only(name, result)
  return is(name) and function(entity, controller)
    act(controller, entity)
    return result
  end or nil
end

-- The function of an action, which acts if the test is about it.
local function action(name)
  return function(entity, controller) if is(name) then act(controller, entity) end end
end

-- Overrides a function of a class with one that acts after the built-in one, or before it.
local function override(class, name, is_cell)
  class[name] = function(self, ...)
    local controller = is_cell and self.controller or self
    if is(name .. " first") then act(controller) end
    local results = table.pack(self.super[name](self, ...))
    if is(name) then act(controller) end
    return table.unpack(results, 1, results.n)
  end
end

local function override_hook(class, list, is_cell)
  local name = hook:gsub(" first$", "")
  for known in list:gmatch "%a+" do if known == name or any then override(class, known, is_cell) end end
end

local Todo = okit.ModelEntity:extend("Todo", {
  title = t.string("a", { didSet = function(self) if is "didSet" then act(nil, self) end end }),
  note = "", done = false,
})
function Todo:validate() if is "validate" then act(nil, self) end end
function Todo:touch() if is "binding" then act(nil, self) end end

local Root = okit.Model:extend("Todos", {
  todos = t.list(Todo), chosen = t.optional(t.ref(Todo)), picked = t.list(t.ref(Todo)), spare = t.optional(Todo),
})
function Root:touch() if is "binding" then act(nil, self.todos[1]) end end
function Root:arm() armed = true end
function Root:disarm() armed = false end
function Root:read_kept() return kept and kept.text end
root = okit.Model.register(Root)
if #root.todos == 0 then root.todos = { {}, { title = "other" } } end

function leaves.close(controller) controller:close() end
function leaves.back() okit.back() end
function leaves.dismiss() okit.dismiss() end
function leaves.returnToRoot(controller) controller:returnToRoot() end
function leaves.navigateToHome() okit.navigateToHome() end
function leaves.navigateToTarget() okit.navigateToTarget "other" end
leaves["navigateToTarget with an entity"] = function() okit.navigateToTarget("home", root) end
function leaves.navigate() okit.navigate "other" end
function leaves.present() okit.present "other" end
function leaves.remove(_, todo) if todo then root.todos:remove(todo) end end
function leaves.replace() root.todos = { { title = "new" } } end
leaves["close twice"] = function(controller) controller:close() controller:close() end
leaves["close and fail"] = function(controller) controller:close() error "failed" end
leaves["remove and close"] = function(controller, todo) leaves.remove(nil, todo) controller:close() end
leaves["another entity"] = function(controller)
  if controller.setDataModel then controller:setDataModel(root.todos[2] or Todo {}) end
end
leaves["edit mode"] = function(controller) controller.editing = not controller.editing end
function leaves.submit(controller) if controller.submit then controller:submit() end end
function leaves.refreshDisplay(controller) if controller.refreshDisplay then controller:refreshDisplay() end end
function leaves.alert() okit.alert { title = "#Alert", actions = { { title = "Fine" } } } end
function leaves.write(_, todo) if todo then todo.title = todo.title .. "!" end end
leaves["close later"] = function(controller) okit.after(0, function() controller:close() end) end

for name in pairs(leaves) do names[#names + 1] = name end
table.sort(names)

local all = "willClose update updateData refresh updateTitle titleValue subtitleValue onEditTap didTapBarButtonItem "
  .. "didTapButton onHelpTap "
  .. "navigate close onCloseTap returnToRoot applyTheme didSelect didClearSelection "
local functions = {
  form = all .. "onRowTap onTap onAccessoryTap setDataModel getDataModel validate submit",
  list = all
    .. "fetchData filterData sortData filterContentForSearchText getEntity rowFor configure onRowTap onTap "
    .. "onAccessoryTap "
    .. "onAddTap addEntity navigateTo onDelete deleteEntity onMoreTap onMoreAction onQuickTap onQuickAction onRefresh "
    .. "refreshTriggered "
    .. "startActivity stopActivity onFilter",
}
functions.menu = functions.list .. " navigateToHome navigateToTarget"
functions.selection = functions.list .. " selectSingle unselectSingle selectMultiple unselectMultiple onClearTap"
local cell_functions = "updateTextValue updateDetailTextValue updateImageValue updateRibbonColor update isReadOnly "
  .. "getText setText "
  .. "getPlaceholder isOn setOn"

local Button = okit.ModelBarButtonItem
local buttons = {
  Button { title = "#Run", tap = action "button" },
  Button { title = "#Send", submit = true, tap = action "submit button" },
  Button { title = "#Binding", tapPath = "touch()" },
  Button { title = "#Ask", tap = function(_, controller)
    if hook == "answer" or any and math.random(2) == 1 then
      okit.alert { title = "#Question", actions = { { title = "Yes" } } }:wait()
      act(controller)
    else
      okit.alert { title = "#Question",
        actions = { { title = "Yes", tap = function() if is "dialog" then act(controller) end end } } }
    end
  end },
  Button { title = "#Wait", tap = function(_, controller)
    okit.sleep(5)
    if is "wait" then act(controller) end
  end },
}

local function follow(class)
  function class:setup()
    screen = self
    if is "setup" then act(self) end
    if is "timer" then okit.after(5, function() act(self) end) end
    if is "every" then okit.every(5, function() act(self) end) end
    if is "observe" then root:observe("todos[0]/title", function() act(self) end) end
    if is "onPatch" then root:onPatch(function() act(self) end) end
  end
end

local function cell(class, properties)
  local Cell = class:extend(properties.name, properties.class)
  override_hook(Cell, cell_functions, true)
  return Cell(properties.own)
end

local function fields(name)
  return {
    cell(okit.ModelTextCell, { name = name .. "Title", class = { path = "#Title", textPath = "title" }, own = {
      onEndEdit = only "onEndEdit", onCancelEdit = only "onCancelEdit",
      validationFormula = is "validationFormula" and function(todo, _, controller)
        act(controller, todo)
        return true
      end or nil,
      hiddenPath = only("hiddenPath", false),
      enabledPath = only("enabledPath", true), detailPath = only("detailPath", "x"),
    } }),
    okit.ModelTextCell { path = "#Note", textPath = "note", tap = action "cell tap" },
    cell(okit.ModelSwitchCell,
      { name = name .. "Done", class = { path = "#Done", onPath = "done" }, own = { onEndEdit = only "onEndEdit" } }),
    okit.ModelTableCell { path = "#Row", tap = action "cell tap", tapEdit = action "cell tap", accyText = "#More",
      accyTap = action "accessory",
      accyEditTap = action "accessory" },
    okit.ModelButton { titlePath = "#Press", tapPath = action "view" },
  }
end

local form = okit.ModelForm:extend("form", {
  contextPath = kind == "tabs" and "todos[0]" or nil,
  editAlways = true, titlePath = only("titlePath", "x"), subTitlePath = only("subTitlePath", "x"),
  sections = { { header = only("header", "x"), cells = fields "Form" } }, right = buttons, titleTap = action "title",
  help = true, helpView = okit.ModelHelpView { callouts = { { target = "Title", text = "#The title" } } },
})
follow(form)
if kind == "form" or kind == "tabs" or kind == "presented" then override_hook(form, functions.form) end
okit.ModelForm:extend("second",
  { contextPath = "todos[1]", editAlways = true, sections = { { cells = fields "Second" } } })

local function rows(name, class, more)
  local properties = {
    contextPath = "/", dataPath = "todos", titlePath = only("titlePath", "x"), add = true, addName = "title",
    edit = true, delete = true,
    more = true, moreActions = { { name = "#Again", tap = action "more" } }, quickName = "#Quick",
    quickTap = action "quick", reorder = true,
    search = true, searchFilterPath = "title", searchFilters = { "#a", "#other" },
    refresh = true, activity = true, selectPath = only("selectPath", false), right = buttons,
    type = "Todo",
    titleTap = action "title",
    cell = cell(okit.ModelTableCell, { name = name .. "Cell", class = { path = "title", accyText = "#Info" }, own = {
      tap = action "cell tap", accyTap = action "accessory", detailPath = only("detailPath", "x"),
      enabledPath = only("enabledPath", true),
    } }),
  }
  for key, value in pairs(more or {}) do properties[key] = value end
  local list = class:extend(name, properties)
  follow(list)
  if name == kind then override_hook(list, functions[kind]) end
  if hook ~= "configure" and name == kind then
    function list:configure(row) kept = row end
  end
end

-- The same rows in a section, with the field that adds.
local line = cell(okit.ModelTableCell, { name = "LineCell", class = { path = "title", accyText = "#Info" }, own = {
  tap = action "cell tap", accyTap = action "accessory", detailPath = only("detailPath", "x"),
  enabledPath = only("enabledPath", true),
} })
local section_rows = okit.ModelForm:extend("rows", {
  contextPath = "/", edit = true, right = buttons, titleTap = action "title", titlePath = only("titlePath", "x"),
  sections = {
    { header = only("header", "x"), dataPath = "todos", type = "Todo", addName = "title", addNav = true, segue = "form",
      more = true, moreActions = { { name = "#Again", tap = action "more" } }, quickName = "#Quick",
      quickTap = action "quick", reorder = true, selectPath = only("selectPath", false), cell = line,
      deleteEnabled = only("deleteEnabled", true), quickEnabled = only("quickEnabled", true) },
    { cells = { okit.ModelTextCell { path = "#Title", textPath = "todos[0]/title", onEndEdit = only "onEndEdit" } } },
    { dataPath = "todos", type = "Todo", addField = "title", addAppend = true, cell = okit.ModelTextCell {
      path = "#Note", textPath = "note", onEndEdit = only "onEndEdit" } },
  },
})
follow(section_rows)
if kind == "rows" then override_hook(section_rows, functions.form) end

rows("list", okit.ModelListTableController)
rows("menu", okit.ModelMenuTableController, { identifier = "other", rowIdentifier = "home" })
rows("selection", okit.ModelSelectionTableController, {
  selectionPath = kind == "selection" and hook:find "ultiple" and "picked" or "chosen", clear = true, unselect = true,
})
okit.ModelListTableController:extend("other",
  { contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title" } })
okit.ModelListTableController:extend("start", {
  contextPath = "/", dataPath = "todos", add = false, cell = okit.ModelTableCell { path = "title", segue = "form" },
  right = {
    Button { title = "#Present", tap = function() okit.present("form", root.todos[1]) end },
    Button { title = "#List", segue = "list" }, Button { title = "#Rows", segue = "rows" },
    Button { title = "#Selection", segue = "selection" },
    Button { title = "#Below", segue = "start" },
  },
})
okit.TabBarController:extend("home", { tabs = {
  { title = "#One", root = kind == "tabs" and "form" or "start" },
  { title = "#Two", root = kind == "tabs" and "second" or "other" },
} })
okit.ModelApplicationController:extend("app", { homeIdentifier = "home", menuIdentifier = "menu" })

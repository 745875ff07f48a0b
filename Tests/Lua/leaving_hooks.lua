-- luacheck: globals describe it expect
-- Whatever a function of the script does to the screen, cell or entity that calls it: nothing crashes, and valid input
-- is kept.

local app

local function launch(kind, hook, leave)
  app = okit.launch("leaving_hooks_app.lua", { arguments = { kind, hook, leave } })
end

-- Answers what is open with its last action, which changes nothing.
local function answer()
  if app.screen.help then app:title():tap() end
  for _ = 1, 5 do
    local dialog = app.alert or app.sheet
    if not dialog then return end
    dialog:tap(#dialog.actions)
  end
end

-- The steps that open the screen with the functions, with input in its fields.
local screens = {
  form = function()
    app:tap "Below"
    app:row(1):tap()
    app:cell("Title"):type "b"
  end,
  presented = function()
    app:tap "Present"
    app:cell("Title"):type "b"
  end,
  tabs = function()
    app:tab "Two"
    app:cell("Title"):type "c"
    app:tab "One"
    app:cell("Title"):type "b"
  end,
  list = function() app:tap "List" end,
  rows = function()
    app:tap "Rows"
    app:cell { text = "title", index = 1 }:type "new"
  end,
  selection = function() app:tap "Selection" end,
  menu = function() app:menu() end,
}

-- What a user does then.
local everywhere = {
  { "back", function() app:back() end }, { "close", function() app:close() end }, { "menu", function() app:menu() end },
  { "another tab", function() app:tab "Two" end }, { "the same tab", function() app:tab "One" end },
  { "background", function() app:background() app:foreground() end },
  { "the end", function() app:background() app:terminate() app:relaunch() end },
  { "undo", function() app:undo() app:redo() end }, { "a button", function() app:tap "Run" end },
  { "a binding", function() app:tap "Binding" end }, { "a dialog", function() app:tap "Ask" app:tap "Yes" end },
  { "waiting", function() app:tap "Wait" app.clock:advance(10) end }, { "time", function() app.clock:advance(6) end },
  { "the title", function() app:title():tap() end }, { "a change", function() app:set("todos[0]/title", "z") end },
  { "another screen", function() app:tap "Run" app:menu() app:menu() end },
}
local in_forms = {
  { "done", function() app:doneKey() end }, { "next", function() app:next() end },
  { "previous", function() app:previous() end },
  { "submit", function() app:submit() end }, { "cancel", function() app:cancelKey() end },
  { "another field", function() app:cell("Note"):type "n" end },
  { "a switch", function() app:cell("Done"):set(true) end },
  { "the same field", function() app:cell("Title"):type "bb" end },
  { "a row", function() app:row("Row"):tap() end }, { "an accessory", function() app:row("Row"):accessory() end },
  { "a button that submits", function() app:tap "Send" end }, { "a view", function() app:tap "Press" end },
  { "help", function() app:tap "?" app:tap "Row" end },
}
local in_lists = {
  { "a tap", function() app:row(1):tap() end }, { "an accessory", function() app:row(1):accessory() end },
  { "delete", function() app:tap "Edit" app:row(1):delete() app:tap "Yes" end },
  { "more", function() app:row(1):more "Again" end },
  { "quick", function() app:row(1):quick() end },
  { "edit", function() app:tap "Edit" app:row(1):select() app:tap "Done" end },
  { "add", function() app:tap "Add" app.alert:type "new" app:tap "OK" end },
  { "search", function() app:search "a" end }, { "filter", function() app:filter "other" end },
  { "refresh", function() app:refresh() end }, { "clear", function() app:row(1):tap() app:tap "Clear" end },
  { "a kept cell", function() app:rows() app:tap "Run" app:call "read_kept" end },
}

local in_sections = {
  { "a tap", function() app:row(1):tap() end }, { "an accessory", function() app:row(1):accessory() end },
  { "delete", function() app:row(2):delete() app:tap "Yes" end },
  { "more", function() app:row(1):more "Again" end }, { "quick", function() app:row(1):quick() end },
  { "edit", function() app:tap "Edit" app:row(1):select() app:row(1):move(2) app:tap "Done" end },
  { "add", function() app:tap "New Todo" app.alert:type "new" app:tap "OK" end },
  { "the field", function()
    app:cell "title":type "newer"
    app:doneKey()
    app:doneKey()
  end },
  { "a field", function()
    app:tap "Edit"
    app:cell("Title"):type "c"
    app:cell { text = "Note", index = 1 }:type "n"
    app:cell "title":type "newer"
    app:next()
    app:row(1):tap()
  end },
}

-- What is done in place of the screen's own end; the input of a field goes with its entity then, or is changed.
local changing = {
  remove = true, replace = true, ["remove and close"] = true, ["another entity"] = true, write = true,
  ["edit mode"] = true, refreshDisplay = true,
}
local failing = { back = true, dismiss = true, ["close and fail"] = true }
local dropping = { cancel = true, undo = true, ["a change"] = true, ["the same field"] = true }

-- Whether a title is in the model, or in a field of a screen that is still open: leaving that screen writes it.
local function title_is_kept(text)
  for _ = 1, 8 do
    for _, todo in ipairs(app:snapshot().todos or {}) do
      if todo.title and todo.title:find(text, 1, true) then return true end
    end
    if app.screen.menu then
      app:menu()
    elseif pcall(app.submit, app) then
      for _, todo in ipairs(app:snapshot().todos or {}) do if todo.title == text then return true end end
      if not pcall(app.back, app) and not pcall(app.close, app) then
        pcall(app.tab, app, text == "b" and "One" or "Two")
      end
    elseif not pcall(app.back, app) and not pcall(app.close, app) then
      pcall(app.tab, app, text == "b" and "One" or "Two")
    end
    answer()
  end
  return false
end

-- The functions that each kind of screen has.
local properties = "setText setText-first getText getPlaceholder isReadOnly updateTextValue updateDetailTextValue "
  .. "update isOn setOn onEndEdit onCancelEdit willClose willClose-first "
  .. "validationFormula hiddenPath enabledPath detailPath didSet validate binding button submit-button dialog answer "
  .. "wait timer every "
  .. "observe onPatch titlePath subTitlePath header title view accessory cell-tap setup updateData refresh "
  .. "updateTitle titleValue "
  .. "onEditTap didTapBarButtonItem didTapButton onHelpTap navigate close close-first onCloseTap applyTheme onRowTap "
  .. "onTap "
  .. "onAccessoryTap getDataModel submit submit-first "
local of_lists = "configure rowFor fetchData filterData sortData getEntity filterContentForSearchText onRowTap "
  .. "onRowTap-first onTap "
  .. "onAccessoryTap onAddTap addEntity addEntity-first navigateTo onDelete onDelete-first deleteEntity "
  .. "deleteEntity-first onMoreTap "
  .. "onMoreAction onQuickTap onQuickAction onRefresh onRefresh-first refreshTriggered startActivity stopActivity "
  .. "update updateData "
  .. "refresh updateTitle onEditTap cell-tap accessory more quick selectPath detailPath enabledPath updateTextValue "
  .. "updateDetailTextValue "
  .. "titlePath button dialog answer wait timer observe didSet navigate close returnToRoot "
  .. "willClose willClose-first onFilter onFilter-first "
local hooks = {
  rows = "onEndEdit validate didSet binding button dialog answer wait timer every observe onPatch titlePath header "
    .. "title "
    .. "accessory cell-tap setup update updateData refresh onEditTap navigate close returnToRoot more quick selectPath "
    .. "detailPath enabledPath deleteEnabled quickEnabled updateTextValue updateDetailTextValue onRowTap onTap submit ",
  form = properties,
  presented = "setText setText-first onEndEdit onCancelEdit validationFormula didSet validate button dialog wait close "
    .. "willClose willClose-first",
  tabs = "setText setText-first onEndEdit onCancelEdit validationFormula didSet submit timer willClose",
  list = of_lists,
  selection = of_lists
    .. "selectSingle selectSingle-first unselectSingle selectMultiple unselectMultiple didSelect didClearSelection "
    .. "onClearTap",
  menu = of_lists .. "navigateToHome navigateToTarget navigateToTarget-first",
}
local leaves = {
  "close", "back", "dismiss", "returnToRoot", "navigateToHome", "navigateToTarget", "navigateToTarget with an entity",
  "navigate", "present",
  "remove", "replace", "close twice", "close and fail", "remove and close", "another entity", "edit mode", "submit",
  "refreshDisplay",
  "alert", "write", "close later",
}

local function try(kind, hook, leave, name, step)
  launch(kind, hook, leave)
  screens[kind]()
  app:call "arm"
  -- What cannot be done any more is said.
  pcall(step)
  app:call "disarm"
  answer()
  expect(#app.stack > 0).to_be(true)
  expect(app.screen.name ~= "").to_be(true)
  local _ = app.diagnostics
  if kind == "rows" or kind == "list" or kind == "menu" or kind == "selection" then return end
  if changing[leave] or dropping[name] then return end
  -- What cannot be left fails: the input is in the field again, and ends with the process.
  if name == "the end" and failing[leave] then return end
  local kept = { title_is_kept "b", kind ~= "tabs" or title_is_kept "c" }
  if not (kept[1] and kept[2]) then error(("the input is lost: %s, %s, %s, %s"):format(kind, hook, leave, name)) end
end

-- Declares the tests. Of the combinations of a function, what it does and what the user does, every one with a number
-- that is a multiple of the stride is tried: with a stride of 1 all, otherwise different ones for each function.
--
-- only: `kinds`, `hooks` and `leaves` are those that are tried; by default all.
return function(stride, only)
  only = only or {}
  for _, kind in ipairs(only.kinds or { "form", "presented", "tabs", "rows", "list", "selection", "menu" }) do
    local has_rows = kind == "list" or kind == "menu" or kind == "selection"
    local own = kind == "rows" and in_sections or has_rows and in_lists or in_forms
    local number = 0
    describe("A function of a screen: " .. kind, function()
      for hook in (only.hooks or hooks)[kind]:gmatch "%S+" do
        hook = hook:gsub("-", " ")
        it("may do anything: " .. hook, function()
          for _, leave in ipairs(only.leaves or leaves) do
            for _, list in ipairs { everywhere, own } do
              for _, step in ipairs(list) do
                number = number + 1
                if number % stride == 0 then try(kind, hook, leave, step[1], step[2]) end
              end
            end
          end
        end)
      end
    end)
  end
end

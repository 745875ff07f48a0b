-- What a user, a renderer and the stored models show of an application, and the differences between two of them
-- in the terms of the column "effect" of docs/controllers.md.
local M = {}

-- Identifiers of entities have a number of their application, which differs.
local function copy(value)
  if type(value) == "string" then return (value:gsub("(entity:%d+)%.%d+", "%1"):gsub("(cell:%d+)%.%d+%.", "%1.")) end
  if type(value) ~= "table" then return value end
  local result = {}
  for key, element in pairs(value) do result[key] = copy(element) end
  return result
end

local function equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do if not equal(value, b[key]) then return false end end
  for key in pairs(b) do if a[key] == nil then return false end end
  return true
end

-- Texts that only accessibility has; they are named without the element.
local texts = { label = true, hint = true, identifier = true }

-- Compares two elements by their members; of one that only one side has, the difference is the element itself.
local function compare_elements(kind, a, b, found)
  if equal(a, b) then return end
  found[kind] = true
  if type(a) ~= "table" or type(b) ~= "table" then return end
  local keys = {}
  for key in pairs(a) do keys[key] = true end
  for key in pairs(b) do keys[key] = true end
  for key in pairs(keys) do
    if not equal(a[key], b[key]) then found[texts[key] and key or kind .. "." .. key] = true end
  end
end

local function compare_lists(kind, a, b, found)
  a, b = a or {}, b or {}
  for i = 1, math.max(#a, #b) do compare_elements(kind, a[i], b[i], found) end
end

local function rows(screen)
  local ids, by_id = {}, {}
  for number, section in ipairs(screen.sections) do
    for _, row in ipairs(section.rows) do
      ids[#ids + 1] = number .. " " .. row.id
      by_id[row.id] = row
    end
  end
  return ids, by_id
end

local function compare_sections(a, b, found)
  local a_ids, a_rows = rows(a)
  local b_ids, b_rows = rows(b)
  if not equal(a_ids, b_ids) then found.rows = true end
  local function headers(screen)
    local list = {}
    for i, section in ipairs(screen.sections) do list[i] = { section.header or "", #section.rows } end
    return list
  end
  if not equal(headers(a), headers(b)) then found.sections = true end
  for i = 1, math.max(#a.sections, #b.sections) do
    local old, new = a.sections[i] or {}, b.sections[i] or {}
    if old.header ~= new.header then found["section.header"] = true end
    if old.footer ~= new.footer then found["section.footer"] = true end
  end
  for id, row in pairs(a_rows) do
    local other = b_rows[id]
    if other then
      compare_elements("row", row, other, found)
      compare_elements("control", row.control, other.control, found)
      compare_elements("button", row.button, other.button, found)
      compare_elements("view", row.view, other.view, found)
    end
  end
end

local function compare_screens(a, b, found)
  if a.menu and b.menu then
    compare_screens(a.menu, b.menu, found)
    if a.menu.name ~= b.menu.name then found["screen.menu"] = true end
  end
  for _, name in ipairs(M.members) do
    local compared = name == "menu" and a.menu and b.menu
    if not compared and not equal(a[name], b[name]) then found["screen." .. name] = true end
  end
  if not equal(a, b) then found.screen = true end
  -- The help is a view, too.
  if not equal(a.help, b.help) then found.view = true end
  compare_sections(a, b, found)
  for _, bar in ipairs { "left", "right", "toolbar" } do compare_lists("button", a[bar], b[bar], found) end
  compare_lists("view", a.views, b.views, found)
  compare_elements("view", a.titleView, b.titleView, found)
  compare_lists("tab", a.tabs, b.tabs, found)
  compare_lists("callout", a.help, b.help, found)
  if a.sheet and b.sheet then compare_elements("sheet", a.sheet, b.sheet, found) end
end

-- The members of a screen that a property decides about.
M.members = {
  "prompt", "title", "subtitle", "titleView", "editing", "left", "right", "toolbar", "search", "index", "views",
  "alert", "sheet", "tabs", "menu", "storyboardName", "popGesture", "menuHideStatusBar", "cover", "theme",
  "activity", "activityTop", "refresh", "forceUpdate", "forceListUpdate", "refTypeName", "help", "helpTitle",
  "keyboard", "columns",
}

-- Returns the state of an application. `extra` is what the steps of a case have found out besides.
function M.observe(app, extra)
  local state = { extra = extra, stack = app.stack, log = {}, screen = copy(app.screen) }
  for i, line in ipairs(app.log) do state.log[i] = line.message end
  -- While it is covered, there is no model to read.
  if not state.screen.cover then state.model = app:snapshot() end
  return state
end

-- Returns the set of effects in which two states differ.
function M.effects(a, b)
  local found = {}
  compare_screens(a.screen, b.screen, found)
  if not equal(a.stack, b.stack) then found.stack = true end
  if not equal(a.log, b.log) then found.action = true end
  if not equal(a.model, b.model) then found.model = true end
  if not equal(a.extra, b.extra) then found.stored = true end
  return found
end

return M

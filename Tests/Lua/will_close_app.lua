-- The application of will_close_test.lua: screens that keep themselves open, and forms that Enter closes.
local okit = require "okit"
local t = okit.types
local keep = okit.arguments[1] or "function"

local Todo = okit.ModelEntity:extend("Todo", { title = "a", note = "" })
local Root = okit.Model:extend("Root", { todos = t.list(Todo), locked = true })
local root = okit.Model.register(Root)
if #root.todos == 0 then root.todos = { {}, { title = "b" } } end

-- The ways to say whether a screen may be left; each says that it was asked.
local ways = {
  ["function"] = function(properties, define)
    local class = define(properties)
    function class:willClose()
      okit.log.info("asked " .. self.name)
      return not root.locked
    end
  end,
  property = function(properties, define)
    properties.willClose = function(_, controller)
      okit.log.info("asked " .. controller.name)
      return not root.locked
    end
    define(properties)
  end,
  binding = function(properties, define)
    properties.willClose = "!/locked"
    define(properties)
  end,
  waiting = function(properties, define)
    local class = define(properties)
    function class:willClose()
      okit.log.info("asked " .. self.name)
      okit.sleep(1)
      return not root.locked
    end
  end,
  dialog = function(properties, define)
    local class = define(properties)
    function class:willClose()
      local answer = okit.alert { title = "Leave?", actions = { { title = "Yes" }, { title = "No" } } }:wait()
      return answer == "Yes"
    end
  end,
  fails = function(properties, define)
    local class = define(properties)
    function class:willClose()
      okit.sleep(1)
      if root.locked then error "no" end
    end
  end,
  nothing = function(properties, define)
    local class = define(properties)
    function class:willClose() okit.log.info("asked " .. self.name) end
  end,
}

-- Any other argument is the property itself.
local way = ways[keep] or function(properties, define)
  properties.willClose = keep
  define(properties)
end

local function log(name) return function(todo, form, valid)
  okit.log.info(("%s %s %s %s"):format(name, todo.title, form.name, tostring(valid)))
end end

local function field(properties)
  properties.onEndEdit, properties.onCancelEdit = log "onEndEdit", log "onCancelEdit"
  return okit.ModelTextCell(properties)
end

local function form(name, more)
  local properties = {
    editAlways = true, titlePath = "title", endEdit = okit.arguments[2],
    sections = { { cells = {
      field { path = "#Title", textPath = "title", validationRequired = "#true" },
      field { path = "#Note", textPath = "note", focus = okit.arguments[3] },
    } } },
    right = {
      okit.ModelBarButtonItem { title = "#Leave", tap = function(_, controller) controller:close() end },
      okit.ModelBarButtonItem { title = "#Ask", tap = function(_, controller) controller:onCloseTap() end },
      okit.ModelBarButtonItem { title = "#Open", tap = function() okit.navigate "other" end },
    },
  }
  for key, value in pairs(more or {}) do properties[key] = value end
  way(properties, function(values) return okit.ModelForm:extend(name, values) end)
end

form "form"
form("single", {
  sections = { { cells = { field { path = "#Title", textPath = "title" } } } },
})
form("long", {
  sections = { { cells = {
    field { path = "#Title", textPath = "title" }, okit.ModelMultilineCell { path = "#Note", textPath = "note" },
  } } },
})
form("tabbed", { contextPath = "/todos[0]" })
way({ dataPath = "/todos", selectionPath = "title", cell = okit.ModelTableCell { path = "title" } },
  function(values) return okit.ModelSelectionTableController:extend("selection", values) end)

local function open(title, to, kind)
  return okit.ModelTableCell { path = title, contextPath = "/todos[0]", segue = { to = to, kind = kind or "push" } }
end
okit.ModelDetailTableController:extend("start", { edit = false, sections = { { cells = {
  open("#Form", "form"), open("#Present", "form", "present"), open("#Single", "single"), open("#Long", "long"),
  open("#Selection", "selection", "present"),
} } } })
okit.ModelListTableController:extend("other", {
  contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title" },
})
okit.TabBarController:extend("home", { tabs = {
  { title = "#One", root = "start" }, { title = "#Two", root = "tabbed" }, { title = "#Three", root = "other" },
} })
okit.ModelListTableController:extend("content", {
  contextPath = "/", dataPath = "todos", cell = okit.ModelTableCell { path = "title" },
})
okit.ModelMenuTableController:extend("menu", {
  dataPath = "/todos", identifier = "content", cell = okit.ModelTableCell { path = "title" },
  right = { okit.ModelBarButtonItem { title = "#Home", tap = "navigateToHome()" } },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = "home", menuIdentifier = "menu" })

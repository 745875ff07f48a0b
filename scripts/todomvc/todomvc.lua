-- TodoMVC: todos that are added, toggled, edited and cleared. The filter is a part of the model, and stays.
local okit = require "okit"
local t = okit.types

local Todo = okit.ModelEntity:extend("Todo", { title = "", completed = false })
function Todo:state() return self.completed and "Completed" or "Active" end
function Todo:mark() return self.completed and "☑" or "☐" end
function Todo:toggle() self.completed = not self.completed end
function Todo:keep()
  self.title = self.title:match("^%s*(.-)%s*$")
  if self.title == "" then self.parent.todos:remove(self) end
end

local Todos = okit.Model:extend("Todos", { todos = t.list(Todo), filter = "" })
function Todos:completed() return self.todos:filter(function(todo) return todo.completed end) end
function Todos:left() return #self.todos - #self:completed() end
function Todos:hasCompleted() return #self:completed() > 0 end
function Todos:clearCompleted() for _, todo in ipairs(self:completed()) do self.todos:remove(todo) end end
function Todos:toggleAll()
  local completed = self:left() > 0
  for _, todo in ipairs(self.todos) do todo.completed = completed end
end

okit.Model.register(Todos)

okit.ModelListTableController:extend("todos", {
  type = "Todo", dataPath = "todos", titlePath = "%todos", subTitlePath = "left()/suffixPlural(#item),#left",
  add = false, addField = "title", addAppend = true, addPlaceholder = "%What needs to be done?", editButton = false,
  searchFilters = { "%Active", "%Completed" }, searchFilterPath = "state()", searchScopePath = "filter",
  deletePrompt = false,
  toolbar = {
    okit.ModelBarButtonItem { title = "%Toggle all", tap = "toggleAll()", showPath = "todos.@count" },
    okit.ModelBarButtonItem { title = "%Clear completed", tap = "clearCompleted()", showPath = "hasCompleted()" },
  },
  cell = okit.ModelTableCell {
    path = "title", accyText = "mark()", accyTap = "toggle()", segue = { to = "todo", kind = "present" },
  },
})
okit.ModelForm:extend("todo", {
  titlePath = "%Todo", editAlways = true, endEdit = "close",
  sections = { { cells = { okit.ModelTextCell { path = "%Title", textPath = "title", focus = true, onEndEdit = "keep()",
                                                onCancelEdit = function(_, form) form:close() end } } } },
})

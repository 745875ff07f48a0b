-- Planted (error): the ninth row of a list with a field that adds; a button removes all rows.
local okit = require "okit"
local t = okit.types
local Todo = okit.ModelEntity:extend("Todo", { title = "", done = false })
local Todos = okit.Model:extend("Todos", { todos = t.list(Todo) })
local levels = { "fine", "fine", "fine", "fine", "busy", "busy", "busy", "busy" }

function Todos:level() return #self.todos == 0 and "free" or levels[#self.todos]:upper() end -- fault
-- corrected: function Todos:level() return levels[#self.todos] or "full" end
function Todos:clear() self.todos:clear() end

okit.Model.initialize(function() okit.Model.register(Todos) end)

okit.ModelListTableController:extend("home", {
  type = "Todo", dataPath = "todos", titlePath = "#Todos", subTitlePath = "level()", search = false, add = false,
  selectPath = "done", addField = "title", addPlaceholder = "#What?", addAppend = true,
  toolbar = { okit.ModelBarButtonItem { title = "#Clear", tap = "clear()" } },
  cell = okit.ModelTableCell { path = "title", detailPath = "done", segue = "todo" },
})
okit.ModelDetailTableController:extend("todo", {
  titlePath = "title", sections = { { cells = { okit.ModelSwitchCell { path = "#Done", onPath = "done" } } } },
})

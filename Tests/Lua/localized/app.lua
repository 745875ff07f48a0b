-- The application of the tests of texts: a list whose selected scope is kept in a property, whose kind is the argument.
local okit = require "okit"
local t = okit.types

local kinds = {
  index = 0, text = "", enum = t.enum { "all", "open", "done" }, optional = t.optional(t.enum { "open", "done" }),
}
local kind = okit.arguments[1] or "text"

local Task = okit.ModelEntity:extend("Task", { name = "", state = t.enum { "open", "done" } })
local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), scope = kinds[kind], n = t.double(0), count = 0 })
function Tasks:showDone() self.scope = kind == "index" and 2 or "done" end

local tasks = okit.Model.register(Tasks)
okit.Model.state(function() okit.Model.store(tasks) end)
if #tasks.tasks == 0 then
  tasks.tasks = { { name = "write" }, { name = "test", state = "done" }, { name = "read" } }
end

local Home = okit.ModelListTableController:extend("home", {
  dataPath = "tasks", searchFilterPath = "state", searchFilters = okit.arguments[2] or "%open,%done",
  searchScopePath = kind ~= "none" and "scope" or nil, titleCount = "count", subTitleObject = "%entry",
  cell = okit.ModelTableCell { path = "name" },
  right = { okit.ModelBarButtonItem { title = "#Done", tap = "showDone()" } },
  onFilter = okit.arguments[3] ~= "override"
    and function(model, controller, scope) okit.log.info(("%s %s %s"):format(model.type, controller.name, scope)) end
    or nil,
})
if okit.arguments[3] == "override" then
  function Home:onFilter(scope)
    self.super.onFilter(self, scope)
    okit.log.info("onFilter " .. tostring(scope))
    okit.navigate "other"
  end
end
okit.ModelListTableController:extend("other", { dataPath = "tasks", cell = okit.ModelTableCell { path = "name" } })

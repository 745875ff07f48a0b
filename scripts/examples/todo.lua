-- A to-do list: add, finish, filter and remove tasks.

local okit = require "okit"
local t = okit.types

local Task = okit.ModelEntity:extend("Task", { name = "", done = false, due = t.optional(t.date) })

function Task:finish() self.done = true end

function Task:state() return self.done and "Done" or "Open" end

local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task) })

function Tasks:removeDone()
  for _, task in ipairs(self.tasks:filter(function(task) return task.done end)) do
    self.tasks:remove(task)
  end
end

okit.Model.initialize(function()
  local tasks = okit.Model.register(Tasks)
  okit.Model.state(function() okit.Model.store(tasks) end)
end)

okit.ModelListTableController:extend("tasks", {
  type = "Task",
  dataPath = "tasks",
  titlePath = "#To do",
  titleCount = "tasks.@count",
  subTitleObject = "#Task",
  addName = "name",
  addAppend = "#true",
  deletePrompt = "#false",
  searchPath = "name",
  searchFilterPath = "state",
  searchFilters = { "#Open", "#Done" },
  quickName = "#Finish",
  quickTap = "finish()",
  quickEnabled = "!done",
  toolbar = { okit.ModelBarButtonItem { title = "#Clean up", tap = "removeDone()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "state", segue = "task" },
})

okit.ModelDetailTableController:extend("task", {
  titlePath = "name",
  sections = {
    {
      cells = {
        okit.ModelTextCell { path = "name", placeholder = "#Name", textPath = "name" },
        okit.ModelSwitchCell { path = "#Done", onPath = "done" },
        okit.ModelDateCell { path = "#Due", datePath = "due" },
      },
    },
  },
})

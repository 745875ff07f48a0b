-- No fault: two screens, a timer that asks whether its task is there, an undo that leaves nothing.
local okit = require "okit"
local t = okit.types
local Task = okit.ModelEntity:extend("Task", { name = "", done = false, priority = 1 })
local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), note = "" })

function Task:finish() self.done = true end
function Task:remind()
  okit.after(60, function() if self.model then self.done = false end end, { owner = self })
end

okit.Model.initialize(function() okit.Model.register(Tasks) end)

okit.ModelListTableController:extend("tasks", {
  type = "Task", dataPath = "tasks", titlePath = "#Tasks", titleCount = "tasks.@count", addName = "name",
  searchPath = "name", quickName = "#Finish", quickTap = "finish()", quickEnabled = "!done",
  cell = okit.ModelTableCell { path = "name", detailPath = "done", segue = "task" },
})
okit.ModelDetailTableController:extend("task", {
  titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Remind", tap = "remind()" } },
  sections = { { cells = {
    okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelSwitchCell { path = "#Done", onPath = "done" },
    okit.ModelStepperCell { path = "#Priority", valuePath = "priority", minValuePath = "#1", maxValuePath = "#5" },
  } } },
})

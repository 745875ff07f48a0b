-- Planted (error): a timer of a row that is removed before it runs.
local okit = require "okit"
local t = okit.types
local Task = okit.ModelEntity:extend("Task", { name = "", done = false })
local Tasks = okit.Model:extend("Tasks", { tasks = t.list(Task), finished = 0 })

function Task:finishLater()
  okit.after(300, function()
    self.done = true
    self.model.finished = self.model.finished + 1 -- fault
    -- corrected: if self.model then self.model.finished = self.model.finished + 1 end
  end)
end

okit.Model.initialize(function() okit.Model.register(Tasks) end)

okit.ModelListTableController:extend("tasks", {
  type = "Task", dataPath = "tasks", titlePath = "#Tasks", addName = "name", searchPath = "name",
  quickName = "#Finish", quickTap = "finishLater()",
  cell = okit.ModelTableCell { path = "name", detailPath = "done" },
})

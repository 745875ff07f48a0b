-- An application with a few dozen mutants of all kinds, which tools/check-mutants.py checks.

local okit = require "okit"
local numbers = require "lib.numbers"
local t = okit.types

local Task = okit.ModelEntity:extend("Task", { name = "", note = "", priority = 0, done = false })

function Task:raise()
  self.priority = numbers.clamp(self.priority + 1, 0, 3)
end

function Task:finish()
  self.done = true
  okit.log.info("done " .. self.name)
end

function Task:countdown()
  local left, steps = self.priority, 0
  while left > 0 do
    left = left - 1
    steps = steps + 1
  end
  return steps
end

local Store = okit.Model:extend("Store", { tasks = t.list(Task) })

okit.Model.initialize(function() okit.Model.register(Store) end)

okit.ModelListTableController:extend("tasks", {
  type = "Task", dataPath = "tasks", titlePath = "#Tasks", rowSort = "priority", rowSortAsc = "#false",
  quickName = "#Done", quickTap = "finish()", quickEnabled = "!done",
  cell = okit.ModelTableCell {
    path = "name", detailPath = "= CASE WHEN done THEN 'done' ELSE priority END", segue = "task",
  },
})

okit.ModelDetailTableController:extend("task", {
  titlePath = "name",
  sections = { { cells = { okit.ModelTableCell { path = "#Priority", detailPath = "priority", tap = "raise()" } } } },
})

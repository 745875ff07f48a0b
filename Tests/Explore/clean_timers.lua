-- No fault: timers that end with their owners, dialogs, changes without history.
local okit = require "okit"
local t = okit.types
local Job = okit.ModelEntity:extend("Job", { name = "", minutes = 0, running = false, rank = 1 })
local Day = okit.Model:extend("Day", { jobs = t.list(Job), note = "" })
function Job:start()
  if self.running then return end
  self.running = true
  local timer
  timer = okit.every(60, function()
    if not self.running then timer:cancel() return end
    self.minutes = self.minutes + 1
  end, { history = false, owner = self })
end
function Job:stop() self.running = false end
function Job:total() return self.minutes * self.rank end
function Day:reset()
  local answer = okit.alert { title = "Reset all?", actions = { { title = "Reset", style = "destructive" },
    { title = "Keep", style = "cancel" } } }:wait()
  if answer ~= "Reset" then return end
  for _, job in ipairs(self.jobs) do job.minutes = 0 job.running = false end
end
okit.Model.initialize(function()
  local m = okit.Model.register(Day)
  for _, job in ipairs(m.jobs) do if job.running then job.running = false job:start() end end
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Job", dataPath = "jobs", titlePath = "#Jobs",
  titleCount = "jobs.@sum.minutes", addName = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Reset", tap = "reset()" } }, quickName = "#Start",
    quickTap = "start()", quickEnabled = "!running",
  cell = okit.ModelTableCell { path = "name", detailPath = "total()", segue = "job" } })
okit.ModelDetailTableController:extend("job", { titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Start", tap = "start()", enabled = "!running" },
    okit.ModelBarButtonItem { title = "#Stop", tap = "stop()", enabled = "running" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelTableCell { path = "#Minutes", detailPath = "minutes" },
  okit.ModelStepperCell { path = "#Rank", valuePath = "rank", minValuePath = "#1", maxValuePath = "#5" } } } } })

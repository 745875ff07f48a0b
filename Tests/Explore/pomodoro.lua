-- Planted (error): a repeated timer of a row that is removed.
local okit = require "okit"
local t = okit.types
local Job = okit.ModelEntity:extend("Job", { name = "", minutes = 0, running = t.bool(false, { transient = true }) })
local Day = okit.Model:extend("Day", { jobs = t.list(Job), total = 0 })
function Job:start()
  if self.running then return end
  self.running = true
  local timer
  timer = okit.every(60, function()
    if not self.running then timer:cancel() return end
    self.minutes = self.minutes + 1
    self.model.total = self.model.total + 1 -- fault
    -- corrected: if not self.model then timer:cancel() return end self.model.total = self.model.total + 1
  end, { history = false })
end
function Job:stop() self.running = false end
okit.Model.initialize(function()
  local m = okit.Model.register(Day)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Job", dataPath = "jobs", titlePath = "#Jobs",
  titleCount = "total", addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "minutes", segue = "job" } })
okit.ModelDetailTableController:extend("job", { titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "#Start", tap = "start()" }, okit.ModelBarButtonItem { title = "#Stop",
    tap = "stop()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelTableCell { path = "#Minutes", detailPath = "minutes" } } } } })

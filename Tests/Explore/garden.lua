-- Planted (error): a second store that fails.
local okit = require "okit"
local t = okit.types
local Plant = okit.ModelEntity:extend("Plant", { name = "", watered = false })
local Garden = okit.ModelHttp:extend("Garden", { plants = t.list(Plant), failures = 0 })
local problems = {}
function Garden:save()
  local ok, _, code = okit.Model.storeState():wait()
  if ok then return end
  problems[#problems + 1] = { code = code }
  if problems[2] then self.failures = problems[1].count + 1 end -- fault
  -- corrected: if problems[2] then self.failures = #problems end
end
okit.Model.initialize(function()
  local m = okit.Model.register(Garden)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Plant", dataPath = "plants", titlePath = "#Garden",
  titleCount = "failures", addName = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Save", tap = "save()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "watered", segue = "plant" } })
okit.ModelDetailTableController:extend("plant", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelSwitchCell { path = "#Watered",
    onPath = "watered" } } } } })

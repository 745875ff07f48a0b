-- Planted (error): the upper bound of a slider, while a switch is on.
local okit = require "okit"
local Tank = okit.Model:extend("Tank", { level = 20, armed = false, alarms = 0 })
function Tank:factor()
  if not self.armed then return 1 end
  return 1000 // (80 - self.level) -- fault
  -- corrected: return self.level == 80 and 0 or 1000 // (80 - self.level)
end
okit.Model.initialize(function()
  local m = okit.Model.register(Tank)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelDetailTableController:extend("home", { titlePath = "#Tank", subTitlePath = "factor()",
  sections = { { cells = {
  okit.ModelSliderCell { path = "#Level", valuePath = "level", minValuePath = "#0", maxValuePath = "#80" },
  okit.ModelSwitchCell { path = "#Armed", onPath = "armed" },
  okit.ModelStepperCell { path = "#Alarms", valuePath = "alarms" } } } } })

-- Planted (error): two faults: a timer after its row is gone, and a constant.
local okit = require "okit"
local t = okit.types
local Egg = okit.ModelEntity:extend("Egg", { name = "", done = false, minutes = 5 })
local Kitchen = okit.Model:extend("Kitchen", { eggs = t.list(Egg), cooked = 0 })
function Egg:cook()
  okit.after(self.minutes * 60, function()
    self.done = true
    self.model.cooked = self.model.cooked + 1 -- fault
    -- corrected: if self.model then self.model.cooked = self.model.cooked + 1 end
  end)
end
local words = {}
function Egg:word()
  if self.name == "ostrich" then return words.big.text end -- fault
  -- corrected: if self.name == "ostrich" then return "big" end
  return self.done and "done" or "raw"
end
okit.Model.initialize(function()
  local m = okit.Model.register(Kitchen)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Egg", dataPath = "eggs", titlePath = "#Eggs",
  titleCount = "cooked", addName = "name",
  quickName = "#Cook", quickTap = "cook()", cell = okit.ModelTableCell { path = "name", detailPath = "word()",
    segue = "egg" } })
okit.ModelDetailTableController:extend("egg", { titlePath = "name",
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" },
  okit.ModelStepperCell { path = "#Minutes", valuePath = "minutes", minValuePath = "#1" } } } } })

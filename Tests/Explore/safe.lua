-- Planted (error): nine wrong numbers in a dialog, which a variable counts.
local okit = require "okit"
local Safe = okit.Model:extend("Safe", { opened = 0 })
local wrong = 0
function Safe:try()
  local button, answer = okit.alert { title = "Number", fields = { { name = "number" } },
    actions = { { title = "OK" }, { title = "Cancel", style = "cancel" } } }:wait()
  if button == "Cancel" then wrong = 0 return end
  if answer.number == "2468" then self.opened = self.opened + 1 wrong = 0 return end
  wrong = wrong + 1
  if wrong == 9 then error("locked") end -- fault
  -- corrected:
end
okit.Model.initialize(function()
  local m = okit.Model.register(Safe)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelDetailTableController:extend("home", { titlePath = "#Safe", subTitlePath = "opened", edit = false,
  right = { okit.ModelBarButtonItem { title = "#Open", tap = "try()" } },
  sections = { { cells = { okit.ModelTableCell { path = "#Log", segue = "log" } } } } })
okit.ModelDetailTableController:extend("log", { titlePath = "#Log", subTitlePath = "opened", sections = {} })

-- Planted (stale): a binding reads a variable that a timer changes.
local okit = require "okit"
local t = okit.types
local Talk = okit.ModelEntity:extend("Talk", { name = "" })
local Fair = okit.Model:extend("Fair", { talks = t.list(Talk) })
local phase = "open"
function Fair:phase() return phase end -- fault
-- corrected: function Fair:phase() return "open" end
function Fair:begin() okit.after(600, function() phase = "closed" end) end
okit.Model.initialize(function()
  local m = okit.Model.register(Fair)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Talk", dataPath = "talks", titlePath = "#Fair",
  subTitlePath = "phase()", addName = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Begin", tap = "begin()" } },
  cell = okit.ModelTableCell { path = "name" } })

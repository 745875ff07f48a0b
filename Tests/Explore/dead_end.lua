-- Planted (deadEnd): a screen that cannot be left.
local okit = require "okit"
local Shop = okit.Model:extend("Shop", { opened = 0 })
function Shop:open() okit.navigate("stuck") end
okit.Model.initialize(function() okit.Model.register(Shop) end)
okit.ModelDetailTableController:extend("home", {
  titlePath = "#Shop", right = { okit.ModelBarButtonItem { title = "#Open", tap = "open()" } },
  sections = { { cells = { okit.ModelTableCell { path = "#Opened", detailPath = "opened" } } } },
})
local Stuck = okit.ModelDetailTableController:extend("stuck", {
  titlePath = "#Stuck", edit = "#false",
  sections = { { cells = { okit.ModelTableCell { path = "#Opened", detailPath = "opened" } } } },
})

function Stuck:willClose() return false end -- fault
-- corrected:

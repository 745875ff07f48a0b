-- Planted (stale): a binding reads a variable that another screen changes.
local okit = require "okit"
local t = okit.types
local Route = okit.ModelEntity:extend("Route", { name = "", length = 10 })
local Atlas = okit.Model:extend("Atlas", { routes = t.list(Route) })
local miles = false
function Route:text() return miles and (self.length * 0.62) .. " mi" or self.length .. " km" end -- fault
-- corrected: function Route:text() return self.length .. " km" end
function Atlas:toggle() miles = not miles end
okit.Model.initialize(function()
  local m = okit.Model.register(Atlas)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Route", dataPath = "routes", titlePath = "#Routes",
  addName = "name",
  left = { okit.ModelBarButtonItem { title = "#Settings", segue = "settings" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "text()", segue = "route" } })
okit.ModelDetailTableController:extend("settings", { titlePath = "#Settings", edit = false,
  sections = { { cells = { okit.ModelTableCell { path = "#Change the unit", tap = "toggle()" } } } } })
okit.ModelDetailTableController:extend("route", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelStepperCell { path = "#Length",
    valuePath = "length" } } } } })

-- Planted (error): the ninth row.
local okit = require "okit"
local t = okit.types
local Guest = okit.ModelEntity:extend("Guest", { name = "", vip = false })
local Party = okit.Model:extend("Party", { guests = t.list(Guest), host = "Ann" })
local seats = { "a", "b", "c", "d", "e", "f", "g", "h" }
function Party:lastSeat() return #self.guests == 0 and "" or seats[#self.guests]:upper() end -- fault
-- corrected: function Party:lastSeat() return #self.guests == 0 and "" or (seats[#self.guests] or "none"):upper() end
okit.Model.initialize(function()
  local m = okit.Model.register(Party)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Guest", dataPath = "guests", titlePath = "#Party of,host",
  subTitlePath = "lastSeat()",
  addName = "name", rowSort = "name", cell = okit.ModelTableCell { path = "name", segue = "guest" } })
okit.ModelDetailTableController:extend("guest", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelSwitchCell { path = "#VIP",
    onPath = "vip" } } } } })

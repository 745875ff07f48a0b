-- Planted (error): a text that is equal to a key of a table.
local okit = require "okit"
local t = okit.types
local Ticket = okit.ModelEntity:extend("Ticket", { code = "", zone = 1 })
local Box = okit.Model:extend("Box", { tickets = t.list(Ticket) })
local zones = { north = { 1, 2 }, south = { 3 }, harbor = {} }
function Ticket:first() local zone = zones[self.code] return zone and zone[1] + 1 or 0 end -- fault
-- corrected: function Ticket:first() local zone = zones[self.code] return zone and zone[1] or 0 end
okit.Model.initialize(function()
  local m = okit.Model.register(Box)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Ticket", dataPath = "tickets", titlePath = "#Tickets",
  addName = "code",
  cell = okit.ModelTableCell { path = "code", detailPath = "first()", segue = "ticket" } })
okit.ModelDetailTableController:extend("ticket", { titlePath = "code", sections = { { cells = {
  okit.ModelTextCell { path = "#Code", textPath = "code" }, okit.ModelStepperCell { path = "#Zone",
    valuePath = "zone" } } } } })

-- No fault: four screens with Cancel and an entity of their own.
local okit = require "okit"
local t = okit.types
local Trip = okit.ModelEntity:extend("Trip", { name = "", from = "", seats = 1, vip = false })
local Agency = okit.Model:extend("Agency", { trips = t.list(Trip), draft = t.optional(Trip), log = t.list(t.string) })
function Agency:begin() self.draft = Trip { name = "new" } okit.present("s1", self) end
function Agency:cancel() okit.dismiss() self.draft = nil end
function Agency:done()
  local d = self.draft
  self.trips:add { name = d.name, from = d.from, seats = d.seats, vip = d.vip }
  okit.dismiss()
  self.draft = nil
end
okit.Model.initialize(function()
  local m = okit.Model.register(Agency)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Trip", dataPath = "trips", titlePath = "#Trips", add = false,
  right = { okit.ModelBarButtonItem { title = "#New", tap = "begin()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "seats" } })
local cells = { okit.ModelTextCell { path = "#Name", textPath = "draft.name" }, okit.ModelTextCell { path = "#From",
  textPath = "draft.from" },
  okit.ModelStepperCell { path = "#Seats", valuePath = "draft.seats", minValuePath = "#1", maxValuePath = "#9" },
    okit.ModelSwitchCell { path = "#VIP", onPath = "draft.vip" } }
for n = 1, 4 do
  okit.ModelDetailTableController:extend("s" .. n, { titlePath = "#Trip", editAlways = "#true",
    left = { okit.ModelBarButtonItem { title = "#Cancel", tap = "cancel()" } },
    right = { n < 4 and okit.ModelBarButtonItem { title = "#Next", tap = function(a) okit.navigate("s" .. (n + 1),
      a) end, enabled = n == 1 and "draft.name" or "#true" } or okit.ModelBarButtonItem { title = "#Done",
      tap = "done()" } },
    sections = { { cells = { cells[n] } } } })
end
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

-- Planted (error): the last of five screens, each with an input and Cancel, fails.
local okit = require "okit"
local t = okit.types
local Visa = okit.ModelEntity:extend("Visa", { holder = "", purpose = 0, days = 0, insured = false, passport = "",
  agreed = false })
local Office = okit.Model:extend("Office", { visas = t.list(Visa), draft = t.optional(Visa), fee = 0 })
function Office:begin() self.draft = Visa {} okit.present("p1", self) end
function Office:to2() okit.navigate("p2", self) end
function Office:to3() okit.navigate("p3", self) end
function Office:to4() okit.navigate("p4", self) end
function Office:to5() okit.navigate("p5", self) end
function Office:cancel() okit.dismiss() self.draft = nil end
local fees = { [0] = 30, [1] = 80 }
function Office:submit()
  self.fee = fees[self.draft.purpose].amount -- fault
  -- corrected: self.fee = fees[self.draft.purpose]
  self.draft = nil
  okit.dismiss()
end
okit.Model.initialize(function()
  local o = okit.Model.register(Office)
  okit.Model.state(function() okit.Model.store(o) end)
end)
okit.ModelListTableController:extend("home", {
  dataPath = "visas", titlePath = "#Visas", add = false,
  right = { okit.ModelBarButtonItem { title = "#Apply", tap = "begin()" } },
  cell = okit.ModelTableCell { path = "holder" },
})
local pages = {
  { okit.ModelTextCell { path = "#Holder", textPath = "draft.holder" }, "draft.holder", "to2()" },
  { okit.ModelSegmentCell { path = "#Purpose", segmentsPath = "#Tourism,#Work", selectIndexPath = "draft.purpose" },
    "#true", "to3()" },
  { okit.ModelStepperCell { path = "#Days", valuePath = "draft.days", maxValuePath = "#90" }, "draft.days", "to4()" },
  { okit.ModelSwitchCell { path = "#Insured", onPath = "draft.insured" }, "draft.insured", "to5()" },
  { okit.ModelSwitchCell { path = "#I agree", onPath = "draft.agreed" }, "draft.agreed", "submit()" },
}
for n, page in ipairs(pages) do
  okit.ModelDetailTableController:extend("p" .. n, {
    titlePath = "#Page", editAlways = "#true",
    left = { okit.ModelBarButtonItem { title = "#Cancel", tap = "cancel()" } },
    right = { okit.ModelBarButtonItem { title = "#Next", tap = page[3], enabled = page[2] } },
    sections = { { cells = { page[1] } } },
  })
end
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

-- Planted (error): five screens with Cancel and a sheet; after that on the last one, a guarantor is missing.
local okit = require "okit"
local t = okit.types
local Loan = okit.ModelEntity:extend("Loan", { name = "", sum = 100, years = 1, guarantor = "x", signed = false })
local Bank = okit.Model:extend("Bank", { loans = t.list(Loan), current = t.optional(Loan), rate = 1 })
local guarantors = { x = 1 }
function Bank:begin() self.current = Loan {} okit.present("l1", self) end
function Bank:leave()
  local answer = okit.sheet { title = "Discard?", actions = { { title = "Discard", style = "destructive" },
    { title = "Stay", style = "cancel" } } }:wait()
  if answer ~= "Discard" then return end
  okit.dismiss()
end
function Bank:leaveLast()
  local answer = okit.sheet { title = "Discard the signature?", actions = { { title = "Discard",
    style = "destructive" }, { title = "Stay", style = "cancel" } } }:wait()
  if answer ~= "Discard" then return end
  guarantors.x = nil
  okit.dismiss()
end
function Bank:sign()
  self.rate = guarantors[self.current.guarantor] + 1 -- fault
  -- corrected: self.rate = (guarantors[self.current.guarantor] or 0) + 1
  okit.dismiss()
end
okit.Model.initialize(function()
  local b = okit.Model.register(Bank)
  okit.Model.state(function() okit.Model.store(b) end)
end)
okit.ModelDetailTableController:extend("home", { titlePath = "#Bank", edit = false,
  sections = { { cells = { okit.ModelTableCell { path = "#New loan", tap = "begin()" } } } } })
local cells = { okit.ModelTextCell { path = "#Name", textPath = "current.name" },
  okit.ModelSliderCell { path = "#Sum", valuePath = "current.sum", maxValuePath = "#1000" },
  okit.ModelStepperCell { path = "#Years", valuePath = "current.years", minValuePath = "#1", maxValuePath = "#30" },
  okit.ModelTableCell { path = "#Guarantor", detailPath = "current.guarantor" },
  okit.ModelSwitchCell { path = "#Signed", onPath = "current.signed" } }
for n = 1, 5 do
  okit.ModelDetailTableController:extend("l" .. n, { titlePath = "#Loan", editAlways = "#true",
    left = { okit.ModelBarButtonItem { title = "#Cancel", tap = n == 5 and "leaveLast()" or "leave()" } },
    sections = { { cells = { cells[n], okit.ModelTableCell { path = n == 5 and "#Sign" or "#Continue",
      tapEdit = n == 5 and "sign()" or function(b) okit.navigate("l" .. (n + 1), b) end } } } } })
end
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

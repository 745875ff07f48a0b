-- The application of enums_test.lua: cells of enums, numbers and dates.
local okit = require "okit"
local t = okit.types

local Bill = okit.ModelEntity:extend("Bill", {
  name = "", status = t.enum { "open", "paid", "refused" }, grade = t.optional(t.enum { "good", "bad" }),
  amount = 0.5, copies = 3, due = t.date,
})
local Bills = okit.Model:extend("Bills", { bills = t.list(Bill), names = t.list(Bill) })
local bills = okit.Model.register(Bills)
if #bills.bills == 0 then bills.bills:add { name = "Rent", due = "2020-01-31T12:00:00Z" } end

okit.ModelDetailTableController:extend("home", {
  contextPath = "bills[0]", titlePath = "name", editAlways = true,
  sections = { { cells = {
    okit.ModelSegmentCell { path = "%Status", selectIndexPath = "status" },
    okit.ModelSegmentCell { path = "%Stamp", selectIndexPath = "status", segmentsPath = "#A,#B,#C" },
    okit.ModelPickerCell { path = "%Grade", selectionPath = "grade" },
    okit.ModelTextCell { path = "%Amount", textPath = "amount" },
    okit.ModelSliderCell { path = "%Slider", valuePath = "amount", maxValuePath = "#20.5" },
    okit.ModelStepperCell { path = "%Copies", valuePath = "copies" },
    okit.ModelDateCell { path = "%Day", datePath = "due", modePath = "#date" },
    okit.ModelDateCell { path = "%Time", datePath = "due", modePath = "#time" },
    okit.ModelDateCell { path = "%Due", datePath = "due" },
  } } },
})

-- Reported at the start.
okit.ModelDetailTableController:extend("wrong", {
  sections = { { cells = {
    okit.ModelSegmentCell { path = "%Titles", selectIndexPath = "status",
      segmentsPath = "#A,#B" },
    okit.ModelPickerCell { path = "%Options", selectionPath = "grade",
      dataPath = "/names" },
  } } },
})
okit.ModelApplicationController:extend("app", {
  homeIdentifier = okit.arguments[1] or "home", contextPath = okit.arguments[2],
})

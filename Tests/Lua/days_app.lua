-- An application with days, for days_test.lua.
local okit = require "okit"
local t = okit.types

local Loan = okit.ModelEntity:extend("Loan", {
  title = "", due = t.day, returned = t.optional(t.day), lent = t.optional(t.date), first = t.day("2024-01-01"),
  last = okit.day("2024-12-31"),
})

function Loan:rest() return self.due - okit.today() end

local Library = okit.Model:extend("Library", { loans = t.list(Loan), holidays = t.set(t.day), opening = t.map(t.day) })
local library = okit.Model.register(Library)
if #library.loans == 0 then
  library.loans:add { id = "dune", title = "Dune", due = "2024-06-15" }
  library.loans:add { id = "emma", title = "Emma", due = okit.day { year = 2024, month = 6, day = 1 } }
end

okit.ModelListTableController:extend("home", {
  type = "Loan", dataPath = "loans", rowSort = "due", titlePath = "%Loans", segue = "loan",
  cell = okit.ModelTableCell { path = "title", detailPath = "due/formatDate" },
})

okit.ModelDetailTableController:extend("loan", {
  titlePath = "title", editAlways = true,
  sections = { { cells = {
    okit.ModelDateCell { path = "#Due", datePath = "due", minDatePath = "first", maxDatePath = "last" },
    okit.ModelDateCell { path = "#Returned", datePath = "returned" },
    okit.ModelDateCell { path = "#Lent", datePath = "lent", modePath = "#date", maxDatePath = "last" },
    okit.ModelTextCell { path = "#Typed", textPath = "due", formatType = "date", formatPattern = "d.M.yyyy" },
    okit.ModelTableCell { path = "#Rest", detailPath = "rest" },
  } } },
})

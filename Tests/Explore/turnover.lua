-- Planted (undo): an observer adds differences, also those of undo.
local okit = require "okit"
local Account = okit.Model:extend("Account", { balance = 10, turnover = 0, open = true })
function Account:pay() if self.open then self.balance = self.balance - 3 end end
function Account:earn() if self.open then self.balance = self.balance + 5 end end
okit.Model.initialize(function()
  local m = okit.Model.register(Account)
  m:observe("balance", function(new, old)
    if m.balance < 9 then m.turnover = m.turnover + math.abs(new - old) end -- fault
    -- corrected:
  end)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelDetailTableController:extend("home", { titlePath = "#Account", subTitlePath = "turnover",
  right = { okit.ModelBarButtonItem { title = "#Pay", tap = "pay()" }, okit.ModelBarButtonItem { title = "#Earn",
    tap = "earn()" } },
  sections = { { cells = { okit.ModelSwitchCell { path = "#Open", onPath = "open" },
    okit.ModelTableCell { path = "#Balance", detailPath = "balance" } } } } })

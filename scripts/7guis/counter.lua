-- 7GUIs, 1: a count, and a button that increments it.
local okit = require "okit"

local Counter = okit.Model:extend("Counter", { value = 0 })
function Counter:increment() self.value = self.value + 1 end

okit.Model.register(Counter)

okit.ModelDetailTableController:extend("counter", {
  titlePath = "%Counter",
  right = { okit.ModelBarButtonItem { title = "%Count", tap = "increment()" } },
  sections = { { cells = { okit.ModelTableCell { path = "%Value", detailPath = "value" } } } },
})

-- A stepper, two buttons and a computed property on one number.

local okit = require "okit"
local t = okit.types

okit.extend("Number", { below = function(number, limit) return number < limit end })

local Counter = okit.Model:extend("Counter", {
  value = 0,
  square = t.computed(function(self) return self.value * self.value end),
})

function Counter:increment() self.value = self.value + 1 end

function Counter:reset() self.value = 0 end

okit.Model.initialize(function()
  local counter = okit.Model.register(Counter)
  okit.Model.state(function() okit.Model.store(counter) end)
end)

okit.ModelDetailTableController:extend("counter", {
  titlePath = "#Counter",
  subTitlePath = "value",
  editAlways = "#true",
  sections = {
    {
      header = "#Count",
      cells = {
        okit.ModelStepperCell { path = "#Value", detailPath = "value", valuePath = "value", maxValuePath = "#10" },
        okit.ModelTableCell { path = "#Square", detailPath = "square" },
      },
    },
  },
  right = { okit.ModelBarButtonItem { title = "#Increment", tap = "increment()", enabled = "value/below(#10)" } },
  toolbar = { okit.ModelBarButtonItem { title = "#Reset", tap = "reset()", enabled = "value" } },
})

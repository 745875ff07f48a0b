-- The smallest application: one model, one screen, one cell that shows and edits the same property.

local okit = require "okit"

local Hello = okit.Model:extend("Hello", { name = "World" })

okit.Model.initialize(function()
  local hello = okit.Model.register(Hello)
  okit.Model.state(function() okit.Model.store(hello) end)
end)

okit.ModelDetailTableController:extend("hello", {
  titlePath = "#Hello,name",
  sections = {
    { cells = { okit.ModelTextCell { path = "name", placeholder = "#Name", textPath = "name" } } },
  },
})

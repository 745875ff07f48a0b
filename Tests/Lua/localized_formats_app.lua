-- A localized text with a format that has a mistake.
local okit = require "okit"

local Formats = okit.Model:extend("Formats", { pattern = "0" })
okit.Model.register(Formats)

okit.ModelDetailTableController:extend("home", {
  sections = { { cells = {
    okit.ModelTableCell { path = "%Hello", formatType = "#number", formatPattern = "= pattern" },
  } } },
})

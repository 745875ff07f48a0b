local okit = require "okit"
okit.ModelForm:extend("form", { sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name", dataPath = "name" },
} } } })

-- An application of mistakes_test.lua whose section reads a model that is not registered.
local okit = require "okit"

okit.Model:extend("Films", { owner = "" })
okit.ModelDetailTableController:extend("owner", { sections = { { header = "owner", cells = {} } } })

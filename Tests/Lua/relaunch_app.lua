-- A counter that is stored on a server or in a file.
local okit = require "okit"
local Counter = okit[okit.arguments[1] or "Model"]:extend("Counter", { n = 0, last = 0 })
okit.Model.register(Counter)
okit.ModelDetailTableController:extend("home", { titlePath = "n" })

-- An application whose time-out comes from the arguments.
local okit = require "okit"
okit.Model.register(okit.Model:extend("Shop", { name = "" }))
okit.ModelDetailTableController:extend("home", { sections = {} })
okit.ModelApplicationController:extend("app", {
  protectionTimeout = okit.arguments[1] == "list" and function() return { 1 } end or "#" .. okit.arguments[1],
})

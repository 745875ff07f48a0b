-- The application of wrong_test.lua: reads the storyboard that the first argument names.
local okit = require "okit"
local t = okit.types
local Films = okit.Model:extend("Films", { films = t.list(okit.ModelEntity:extend("Film", { name = "" })) })
okit.Model.register(Films)
local options = okit.arguments[2] and { names = { [okit.arguments[2]] = "films" } }
if okit.arguments[2] == "option" then options = { name = {} } end
okit.storyboard(okit.arguments[1], options)

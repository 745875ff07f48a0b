-- An application of mistakes_test.lua that forgets to register its model.
local okit = require "okit"

local Film = okit.ModelEntity:extend("Film", { name = "" })
okit.Model:extend("Films", { films = okit.types.list(Film) })
okit.ModelListTableController:extend("films", {
  titlePath = "%Films",
  dataPath = "films",
})

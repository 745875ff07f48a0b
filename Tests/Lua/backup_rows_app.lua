-- A model in a database, which is in memory in tests, and its backups.
local okit = require "okit"
local t = okit.types
local Film = okit.ModelEntity:extend("Film", { name = "", poster = t.entity(okit.ModelImage) })
local Films = okit.ModelSQLite:extend("Films", { films = t.list(Film) })
okit.Model.register(Films)

function Films:create(name) return okit.Backup.create(name).name end
function Films:restore(name) okit.Backup.restore(name) end

okit.ModelListTableController:extend("home", {
  type = "Film", dataPath = "films", cell = okit.ModelTableCell { path = "name" },
})

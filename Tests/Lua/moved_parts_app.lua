-- Models between which blobs and partials move. The arguments are the classes of the first two models.
local okit = require "okit"
local t = okit.types

local Group = okit.ModelEntity:extend("Group", { name = "" })
local Part = okit.ModelPartial:extend("Part", { group = t.deferred(Group) })
local properties = { blobs = t.list(okit.ModelData), parts = t.list(Part) }

local From = okit[okit.arguments[1] or "Model"]:extend("From", properties)
okit.Model.register(From, "from")
local to = okit.Model.register(okit[okit.arguments[2] or "Model"]:extend("To", properties), "to")
local Late = okit.Model:extend("Late", { name = "" })

function From:fill(registers)
  self.blobs:add { id = "x", data = "bytes" }
  self.parts:add { id = "p", group = { name = "group" } }
  if registers then okit.Model.register(Late, "late") end
end

function From:move(registers)
  local blob, part = self.blobs[1], self.parts[1]
  self.blobs:remove(blob)
  self.parts:remove(part)
  to.blobs:add(blob)
  to.parts:add(part)
  if registers then okit.Model.register(Late, "late") end
end

okit.ModelListTableController:extend("blobs", { dataPath = "from>blobs", cell = okit.ModelTableCell { path = "id" } })

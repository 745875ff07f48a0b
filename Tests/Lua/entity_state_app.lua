-- Functions of entities and models about their place and what is to be stored.
local okit = require "okit"
local t = okit.types

local Part = okit.ModelEntity:extend("Part", { name = "" })
local Text = okit.ModelEntity:extend("Text", { words = "" })
local Page = okit.ModelPartial:extend("Page", { name = "", text = t.deferred(Text) })
local Link = okit.ModelRef:extend("Link", {})

local Machine = okit.Model:extend("Machine", {
  name = "", main = t.optional(t.entity(Part)), spare = t.ref(Part), key = "", links = t.list(Link),
  parts = t.list(Part),
  pages = t.list(Page), picture = t.optional(t.entity(okit.ModelData)),
})
local Notes = okit.ModelEncrypted:extend("Notes", { text = "" })
local Scratch = okit.ModelTransient:extend("Scratch", { text = "", part = t.optional(t.entity(Part)) })

local machine = okit.Model.register(Machine)
local scratch = okit.Model.register(Scratch, "scratch")
local notes = okit.arguments[1] == "encrypted" and okit.Model.register(Notes, "notes")
if #machine.parts == 0 then
  machine.parts = { { id = "bolt", name = "Bolt" }, { id = "nut", name = "Nut" } }
  machine.main = Part { id = "motor", name = "Motor" }
  machine.links = { { refKey = "nut" } }
  machine.pages = { { id = "page1", name = "One", text = { words = "first" } } }
end

okit.Model.state(function()
  okit.Model.store(machine)
  if notes then okit.Model.store(notes) end
end)

function Machine:store() okit.Model.storeState() end
function Machine:storeAll() okit.Model.updateAllState() end
function Machine:export() okit.Model.exportState() end
function Machine:import() okit.Model.importState() end
function Machine:clear() okit.Model.exportClear() end
function Machine:find()
  return okit.Model.entity("nut").name .. tostring(okit.Model.entity("none")) .. okit.Model.entity(scratch.id).type
end
function Machine:replace()
  local old = self.main
  self:assign("main", Part { id = "engine", name = "Engine" })
  return (old:isManaged() and "in" or "out") .. (old:isUnmanaged() and " left" or "")
end
function Machine:fresh()
  local new = Part { name = "new" }
  return tostring(new:isManaged()) .. tostring(new:isUnmanaged()) .. tostring(new:isPending())
end
function Machine:pendingOfNew() Part {}:setPending() end

okit.ModelListTableController:extend("home", { dataPath = "parts", cell = okit.ModelTableCell { path = "name" } })

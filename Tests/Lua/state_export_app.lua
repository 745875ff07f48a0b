-- Models of each kind, of which the state is exported and imported.
local okit = require "okit"
local t = okit.types

local Text = okit.ModelEntity:extend("Text", { words = "" })
local Page = okit.ModelPartial:extend("Page", { name = "", text = t.deferred(Text) })
local Item = okit.ModelEntity:extend("Item", {
  name = "", data = t.optional(t.entity(okit.ModelData)), image = t.optional(t.entity(okit.ModelImage)),
})
local properties = { items = t.list(Item), pages = t.list(Page), motto = "" }
local Diary = okit.ModelEncrypted:extend("Diary", properties)
local Rows = okit.ModelSQLite:extend("Rows", { items = t.list(Item), motto = "" })
local Plain = okit.Model:extend("Plain", { motto = "" })

okit.Model.register(Plain)
local diary = okit.Model.register(Diary, "diary")
local rows = okit.Model.register(Rows, "rows")

function Plain:fill()
  self.motto = "plain"
  diary.motto = "diary"
  diary.items = { {
    id = "one", name = "One", data = { id = "d1", data = "\0secret" },
    image = { id = "i1", data = "png", format = "image/png" },
  } }
  diary.pages = { { id = "page", name = "Page", text = { words = "once" } } }
  rows.motto = "rows"
  rows.items = { { id = "two", name = "Two", data = { id = "d2", data = "bytes" } } }
end
function Plain:change()
  self.motto = "changed"
  diary.motto = "changed"
  diary.items[1].name = "changed"
  diary.items[1].data.data = "changed"
  diary.items:add { name = "Three" }
  diary.pages[1].text.words = "changed"
  rows.motto = "changed"
  rows.items[1].data.data = "changed"
  rows.items:add { name = "Four" }
end
function Plain:export() okit.Model.exportState() end
function Plain:import() okit.Model.importState() end
function Plain:clear() okit.Model.exportClear() end
function Plain:closeStore() okit.SecureStore.close() end
function Plain:exportLater() okit.after(1, function() okit.Model.exportState() end) end

okit.ModelDetailTableController:extend("home", { titlePath = "motto" })

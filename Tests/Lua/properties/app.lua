-- The application of one case: its arguments are the number of the case, the variant, and the default of the property.
local okit = require "okit"
local t = okit.types
local case = require "case"

local number, variant, default = table.unpack(okit.arguments)
local current = require("cases")[tonumber(number)]

local Item = okit.ModelEntity:extend("Item", {
  name = "", kind = "", note = "", color = "", number = 0, marked = false, day = t.date, friend = t.ref "Item",
})
Item:extend("Special", { price = 1 })
okit.ModelRef:extend("Reference", { weight = 1 })

local Shop = okit.Model:extend("Shop", {
  name = "Shop", note = "", index = 0, number = 5, on = false, timeout = 5, day = t.date, favorite = t.ref(Item),
  items = t.list(Item), others = t.list(Item), picks = t.list(t.ref(Item)), pairs = t.list(okit.ModelRef),
  encrypted = true,
})
local Diary = okit.ModelEncrypted:extend("Diary", { notes = "secret" })

function Item:mark(on) self.marked = on ~= false end
function Item:fits() return self.number > 1 end
function Shop:touch() self.number = self.number + 1 end
function Shop:ran() okit.log.info "ran" end
function Shop:isStoredEncrypted() return tostring(okit.SecureStore.encryption) end

local shop = okit.Model.register(Shop)
okit.Model.register(Diary, "diary")
okit.Model.state(function() okit.Model.store(shop); okit.Model.store(okit.Model.get "diary") end)

if #shop.items == 0 then
  shop.day = okit.date "2020-01-31T12:00:00Z"
  shop.items = {
    {
      id = "b", name = "Banana", kind = "Fruit", note = "yellow", color = "#ffff00", number = 3, marked = true,
      day = "2020-01-01",
    },
    { id = "a", name = "Apple", kind = "Fruit", note = "red", color = "#ff0000", number = 1 },
    { id = "c", name = "Celery", kind = "Vegetable", note = "green", color = "#00ff00", number = 2 },
  }
  shop.others = { { id = "d", name = "Date", kind = "Fruit" } }
end

local properties = case.properties(current, okit, variant, default)
current.define(okit, properties)

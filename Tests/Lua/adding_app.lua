-- A model whose lists get new entities from tables.
local okit = require "okit"
local t = okit.types

local properties = { name = "", price = 0, weight = 0.5, isNew = false, day = t.day }
for i = 1, 20 do properties["n" .. i] = 0 end
local Item = okit.ModelEntity:extend("Item", properties)
local Box = okit.ModelEntity:extend("Box", { name = "", part = t.entity(Item) })
local Guest = okit.ModelEntity:extend("Guest", { name = "" })
local Shop = okit.Model:extend("Shop", {
  items = t.list(Item), boxes = t.list(Box), guests = t.list(Guest), set = t.set(Guest), told = "",
})

function Guest:managed(list)
  local shop = self.parent
  shop.told = shop.told .. self.name .. #list .. " "
  if self.name == "nobody" then error("nobody is welcome") end
end

function Shop:addTwo()
  self.guests:add { name = "first" }
  self.guests:add { name = "nobody" }
end

okit.Model.register(Shop)
okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })

-- An application whose class has its properties in other places for other arguments. The bindings are the same.
local okit = require "okit"
local count = require "launches_count"

local size = okit.arguments[1] or "0"
local properties = { name = "Tea", price = 3, kind = "drink" }
for number = 1, tonumber(size) do properties["a" .. number] = number end
local Shop = okit.Model:extend("Shop", properties)
function Shop:label() return self.name .. " " .. count() .. size end

okit.Model.initialize(function() okit.Model.register(Shop) end)

okit.ModelDetailTableController:extend("shop", {
  titlePath = "#Shop ,name",
  right = { okit.ModelBarButtonItem { title = "#Sell", tap = function(self) self.price = self.price + 1 end } },
  sections = {
    {
      header = "= 'costs ' || (price * 2)",
      cells = {
        okit.ModelTextCell { path = "name", textPath = "name" },
        okit.ModelTextCell { path = "label()", textPath = "label()" },
        okit.ModelTextCell { path = "= upper(kind) || price", textPath = "kind" },
      },
    },
  },
})

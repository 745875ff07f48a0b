-- A list whose function is defined when it is on the screen, for late_functions_test.lua.
local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "" })
local Shop = okit.Model:extend("Shop", { items = t.list(Item), ends = 0, taps = 0 })
local shop = okit.Model.register(Shop)
for number = 1, 3 do shop.items:add(Item { name = "Item " .. number }) end

local list
function Shop:follow()
  function list:onEnd() shop.ends = shop.ends + 1 end
end
function Shop:tap() self.taps = self.taps + 1 end

list = okit.ModelListTableController:extend("list", {
  contextPath = "/", dataPath = "items", cell = okit.ModelTableCell { path = "name" },
  right = {
    okit.ModelBarButtonItem { title = "#Follow", tap = "follow()" },
    okit.ModelBarButtonItem { title = "#Tap", tap = "tap()" },
  },
})

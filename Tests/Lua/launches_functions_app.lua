-- An application whose screens have equal tables with functions of their own, defined in another order for other
-- arguments.
local okit = require "okit"

local label, names = okit.arguments[1], { "first", "second" }
if label == "b" then names = { "second", "first" } end

local Shop = okit.Model:extend("Shop", { n = 0 })
okit.Model.initialize(function() okit.Model.register(Shop) end)

for _, name in ipairs(names) do
  okit.ModelDetailTableController:extend(name, {
    titlePath = function(shop) return label .. " " .. name .. " " .. shop.n end,
    right = {
      okit.ModelBarButtonItem {
        title = "#Add",
        tap = function(shop) shop.n = shop.n + #(label .. name) end,
      },
    },
    sections = { { cells = { okit.ModelTextCell { path = "n", textPath = "n" } } } },
  })
end

okit.TabBarController:extend("home", {
  tabs = {
    { title = "#" .. (label == "c" and "Other" or "Shop"), root = "first" }, { title = "#More", root = "second" },
  },
})

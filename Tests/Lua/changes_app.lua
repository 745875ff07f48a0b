-- A model with long collections, whose patches a script collects.
local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "", items = t.list("Item") })
local Shop = okit.Model:extend("Shop", { items = t.list(Item), numbers = t.list(t.int), labels = t.set(t.string) })

local patches = {}

function Shop:fill(count)
  local items, numbers, labels = {}, {}, {}
  for i = 1, count do
    items[i] = { id = "i" .. i, name = "item " .. i }
    numbers[i] = i
    labels[i] = "label " .. i
  end
  self.items, self.numbers, self.labels = items, numbers, labels
end

function Shop:count(count)
  local numbers = {}
  for i = 1, count do numbers[i] = i end
  self.numbers = numbers
end

--- The patches since the last call, as `op path` or `move from path`.
function Shop:collected()
  local lines = {}
  for i, patch in ipairs(patches) do
    lines[i] = patch.op .. " " .. (patch.from and patch.from .. " " or "") .. patch.path
  end
  patches = {}
  return table.concat(lines, ", ")
end

local shop = okit.Model.register(Shop)
shop:onPatch(function(new) for _, patch in ipairs(new) do patches[#patches + 1] = patch end end)

okit.ModelDetailTableController:extend("home", { titlePath = "#Home" })

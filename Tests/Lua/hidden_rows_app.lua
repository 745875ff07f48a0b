-- A long list that can hide rows, by the properties for both modes or by hiddenPath.

local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "", shown = true })
local Box = okit.Model:extend("Box", { items = t.list(Item) })

local box = okit.Model.register(Box)
for i = 1, 700 do box.items:add { id = "r" .. i, name = "r" .. i } end

local cells = {
  show = okit.ModelTableCell { path = "name", showDisplay = "shown", showEdit = "shown" },
  hide = okit.ModelTableCell { path = "name", hiddenPath = "!shown" },
}

okit.ModelListTableController:extend("home", {
  dataPath = "items", titlePath = "#Box", deletePrompt = "#false", cell = cells[okit.arguments[1]],
})

-- Lists whose rows show other entities than those of their elements, by `getEntity`. The first argument is the list.
local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "", marked = false })
local Line = okit.ModelEntity:extend("Line", { item = t.ref "Item" })
local Root = okit.Model:extend("Root", { items = t.list(Item), lines = t.list(Line), chosen = t.ref "Item", last = "" })
local root = okit.Model.register(Root)
if #root.items == 0 then
  root.items = { { id = "a", name = "a" }, { id = "b", name = "b" }, { id = "c", name = "c" }, { id = "d", name =
    "d" } }
  root.lines = { { item = "a" }, { item = "b" }, { item = "a" } }
end

local function list(name, properties)
  properties.cell = okit.ModelTableCell {
    path = "name", accyPath = "#4", accyTap = function(item) root.last = "accessory " .. item.name end,
  }
  properties.contextPath = "/"
  properties.dataPath = properties.dataPath or "items"
  properties.autoDeselect = "#false"
  properties.quickName, properties.quickTap = "#Mark", function(item) root.last = "quick " .. item.name end
  properties.more = true
  properties.moreActions = { { name = "#Print", tap = function(item) root.last = "print " .. item.name end } }
  properties.tap = function(item) root.last = "tap " .. item.name end
  return okit.ModelListTableController:extend(name, properties)
end

-- In the reverse order, from the model and by the inherited function.
local reversed = list("reversed", { reorder = "#true", deletePrompt = "#false" })
function reversed:getEntity(row) return root.items[#root.items - row + 1] end

local inherited = list("inherited", { deletePrompt = "#false" })
function inherited:getEntity(row) return self.super.getEntity(self, #root.items - row + 1) end

-- One entity in several rows.
local lines = list("lines", { dataPath = "lines", delete = false })
function lines:getEntity(row) return root.lines[row].item.ref end

local marking = list("marking", { selectPath = "marked" })
function marking:getEntity(row) return root.items[#root.items - row + 1] end

local choosing = okit.ModelSelectionTableController:extend("choosing", {
  contextPath = "/", selectionContextPath = "/", selectionPath = "chosen", dataPath = "items",
  cell = okit.ModelTableCell { path = "name" },
})
function choosing:getEntity(row) return root.items[#root.items - row + 1] end

okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "reversed" })

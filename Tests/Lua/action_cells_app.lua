-- The cells and conditions of Action Data: text picker, image, web page, segments by title, enabled, hidden and colored
-- cells.
local okit = require "okit"
local t = okit.types

local Category = okit.ModelEntity:extend("Category", {
  name = "", color = "", copies = 0, size = "M", rating = 3, exact = 1.5, open = true, answer = "no", count = 1,
  label = t.enum { "none", "red", "green" }, icon = "", page = "", url = "", segment = "One", note = "",
  stamp = t.entity(okit.ModelInlineImage), bytes = t.data, sealed = false, hidden = false, tint = "", locked = "false",
})
local Shop = okit.Model:extend("Shop", { categories = t.list(Category), sizes = "S, M, L" })

function Category:usable() return not self.sealed end
function Category:touch() self.note = self.note .. "!" end

local shop = okit.Model.register(Shop)
local screens = {}
shop.categories = {
  { id = "fruit", name = "Fruit", copies = 2, tint = "green" },
  { id = "nuts", name = "Nuts", sealed = true, tint = "#ff0000" },
}

function screens.list() okit.ModelListTableController:extend("home", {
  type = "Category", dataPath = "categories", titlePath = "#Categories", edit = true,
  cell = okit.ModelTableCell {
    path = "name", detailPath = "note", tap = "touch()", enabledPath = "usable()", hiddenPath = "hidden",
    colorPath = "tint",
  },
}) end

function screens.pickers() okit.ModelDetailTableController:extend("home", {
  contextPath = "/categories[0]", edit = true,
  sections = { { cells = {
    okit.ModelTextPickerCell {
      path = "#Color", textPath = "color", optionValues = "red, green,blue", title = "#A color",
    },
    okit.ModelTextPickerCell { path = "#Size", textPath = "size", optionValues = "/sizes" },
    okit.ModelTextPickerCell { path = "#Rating", textPath = "rating", optionValues = { "#1", "#2", "#3" } },
    okit.ModelTextPickerCell { path = "#Exact", textPath = "exact", optionValues = function() return "0.5,1.5" end },
    okit.ModelTextPickerCell { path = "#Open", textPath = "open", optionValues = "Yes,No" },
    okit.ModelTextPickerCell { path = "#Label", textPath = "label" },
    okit.ModelSegmentCell {
      path = "#Segment", segmentsPath = "#One,#Two", selectIndexPath = "segment", byTitle = true,
    },
    okit.ModelSwitchCell { path = "#Answer", onPath = "answer" },
    okit.ModelSwitchCell { path = "#Count", onPath = "count" },
  } } },
}) end

-- The label is the value, or happens to be the same text.
function screens.values() okit.ModelDetailTableController:extend("home", {
  contextPath = "/categories[0]",
  sections = { { cells = {
    okit.ModelTextPickerCell { path = "size", textPath = "size", optionValues = "/sizes" },
    okit.ModelTextPickerCell { path = "#red", textPath = "color", optionValues = "red,green" },
  } } },
}) end

function screens.pages() okit.ModelDetailTableController:extend("home", {
  contextPath = "/categories[0]",
  sections = { { cells = {
    okit.ModelImageCell { path = "#Icon", valuePath = "icon" },
    okit.ModelImageCell { path = "#Stamp", valuePath = "stamp" },
    okit.ModelImageCell { path = "#Bytes", valuePath = "bytes" },
    okit.ModelWebCell { path = "#Source", valuePath = "bytes", containsHTML = true },
    okit.ModelWebCell { path = "#Page", valuePath = "page", containsHTML = true },
    okit.ModelWebCell { path = "#Link", valuePath = "url" },
  } } },
}) end

function screens.conditions() okit.ModelDetailTableController:extend("home", {
  contextPath = "/categories[0]", edit = true,
  sections = { { cells = {
    okit.ModelTextCell { path = "#Name", textPath = "name", enabledPath = "usable()", colorPath = "tint" },
    okit.ModelTextPickerCell {
      path = "#Size", textPath = "size", optionValues = "S,M", enabledPath = "locked", hiddenPath = "hidden",
    },
    okit.ModelTableCell {
      path = "#Touch", tap = "touch()", tapEdit = "touch()", enabledPath = "usable()", colorPath = "tint",
      accyText = "#More", accyTap = "touch()",
    },
  } } },
}) end

screens[okit.arguments[1]]()

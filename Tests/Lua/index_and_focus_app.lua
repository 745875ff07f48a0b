-- An index beside lists, and fields in edit mode.
local okit = require "okit"
local t = okit.types

local Word = okit.ModelEntity:extend("Word", { name = "", note = "", marked = false })
local Words = okit.Model:extend("Words", { words = t.list(Word) })

local words
okit.Model.initialize(function() words = okit.Model.register(Words) end)
for _, name in ipairs { "apple", "avocado", "Émile", "fig", "grape", "zebra", "1984" } do
  words.words:add(Word { name = name })
end
if okit.arguments[1] == "many" then
  for number = 1, 500 do words.words:add(Word { name = ("m%03d"):format(number) }) end
end

okit.extend("Word", { letter = function(word) return word:getString("name/initial/uppercased") end })
local function list(name, properties)
  properties.type, properties.titlePath, properties.dataPath = "Word", "#" .. name, "words"
  properties.cell = properties.cell or okit.ModelTableCell { path = "name", segue = "word" }
  properties.rowSort = "name"
  okit.ModelListTableController:extend(name, properties)
end
local bars = {}
for _, name in ipairs { "descending", "flat", "plain", "form" } do
  bars[#bars + 1] = okit.ModelBarButtonItem { title = "#" .. name, segue = name }
end
list("home", { index = "#true", group = "letter", toolbar = bars })
list("descending", { index = "#true", group = "letter", groupSortAsc = "#false" })
list("flat", { index = "#true" })
list("plain", { group = "letter" })

local cells = {
  okit.ModelSwitchCell { path = "#Marked", onPath = "marked" },
  okit.ModelTextCell { path = "#Locked", textPath = "name", readOnly = "#true" },
  okit.ModelTextCell { path = "#Name", textPath = "name" },
  okit.ModelMultilineCell { path = "#Note", textPath = "note" },
}
okit.ModelDetailTableController:extend("word", { titlePath = "name", sections = { { cells = cells } } })
okit.ModelForm:extend("form", {
  contextPath = "words[0]", titlePath = "#Form", editAlways = "#true",
  sections = { { cells = {
    okit.ModelTextCell { path = "#Name", dataPath = "name" }, okit.ModelTextCell { path = "#Note", dataPath = "note" },
  } } },
})

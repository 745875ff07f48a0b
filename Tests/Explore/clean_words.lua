-- No fault: a database with references in lists, a search with scopes, a selection.
local okit = require "okit"
local t = okit.types
local Tag = okit.ModelEntity:extend("Tag", { name = "" })
local Word = okit.ModelEntity:extend("Word", {
  name = "", meaning = "", level = 1, known = false, tags = t.list(t.ref "Tag"),
})
local Words = okit.ModelSQLite:extend("Words", { words = t.list(Word), tags = t.list(Tag), started = false })

function Word:learn() self.known, self.level = true, math.min(5, self.level + 1) end
function Words:forget() for _, word in ipairs(self.words) do word.known = false end end

okit.Model.initialize(function()
  local words = okit.Model.register(Words)
  if words.started then return end
  words.started, words.tags = true, { { name = "verb" }, { name = "noun" } }
end)

okit.ModelListTableController:extend("home", {
  type = "Word", dataPath = "words", titlePath = "#Words", titleCount = "words.@count", addName = "name",
  rowSort = "level,name", searchPath = "name",
  searchFilterPath = function(word) return word.known and "Known" or "New" end, searchFilters = { "#Known", "#New" },
  selectPath = "known", quickName = "#Learn", quickTap = "learn()", quickEnabled = "!known",
  toolbar = { okit.ModelBarButtonItem { title = "#Forget", tap = "forget()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "level", segue = "word" },
})
okit.ModelDetailTableController:extend("word", {
  titlePath = "name", sections = { { cells = {
    okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelMultilineCell { path = "#Meaning", textPath = "meaning" },
    okit.ModelStepperCell { path = "#Level", valuePath = "level", minValuePath = "#1", maxValuePath = "#5" },
    okit.ModelTableCell { path = "#Tags", detailPath = "tags.@count", segue = "tags" },
  } } },
})
okit.ModelSelectionTableController:extend("tags", {
  type = "Tag", contextPath = "/", dataPath = "tags", selectionPath = "tags", selectAppend = true,
  titlePath = "#Tags", cell = okit.ModelTableCell { path = "name" },
})

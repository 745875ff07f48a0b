-- Planted (error): a text with as many characters as a condition does not expect.
local okit = require "okit"
local t = okit.types
local Note = okit.ModelEntity:extend("Note", { title = "", text = "" })
local Notes = okit.Model:extend("Notes", { notes = t.list(Note) })
function Note:size()
  local size
  if #self.text < 24 then size = "short" elseif #self.text > 24 then size = "long" end
  return size:upper() -- fault
  -- corrected: return (size or "exact"):upper()
end
okit.Model.initialize(function()
  local m = okit.Model.register(Notes)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Note", dataPath = "notes", titlePath = "#Notes",
  addName = "title",
  cell = okit.ModelTableCell { path = "title", detailPath = "size()", segue = "note" } })
okit.ModelDetailTableController:extend("note", { titlePath = "title", sections = { { cells = {
  okit.ModelTextCell { path = "#Title", textPath = "title" }, okit.ModelMultilineCell { textPath = "text" } } } } })

-- Planted (error): an action that depends on two variables.
local okit = require "okit"
local t = okit.types
local Shape = okit.ModelEntity:extend("Shape", { name = "", sides = 3 })
local Canvas = okit.Model:extend("Canvas", { shapes = t.list(Shape) })
local selected, clipboard
function Shape:copy() clipboard = self selected = nil end
function Shape:choose() selected = self end
function Canvas:paste()
  if clipboard and selected then self.shapes:add { name = clipboard.name, sides = selected.sidez + 1 } end -- fault
  -- corrected: if clipboard and selected then self.shapes:add { name = clipboard.name, sides = selected.sides + 1 } end
end
function Canvas:clear() clipboard, selected = nil, nil end
okit.Model.initialize(function()
  local m = okit.Model.register(Canvas)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Shape", dataPath = "shapes", titlePath = "#Canvas",
  addName = "name", more = true,
  moreActions = { { name = "#Copy", tap = "copy()" }, { name = "#Choose", tap = "choose()" } },
  toolbar = { okit.ModelBarButtonItem { title = "#Paste", tap = "paste()" },
    okit.ModelBarButtonItem { title = "#Clear", tap = "clear()" } },
  cell = okit.ModelTableCell { path = "name", detailPath = "sides" } })

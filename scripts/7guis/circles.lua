-- 7GUIs, 6: circles with a diameter. Undo and redo are those of the application: moving the slider is one step.
local okit = require "okit"
local t = okit.types

local Circle = okit.ModelEntity:extend("Circle", { x = 0, y = 0, diameter = t.double(30) })
function Circle:place() return ("(%d, %d)"):format(self.x, self.y) end

local Canvas = okit.Model:extend("Canvas", { circles = t.list(Circle) })
function Canvas:draw()
  local button, at = okit.alert {
    title = "New Circle", fields = { { name = "x" }, { name = "y" } },
    actions = { { title = "Draw" }, { title = "Cancel", style = "cancel" } },
  }:wait()
  local x, y = math.tointeger(tonumber(at.x)), math.tointeger(tonumber(at.y))
  if button == "Cancel" or not (x and y) then return end
  okit.app:transaction("Draw", function() self.circles:add { x = x, y = y } end)
end

okit.Model.register(Canvas)

okit.ModelListTableController:extend("canvas", {
  type = "Circle", dataPath = "circles", titlePath = "%Circle Drawer", add = false, edit = false,
  left = { okit.ModelBarButtonItem { title = "%Undo", tap = function() okit.app:undo() end },
           okit.ModelBarButtonItem { title = "%Redo", tap = function() okit.app:redo() end } },
  right = { okit.ModelBarButtonItem { title = "%Draw", tap = "draw()" } },
  cell = okit.ModelTableCell {
    path = "place()", detailPath = "diameter/round", segue = { to = "diameter", kind = "present" },
  },
})
okit.ModelDetailTableController:extend("diameter", {
  titlePath = "%Adjust diameter,place()", editAlways = true,
  sections = { { cells = {
    okit.ModelSliderCell { path = "%Diameter", valuePath = "diameter", minValuePath = "#2", maxValuePath = "#100" },
  } } },
})

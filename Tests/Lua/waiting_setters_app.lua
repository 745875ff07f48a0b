-- A form whose fields are written by functions that wait: the first argument says how. For waiting_setters_test.lua.
local okit = require "okit"
local how = okit.arguments[1] or "sleep"

local Item = okit.ModelEntity:extend("Item", { text = "a", count = 1 })
local Root = okit.Model:extend("Root", { items = okit.types.list(Item) })
okit.Model.initialize(function()
  local root = okit.Model.register(Root)
  if #root.items == 0 then root.items:add {} end
end)

local function wait(cell)
  if how == "alert" then okit.alert({ title = "Sure?", actions = { { title = "Yes" } } }):wait() end
  if how == "close" then cell.controller:close() end
  if how == "await" then
    okit.await(function(done) okit.after(1, done) end)
  else
    okit.sleep(1)
  end
  if how == "fail" then error "not now" end
end

local Text = okit.ModelTextCell:extend("Text", { path = "#Text", textPath = "text" })
function Text:setText(text)
  wait(self)
  self.super.setText(self, text)
end

local Count = okit.ModelStepperCell:extend("Count", { path = "#Count", valuePath = "count" })
function Count:setValue(value)
  wait(self)
  self.super.setValue(self, value)
end

okit.ModelListTableController:extend("items", {
  dataPath = "items", cell = okit.ModelTableCell { path = "text", segue = "item" },
})
okit.ModelForm:extend("item", {
  editAlways = "#true", sections = { { cells = { Text {}, Count {} } } },
})

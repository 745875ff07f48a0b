-- The application of keys_test.lua: fields of a detail that write at once, without a keyboard.
local okit = require "okit"
local t = okit.types
local Todo = okit.Model:extend("Todo", {
  title = "a", note = t.optional(t.string), count = 3, upper = "A", live = "x", log = "",
})
function Todo:reset() self.title = "reset" end
local todo = okit.Model.register(Todo)

local Upper = okit.ModelTextCell:extend("Upper", { path = "#Upper" })
function Upper:getText() return todo.upper end
function Upper:setText(text) todo.upper = text:upper() end

local function log(name) return function(_, _, valid) todo.log = todo.log .. name .. tostring(valid) .. " " end end
local function field(class, properties)
  properties.onEndEdit, properties.onCancelEdit = log "end ", log "cancel "
  return class(properties)
end

local Text = okit.ModelTextCell
local cells = {
  field(Text, { path = "#Title", textPath = "title" }),
  field(Text, { path = "#Note", textPath = "note", focus = okit.arguments[2] }),
  field(Text, { path = "#Count", textPath = "count", formatType = "number", formatPattern = "#,##0.00" }),
  field(Upper, {}),
  field(Text, { path = "#Live", textPath = "live", liveUpdate = true, validationFormula = "value <> 'bad'" }),
  field(okit.ModelMultilineCell, { path = "#Lines", textPath = "note" }),
}
okit[okit.arguments[1] or "ModelDetailTableController"]:extend("todo", {
  sections = { { cells = cells } }, right = { okit.ModelBarButtonItem { title = "#Reset", tap = "reset()" } },
})

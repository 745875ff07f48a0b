-- A form and a detail with fields in the rows of a section.
local okit = require "okit"
local t = okit.types

local Line = okit.ModelEntity:extend("Line", { name = "", count = 1, first = false })

local Order = okit.ModelEntity:extend("Order", {
  number = "1001", customer = "Ada", urgent = false, lines = t.list(Line), log = "",
})

function Order:note(what, line) self.log = self.log .. what .. " " .. line.name .. ";" end

okit.Model.register(okit.Model:extend("Shop", { order = t.entity(Order) }))
local shop = okit.Model.get()
if not shop.order then
  shop.order = { lines = { { name = "Pen" }, { name = "Ink", first = true }, { name = "Cup" } } }
end

local function noting(what)
  return function(line, form, isValid)
    local order = form.context
    order:note(isValid and what or what .. " invalid", line)
    if line.count == 13 then order.lines:remove(line) end
    if line.count == 16 then order.lines:remove(order.lines[1]) end
    if line.count == 14 then form:close() end
    if line.count == 15 then okit.back() end
  end
end

-- The end of the editing of any other field.
local function leave(order) if order.customer == "back" then okit.back() end end

local function sections(adds)
  return {
    { cells = { okit.ModelTextCell { path = "%Customer", textPath = "customer", onEndEdit = leave } } },
    {
      header = "%Lines", dataPath = "lines", add = false, type = "Line", addField = adds and "name" or nil,
      deletePrompt = false, addPlaceholder = adds and "%New" or nil, addAppend = adds == "below",
      cell = okit.ModelTextCell {
        path = "name", textPath = "count", validationFormula = "value < 100", focus = "first",
        onEndEdit = noting "ended", onCancelEdit = noting "cancelled",
      },
    },
    { cells = {
      okit.ModelTextCell { path = "%Number", textPath = "number", onEndEdit = leave },
      okit.ModelSwitchCell { path = "#Urgent", dataPath = "urgent", onEndEdit = leave },
    } },
  }
end

local function screen(class, name, adds)
  class:extend(name, {
    contextPath = "/order", titlePath = "#Order", subTitlePath = "= CASE WHEN valid() THEN 'valid' ELSE 'invalid' END",
    editAlways = true, sections = sections(adds),
  })
end
screen(okit.ModelForm, "form")
screen(okit.ModelDetailTableController, "detail")
screen(okit.ModelForm, "adding", "above")
screen(okit.ModelForm, "appending", "below")

local cells = {}
for i, name in ipairs { "form", "detail", "adding", "appending" } do
  cells[i] = okit.ModelTableCell { path = "#" .. name, segue = name }
end
okit.ModelDetailTableController:extend("home", { sections = { { cells = cells } } })

-- A form whose fields have formats, validations and conditions together.
local okit = require "okit"
local t = okit.types

local Order = okit.ModelEntity:extend("Order", {
  price = 1234.5, share = 0.125, phone = "8085551212", due = t.optional(t.date), copies = 1, code = "", note = "",
})
local shop = okit.Model.register(okit.Model:extend("Shop", { orders = t.list(Order) }))
if #shop.orders == 0 then shop.orders = { { due = okit.date "2020-01-31T12:00:00Z" } } end

local function field(name, properties)
  properties.path, properties.dataPath = "#" .. name, name:lower()
  return okit.ModelTextCell(properties)
end

okit.ModelForm:extend("form", {
  contextPath = "orders[0]", editAlways = "#true",
  sections = { { cells = {
    field("Price", {
      formatType = "number", formatPattern = "#,##0.00;(#,##0.00)", validationFormula = "value < 5000",
      colorPath = "= CASE WHEN price > 1000 THEN 'red' ELSE '' END",
    }),
    field("Share", {
      formatType = "number", formatPattern = "0.0 %", liveUpdate = "#true", validationFormula = "value <= 1",
      hiddenPath = "= copies > 1 AND share < 1",
    }),
    field("Phone", {
      formatType = "masked", formatPattern = "(###) ###-####", validationRequired = "#true",
      validationMessage = "%The number needs ten digits.",
    }),
    field("Due", { formatType = "date", formatPattern = "d. MMMM yyyy", instantValidation = "#true" }),
    field("Copies", {}),
    field("Code", {
      formatType = "masked", formatPattern = "XX-00", enabledPath = "= copies > 1",
      validationFormula = "value <> 'AA00'",
    }),
    okit.ModelTableCell { path = "#Total", detailPath = "= price * copies",
      formatType = "number", formatPattern = "#,##0.0" },
  } } },
})

-- The same fields where a cell writes at once.
okit.ModelDetailTableController:extend("detail", {
  contextPath = "orders[0]", editAlways = "#true",
  sections = { { cells = {
    field("Price", { formatType = "number", formatPattern = "#,##0.00", validationFormula = "value < 5000" }),
    field("Share", { formatType = "number", formatPattern = "0.0 %" }),
    field("Phone", { formatType = "masked", formatPattern = "(###) ###-####", liveUpdate = "#false" }),
  } } },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "form" })

-- Cells with the formats of the application. The patterns are localized texts: an amount is `$1,234.50` in English and
-- `1.234,50 €` in German.

local okit = require "okit"

local money = { formatType = "number", formatPattern = "= [%money pattern]" }
local percent = { formatType = "number", formatPattern = "0.# %" }
local date = { formatType = "date", formatPattern = "= [%date pattern]" }

return {
  Amount = okit.ModelTableCell:extend("AmountCell", money),
  Date = okit.ModelTableCell:extend("DueCell", date),
  MoneyField = okit.ModelTextCell:extend("MoneyField", money),
  PercentField = okit.ModelTextCell:extend("PercentField", percent),
  DateField = okit.ModelTextCell:extend("DateField", date),
}

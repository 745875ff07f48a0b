-- The application of formats_test.lua: cells with number formats, date formats and masks.
local okit = require "okit"
local t = okit.types

local Order = okit.ModelEntity:extend("Order", {
  name = "Rent", price = 1234.5, copies = 3, share = 0.125, due = t.date, since = "2020-01-31", moment = "",
  phone = "8085551212", code = "ab12", amount = "99.5", pattern = "0.0", kind = "number", maybe = t.optional(t.float),
})
function Order:touch() self.copies = self.copies + 1 end
local Orders = okit.Model:extend("Orders", { orders = t.list(Order) })
local orders = okit.Model.register(Orders)
if #orders.orders == 0 then orders.orders:add { due = "2020-01-31T12:00:00Z" } end

local money, day = "#,##0.00;(#,##0.00)", "dd.MM.yyyy"
local function money_cell(class, properties)
  properties.formatType, properties.formatPattern = "number", money
  return okit[class](properties)
end

okit.ModelDetailTableController:extend("home", {
  contextPath = "orders[0]", titlePath = "name", editAlways = true,
  sections = { { cells = {
    money_cell("ModelTextCell", { path = "%Price", textPath = "price" }),
    money_cell("ModelTextCell", { path = "%Amount", textPath = "amount" }),
    money_cell("ModelTextCell", { path = "%Maybe", textPath = "maybe" }),
    okit.ModelTextCell { path = "%Share", textPath = "share", formatType = "number", formatPattern = "0.0 %" },
    okit.ModelTextCell { path = "%Copies", textPath = "copies", formatType = "number", formatPattern = "#,##0" },
    okit.ModelTextCell { path = "%Due", textPath = "due", formatType = "date", formatPattern = day },
    okit.ModelTextCell { path = "%Since", textPath = "since", formatType = "date", formatPattern = "d. MMMM yyyy" },
    okit.ModelTextCell { path = "%Phone", textPath = "phone", formatType = "masked", formatPattern = "(###) ###-####" },
    okit.ModelMultilineCell { path = "%Code", textPath = "code", formatType = "masked", formatPattern = "XX-00" },
    money_cell("ModelTableCell", { path = "name,price,#5,copies", detailPath = "price" }),
    money_cell("ModelStepperCell", { path = "%Stepper", valuePath = "copies" }),
    money_cell("ModelSliderCell", { path = "%Slider", valuePath = "price", maxValuePath = "#5000" }),
    okit.ModelDateCell { path = "%Day", datePath = "due", formatType = "date", formatPattern = "EEE d.M.yy H:mm" },
    okit.ModelTableCell { path = "%Call", detailPath = "phone", formatType = "masked", formatPattern = "### ### ####" },
    okit.ModelTableCell { path = "phone", formatType = "#masked", formatPattern = "###-###-####" },
    okit.ModelTableCell {
      path = "%Computed", detailPath = "price",
      formatType = function(order) return order.kind end, formatPattern = function(order) return order.pattern end,
    },
    money_cell("ModelLabel", { textPath = "price" }),
    money_cell("ModelButton", { titlePath = "price,#EUR", tapPath = "touch()" }),
  } } },
})

-- Reported at the start.
if okit.arguments[1] == "wrong" then
  okit.ModelDetailTableController:extend("wrong", {
    contextPath = "orders[0]",
    sections = { { cells = {
      okit.ModelTableCell { path = "price", formatType = "nmber", formatPattern = "0" },
      okit.ModelTableCell { path = "price", formatType = "number",
        formatPattern = "#,##0.00;#.#.#" },
      okit.ModelTableCell { path = "due", formatType = "date",
        formatPattern = "yyyy-MM-dd'T" },
      okit.ModelTableCell { path = "due", formatType = "date",
        formatPattern = "dddd" },
      okit.ModelTableCell { path = "due", formatType = "date" },
      okit.ModelTableCell { path = "due", formatPattern = "yyyy" },
      okit.ModelLabel { textPath = "price", formatType = "number",
        formatPattern = "0,,0" },
    } } },
  })
end

okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "home" })

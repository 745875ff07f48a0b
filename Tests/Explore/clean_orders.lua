-- No fault: references that restrict, a form, a sheet, rows in a detail.
local okit = require "okit"
local t = okit.types
local Product = okit.ModelEntity:extend("Product", { name = "", price = 5, kind = t.enum { "tool", "book", "toy" } })
local Line = okit.ModelEntity:extend("Line", { product = t.ref("Product", { onDelete = "restrict" }), pieces = 1 })
local Order = okit.ModelEntity:extend("Order", {
  name = "", lines = t.list(Line), due = t.day, paid = false,
  total = t.computed(function(order)
    local sum = 0
    for _, line in ipairs(order.lines) do
      local product = line.product.ref
      sum = sum + line.pieces * (product and product.price or 0)
    end
    return sum
  end),
})
local Shop = okit.Model:extend("Shop", { products = t.list(Product), orders = t.list(Order), begun = false })
function Order:pay() self.paid = true end
function Order:addLine()
  local choices = {}
  for _, product in ipairs(self.model.products) do
    choices[#choices + 1] = { title = product.name .. "!", tap = function() self.lines:add { product = product } end }
  end
  choices[#choices + 1] = { title = "Cancel", style = "cancel" }
  okit.sheet { title = "Product", actions = choices }
end
okit.Model.initialize(function()
  local m = okit.Model.register(Shop)
  if not m.begun then
    m.begun = true
    m.products = { { name = "Saw", price = 20 }, { name = "Emma", price = 8, kind = "book" } }
  end
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Order", dataPath = "orders", titlePath = "#Orders",
  addName = "name", searchPath = "name",
  left = { okit.ModelBarButtonItem { title = "#Products", segue = "products" } }, reorder = "#true",
  moreActions = { { name = "#Pay", tap = "pay()", enabled = "!paid" }, { name = "#Copy",
    tap = function(o) o.model.orders:add { name = o.name .. " copy" } end } }, more = true,
  cell = okit.ModelTableCell { path = "name", detailPath = "total", segue = "order" } })
okit.ModelListTableController:extend("products", { type = "Product", dataPath = "products", titlePath = "#Products",
  addName = "name", rowSort = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "price", segue = "product" } })
okit.ModelForm:extend("product", { titlePath = "name", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name", validationRequired = true },
  okit.ModelTextCell { path = "#Price", textPath = "price", validationFormula = "value >= 0 and value <= 1000" },
  okit.ModelSegmentCell { path = "#Kind", selectIndexPath = "kind" } } } } })
okit.ModelDetailTableController:extend("order", { titlePath = "name",
  toolbar = { okit.ModelBarButtonItem { title = "#Add line", tap = "addLine()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelDateCell { path = "#Due", datePath = "due" },
    okit.ModelSwitchCell { path = "#Paid", onPath = "paid" }, okit.ModelTableCell { path = "#Total",
      detailPath = "total" } } },
    { header = "#Lines", dataPath = "lines", add = "#false",
      cell = okit.ModelStepperCell { path = "product/ref/name", valuePath = "pieces", minValuePath = "#1" } } } })

-- The model: products, customers, and orders with their lines. Formulas compute the amounts.

local okit = require "okit"
local t = okit.types

-- Returns a computed property with the value of a formula.
local function formula(text)
  return t.computed(function(self) return self:get(text) end)
end

local Product = okit.ModelEntity:extend("Product", {
  name = "<New Product>",
  number = "",
  kind = t.enum { "book", "food", "service" },
  unit = t.enum { "piece", "kg", "hour" },
  price = t.double,
  stock = 0,
  capacity = 100,
  picture = "",                                             -- the bytes as Base64
  about = "",                                               -- HTML
  page = "",
  -- A service has no stock.
  isAvailable = formula "= kind = 'service' OR stock > 0",
})

local Customer = okit.ModelEntity:extend("Customer", {
  name = "<New Customer>",
  kind = t.enum { "regular", "partner", "staff" },
  country = "US",
  phone = "",
  postalCode = "",
  email = "",
  newsletter = false,
  since = t.date,
  terms = t.enum({ "0 days", "14 days", "30 days" }, { default = "14 days" }),
  creditLimit = t.double(1000),
})

-- Every store checks the customers that have changed, too.
Customer.strict = true

function Customer:validate()
  if self.newsletter and self.email == "" then
    return { newsletter = okit.localized "The newsletter needs an e-mail address." }
  end
end

-- Deleting a customer with orders is not possible.
function Customer:hasOrders()
  return self.model.orders:find(function(order) return order.customer.refKey == self.id end) ~= nil
end

-- A line keeps the name and the price of its product, which may change later.
local Line = okit.ModelEntity:extend("Line", {
  product = t.ref("Product", { onDelete = "keep" }),
  name = "",
  kind = "book",
  price = t.double,
  quantity = 1,
  rebate = t.double,
  total = formula "= round(price * quantity * (1 - rebate), 2)",
  -- Books and food have the reduced rate.
  tax = formula "= total * CASE WHEN kind IN ('book', 'food') THEN [/reducedTax] ELSE [/tax] END",
  -- The name, while there are too few in stock.
  missing = formula "= CASE WHEN kind <> 'service' AND quantity > product.ref.stock THEN name END",
})

local Order = okit.ModelEntity:extend("Order", {
  number = 0,
  customer = t.ref("Customer", { onDelete = "restrict" }),
  date = t.date,
  status = t.enum { "open", "shipped", "paid" },
  delivery = t.enum { "standard", "express", "pickup" },
  address = t.optional(t.string),
  lines = t.list(Line),
  isOpen = formula "= status = 'open'",
  due = formula "= date + 86400 * CAST(customer.ref.terms AS INTEGER)",
  isOverdue = formula "= status <> 'paid' AND julianday(due) < julianday('now')",
  net = formula "= lines.@sum.total",
  -- Partners and staff have a rate of their own, all others one for large orders.
  discountRate = formula [[= CASE customer.ref.kind
    WHEN 'partner' THEN 0.1
    WHEN 'staff' THEN 0.25
    ELSE CASE WHEN net >= 500 THEN 0.05 ELSE 0 END
  END]],
  discount = formula "= round(net * discountRate, 2)",
  shipping = formula [[= CASE
    WHEN delivery = 'express' THEN 9.9
    WHEN delivery = 'standard' AND net < 100 THEN 4.9
    ELSE 0
  END]],
  tax = formula "= round([lines.@sum.tax] * (1 - discountRate) + shipping * [/tax], 2)",
  total = formula "= round(net - discount + shipping + tax, 2)",
})

-- A new order gets the next number; one that was loaded has a number.
function Order:managed()
  if self.number ~= 0 then return end
  local office = self.model
  self.number = office.nextNumber
  office.nextNumber = office.nextNumber + 1
end

function Order:validate()
  local messages = {}
  if #self.lines == 0 then
    messages.lines = okit.localized "The order has no lines."
  end
  for _, line in ipairs(self.lines) do
    if line.missing then messages.lines = okit.localized("Not enough in stock: %s.", line.missing) end
  end
  if self:getBool "= total > customer.ref.creditLimit" then
    messages.total = okit.localized "The total exceeds the credit limit."
  end
  return messages
end

function Order:addLine(product, quantity)
  self.lines:add {
    product = product, name = product.name, kind = product.kind, price = product.price, quantity = quantity,
  }
end

function Order:ship()
  self.status = "shipped"
  for _, line in ipairs(self.lines) do
    local product = line.product.ref
    if product and line.kind ~= "service" then product.stock = product.stock - line.quantity end
  end
end

function Order:pay() self.status = "paid" end

local Office = okit.ModelSQLite:extend("Office", {
  products = t.list(Product),
  customers = t.list(Customer),
  orders = t.list(Order),
  tax = t.double(0.19),
  reducedTax = t.double(0.07),
  nextNumber = 1001,
  filled = false,
})

-- Fills a new office with the entries of `sample.lua`.
function Office:fill(sample)
  for _, product in ipairs(sample.products) do self.products:add(product) end
  for _, customer in ipairs(sample.customers) do self.customers:add(customer) end
  for _, row in ipairs(sample.orders) do
    local order = self.orders:add { customer = row.customer, date = row.date, status = row.status }
    for _, line in ipairs(row.lines) do order:addLine(okit.Model.entity(line[1]), line[2]) end
  end
  self.filled = true
end

return { Office = Office }

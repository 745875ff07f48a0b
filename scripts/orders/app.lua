-- Orders: customers, products, and orders with lines, in forms with formulas, formats, masks and validation. The model
-- is a database (`--documents DIR`).

local okit = require "okit"
local model = require "model"
require "screens.orders"
require "screens.customers"
require "screens.products"

okit.Model.initialize(function()
  local office = okit.Model.register(model.Office)
  okit.Model.state(function() okit.Model.store(office) end)
  -- Only the first start creates the sample: an office whose entries were all deleted stays empty.
  if not office.filled then office:fill(require "sample") end
end)

okit.TabBarController:extend("home", {
  tabs = {
    { title = "%Orders", root = "orders", badgePath = "= nullif([orders.@sum.isOpen], 0)" },
    { title = "%Customers", root = "customers" },
    { title = "%Products", root = "products" },
  },
})

okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

-- The application of the tests of leaving forms; its argument is the first screen, "orders" without one.
local okit = require "okit"
local t = okit.types

local Order = okit.ModelEntity:extend("Order", { customer = "Emma", copies = 1, discount = t.optional(t.double) })
function Order:validate()
  if self.copies > 10 and self.discount == nil then return { discount = "Many copies need a discount." } end
end
local shop = okit.Model.register(okit.Model:extend("Shop", { orders = t.list(Order) }))
if #shop.orders == 0 then shop.orders = { { id = "first" }, { id = "second", customer = "Knightley" } } end

local Button, Text = okit.ModelBarButtonItem, okit.ModelTextCell

okit.ModelForm:extend("form", {
  editAlways = "#true", titlePath = "customer",
  sections = { { cells = {
    Text { path = "#Customer", dataPath = "customer", validationRequired = true },
    Text { path = "#Copies", dataPath = "copies" },
    Text { path = "#Discount", dataPath = "discount" },
  } } },
  right = {
    Button { title = "#Close", tap = function(_, form) form:close() end },
    Button { title = "#Back", tap = function() okit.back() end },
    Button { title = "#Add", tap = function(_, form) shop.orders:add(form:getDataModel()) end },
    Button { title = "#Remove", tap = function(order) shop.orders:remove(order) end },
    -- Makes so much garbage that Lua collects it.
    Button { title = "#Collect", tap = function()
      local text = ""
      for index = 1, 5000 do text = text .. index end
    end },
  },
})

-- A form whose context is the order that comes first.
okit.ModelForm:extend("front", {
  contextPath = "orders[0]", editAlways = "#true", titlePath = "customer",
  sections = { { cells = {
    Text { path = "#Customer", dataPath = "customer", validationRequired = true },
    Text { path = "#Copies", dataPath = "copies" },
  } } },
  right = { Button { title = "#Swap", tap = function() shop.orders:move(1, 2) end } },
})

okit.ModelListTableController:extend("orders", {
  dataPath = "orders", add = "#false", cell = okit.ModelTableCell { path = "customer", segue = "form" },
  right = {
    Button { title = "#Present", tap = function() okit.present("form", shop.orders[1]) end },
    Button { title = "#New", tap = function() okit.present("form", Order { customer = "Weston" }) end },
  },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "orders" })

-- Fields of a form that a test of keys, formats and explanations uses; its argument is the first screen.
local okit = require "okit"
local t = okit.types

local Order = okit.ModelEntity:extend("Order", {
  customer = "Emma", copies = 1, price = 1.5, picture = "cover.png", page = "https://example.com/a",
})
local Shop = okit.Model:extend("Shop", { orders = t.list(Order) })
local shop = okit.Model.register(Shop)
if #shop.orders == 0 then shop.orders = { {} } end

local Picture = okit.ModelImageCell:extend "Picture"
function Picture:getValue() return "small-" .. self.super.getValue(self) end
local Page = okit.ModelWebCell:extend "Page"
function Page:getValue() return "https://example.com/b" end

okit.ModelForm:extend("form", {
  contextPath = "orders[0]", editAlways = true,
  sections = { { cells = {
    okit.ModelTextCell { path = "#Customer", dataPath = "customer", validationRequired = true },
    okit.ModelTextCell { path = "#Next", dataPath = "copies", validationFormula = "max(0, clamp(1, value)) = value" },
    okit.ModelTextCell { path = "#Price", dataPath = "price", formatType = "number", formatPattern = "0.00" },
    Picture { path = "#Picture", valuePath = "picture" },
    Page { path = "#Page", valuePath = "page" },
  } } },
})
okit.extend("Number", { clamp = function(least, value) return math.max(least, value) end })
okit.ModelDetailTableController:extend("detail", {
  sections = { { cells = { okit.ModelTableCell { path = "customer" } } } },
})

okit.ModelDetailTableController:extend("comma", {
  sections = { { cells = { okit.ModelTableCell { path = "%More than 10,000" } } } },
})

function Shop:create() okit.present("detail", Order {}) end
function Shop:create_and_add()
  local order = Order { customer = "Anne" }
  okit.present("detail", order)
  shop.orders:add(order)
end

okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "form" })

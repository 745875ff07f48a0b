-- The application of validity_test.lua: bindings of forms that ask whether all fields are valid.
local okit = require "okit"
local t = okit.types
local case = okit.arguments[1] or "form"
local Text, Button = okit.ModelTextCell, okit.ModelBarButtonItem

local Order = okit.ModelEntity:extend("Order", {
  customer = "", copies = 1, password = "", again = "", company = false, vat = "", discount = t.optional(t.double),
})
function Order:validate()
  okit.log.info "validate"
  if self.copies > 10 and self.discount == nil then return { discount = "Many copies need a discount." } end
end
function Order:reset() self.copies = 5 end
function Order:clear() self.customer = "" end
function Order:fill() self.customer = "Jane" end

local Own = Order:extend("Own", {})
function Own:valid() return "its own" end

local shop = okit.Model.register(okit.Model:extend("Shop", { orders = t.list(Order) }))
okit.Model.state(function() okit.Model.store(shop) end)
if #shop.orders == 0 then shop.orders:add((case == "own" and Own or Order) {}) end

local fields = {
  Text { path = "#Customer", dataPath = "customer", validationRequired = "#true" },
  Text { path = "#Copies", dataPath = "copies", validationFormula = "value > 0" },
  okit.ModelSwitchCell { path = "#Company", dataPath = "company" },
  Text { path = "#VAT", dataPath = "vat", validationRequired = "#true", hiddenPath = "!company" },
  Text { path = "#Password", dataPath = "password" },
  Text { path = "#Again", dataPath = "again", validationFormula = "value = password" },
  Text { path = "#Discount", dataPath = "discount" },
  Text { path = "#Number", dataPath = "copies", validationFormula = function(order, value)
    okit.log.info("formula of " .. order.type)
    return tonumber(value) ~= 13
  end },
  okit.ModelTableCell { path = "= CASE WHEN valid() THEN 'ready' ELSE 'not ready' END", detailPath = "valid()" },
  okit.ModelButton { titlePath = "#Send", tapPath = "reset()", enabledPath = "valid()" },
}

local properties = {
  contextPath = "/orders[0]", editAlways = "#true", titlePath = "#Order", promptPath = "!valid()",
  subTitlePath = "= CASE WHEN valid() AND copies > 1 THEN 'several' ELSE [valid()] END",
  sections = { { cells = fields } },
  left = { Button { title = "#Hint", showPath = "!valid()", tap = "reset()" } },
  right = {
    Button { title = "#Save", enabledPath = "valid()", submit = "#true", tap = function() okit.log.info "saved" end },
  },
  toolbar = {
    Button { title = "#Reset", tap = "reset()" }, Button { title = "#Clear", tap = "clear()" },
    Button { title = "#Fill", tap = "fill()" },
    Button { title = "#Fail", tap = function(order)
      order:reset()
      error "failed"
    end },
    Button { title = "#Reset and close", tap = function(order, form)
      order:reset()
      form:close()
    end },
  },
}
-- Fields of which `valid()` decides whether they are shown and enabled.
if case == "following" then
  local name = Text { path = "#Customer", dataPath = "customer", validationRequired = "#true" }
  properties.sections = {
    { cells = {
      name,
      Text { path = "#Enabled", dataPath = "vat", enabledPath = "valid()", validationRequired = "#true" },
      Text {
        path = "= CASE WHEN valid() THEN 'Shown' ELSE 'Hidden' END", dataPath = "vat", hiddenPath = "= NOT valid()",
      },
      Text { path = "#Read-only", dataPath = "vat", readOnly = "!valid()" },
      okit.ModelSwitchCell { path = "#Choice", dataPath = "company", enabledPath = "= iif(valid(), 1, 0)" },
      okit.ModelTableCell { path = "#Row", enabledPath = "valid()" },
    } },
    { header = "#Section", showEdit = "valid()", cells = { Text { path = "#Inside", dataPath = "password" } } },
  }
end
if case == "wrong" then
  okit.ModelListTableController:extend("home", { dataPath = "orders", titlePath = "valid()" })
elseif case == "detail" then
  okit.ModelDetailTableController:extend("home", properties)
elseif case == "opened" then
  okit.ModelForm:extend("form", properties)
  okit.ModelListTableController:extend("home", {
    dataPath = "orders", cell = okit.ModelTableCell { path = "customer", segue = "form" },
  })
else
  okit.ModelForm:extend("home", properties)
end

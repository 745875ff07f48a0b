-- The application of the tests of forms; its argument is the first screen, "form" without one.
local okit = require "okit"
local t = okit.types

local Order = okit.ModelEntity:extend("Order", {
  customer = "Emma", email = t.optional(t.string), note = "", copies = 1, discount = t.optional(t.double), gift = false,
  size = t.enum { "small", "large" }, due = t.optional(t.date), minimum = 0, mode = "",
})
local Shop = okit.Model:extend("Shop", { orders = t.list(Order), mode = "" })
local shop = okit.Model.register(Shop)
okit.Model.state(function() okit.Model.store(shop) end)
if #shop.orders == 0 then
  shop.orders = { { id = "first" }, { id = "second", customer = "Knightley", copies = 5 } }
end

-- A function that formulas call.
okit.extend("String", { hasAt = function(text) return text:find("@", 1, true) ~= nil end })

-- What `validate` does is decided by the model, so that a test can make it hostile.
function Order:validate()
  local mode = shop.mode
  if mode == "error" then error("validate failed") end
  if mode == "wait" then okit.sleep(1) end
  if mode == "remove" then shop.orders:remove(self) end
  if mode == "write" then self.note = "written" end
  if mode == "number" then return 5 end
  if mode == "list" then return { "wrong" } end
  if mode == "unknown" then return { copie = "wrong" } end
  if mode == "flag" then return { copies = true } end
  if mode == "bytes" then return { copies = "\255" } end
  if mode == "other" then return { minimum = "The minimum is wrong." } end
  if self.copies > 10 and self.discount == nil then return { discount = "Many copies need a discount." } end
end

local Form = okit.ModelForm
local Text, Switch, Stepper = okit.ModelTextCell, okit.ModelSwitchCell, okit.ModelStepperCell

local function cells()
  return {
    Text { path = "#Customer", dataPath = "customer", validationRequired = true,
      onEndEdit = function(order, _, valid)
        okit.log.info(("customer %s %s"):format(order.customer, tostring(valid)))
      end },
    Text { path = "#E-mail", dataPath = "email", validationFormula = "hasAt(value)",
      validationMessage = "%The e-mail address needs an @." },
    Text { path = "#Copies", dataPath = "copies",
      validationFormula = "= value > minimum" },
    Text { path = "#Discount", dataPath = "discount", validationFormula = "value BETWEEN 0 AND 1" },
    okit.ModelMultilineCell { path = "#Note", dataPath = "note", closeOnReturn = "#true" },
    Switch { path = "#Gift", dataPath = "gift" },
    Stepper { path = "#Pieces", dataPath = "copies" },
    okit.ModelSegmentCell { path = "#Size", dataPath = "size" },
    okit.ModelDateCell { path = "#Due", dataPath = "due", modePath = "#1" },
  }
end

Form:extend("form", {
  contextPath = "orders[0]", titlePath = "customer", sections = { { header = "#Order", cells = cells() } },
  right = {
    okit.ModelBarButtonItem { title = "#Save", submit = true, tap = function() okit.log.info "saved" end },
    okit.ModelBarButtonItem { title = "#Revert", tap = function(_, form) form:refreshDisplay(false) end },
    okit.ModelBarButtonItem { title = "#Keep", tap = function(_, form) form:refreshDisplay(true) end },
    okit.ModelBarButtonItem { title = "#Check", tap = function(_, form)
      local ok, errors = form:validate()
      okit.log.info(tostring(ok))
      for _, invalid in ipairs(errors) do
        okit.log.info(("%s %s: %s"):format(invalid.label, tostring(invalid.property), invalid.message))
      end
    end },
    okit.ModelBarButtonItem { title = "#Second", tap = function(_, form)
      form:setDataModel(shop.orders[2])
      okit.log.info(form:getDataModel().customer)
    end },
    okit.ModelBarButtonItem { title = "#Close", tap = function(_, form) form:close() end },
    okit.ModelBarButtonItem { title = "#Fail", submit = true, tap = function() error("the tap failed") end },
  },
})

Form:extend("entity", { editAlways = "#true", titlePath = "customer", sections = { { cells = {
  Text { path = "#Customer", dataPath = "customer", validationRequired = true },
  Text { placeholder = "#Note", dataPath = "note", liveUpdate = true, instantValidation = true,
    validationFormula = function(_, value) return #value < 5 end },
  Text { path = "#Copies", dataPath = "copies", instantValidation = true },
} } } })

okit.ModelListTableController:extend("orders", {
  dataPath = "orders", cell = okit.ModelTableCell { path = "customer", segue = "entity" },
})

-- A detail controller that is no form.
okit.ModelDetailTableController:extend("detail", { contextPath = "orders[0]", sections = { { cells = {
  Text { path = "#Customer", textPath = "customer", validationRequired = true },
  Text { path = "#Plain", textPath = "copies" },
  Text { path = "#Held", textPath = "note", liveUpdate = "#false", showDoneButton = "#true" },
  okit.ModelButton { titlePath = "#Send", submit = true, tapPath = function() okit.log.info "sent" end },
  okit.ModelTableCell { path = "#Go", submit = true, tapEdit = function() okit.log.info "gone" end },
} } } })

okit.ModelListTableController:extend("list", { dataPath = "orders",
  cell = Text { path = "id", textPath = "customer", validationRequired = true } })

-- Keyboards.
Form:extend("keys", {
  contextPath = "orders[0]", editAlways = "#true",
  previousButtonText = "#Up", nextButtonText = "#Down", doneButtonText = "#Ready", cancelButtonText = "#Drop",
  nextButtonImage = "#arrow",
  sections = {
    { cells = {
      Switch { path = "#Gift", dataPath = "gift" },
      Text { path = "#Customer", dataPath = "customer" },
      Text { path = "#Hidden", dataPath = "email", showEdit = "#false" },
      Text { path = "#Fixed", dataPath = "mode", readOnly = true },
      Text { path = "#Note", dataPath = "note", showPrevNextButtons = "#false" },
      Text { path = "#Mode", dataPath = "mode", showDoneButton = "#false", closeOnReturn = "#false" },
    } },
    { showEdit = "#false", cells = { Text { path = "#Never", dataPath = "email" } } },
  },
})

-- A form whose fields a formula of the script cannot validate.
Form:extend("broken", { contextPath = "orders[0]", editAlways = "#true", sections = { { cells = {
  -- okit: ignore binding.function
  Text { path = "#Unknown", dataPath = "customer", validationFormula = "nothing(value)" },
  Text { path = "#Error", dataPath = "note", validationFormula = function() error("formula failed") end },
  Text { path = "#Wait", dataPath = "email", validationFormula = function() okit.sleep(1) return true end },
  Text { path = "#Number", dataPath = "mode", validationFormula = function() return 5 end },
} } } })

local home = okit.arguments[1] or "form"

-- Two thousand fields take time to create.
if home == "many" then
  local calls = 0
  okit.extend("String", { isCounted = function(text)
    calls = calls + 1
    return text ~= "wrong"
  end })
  local many = {}
  for index = 1, 2000 do
    many[index] = Text { path = "#Field " .. index, dataPath = "note", validationFormula = "isCounted(value)" }
  end
  Form:extend("many", {
    contextPath = "orders[0]", editAlways = "#true", sections = { { cells = many } },
    right = { okit.ModelBarButtonItem { title = "#Count", tap = function() okit.log.info(tostring(calls)) end } },
  })
end
okit.ModelApplicationController:extend("app", { homeIdentifier = home })

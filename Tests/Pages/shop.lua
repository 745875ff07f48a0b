-- A small shop, for traces with pages.

local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "", stock = 0, price = 0, open = true })
local Sale = okit.ModelEntity:extend("Sale", { name = "", price = 0 })
local Shop = okit.Model:extend("Shop", { items = t.list(Item), sales = t.list(Sale) })

function Item:left() return self.stock .. " left" end

-- Sells one piece. The last one is sold after a question.
function Item:sell()
  if self.stock == 1 then
    local actions = { { title = "Sell" }, { title = "Cancel" } }
    local answer = okit.alert { title = "Sell the last one?", actions = actions }:wait()
    if answer ~= "Sell" then return end
  end
  self.stock = self.stock - 1
  okit.log.info("sold " .. self.name)
  okit.Model.get().sales:add(Sale { name = self.name, price = self.price })
end

function Shop:sold()
  local total = 0
  for _, sale in ipairs(self.sales) do total = total + sale.price end
  return "Sold for " .. total .. " EUR"
end

okit.Model.initialize(function() okit.Model.register(Shop) end)

okit.ModelListTableController:extend("items", {
  type = "Item", dataPath = "items", titlePath = "%Items", subTitlePath = "sold()",
  quickName = "%Sell", quickTap = "sell()", searchPath = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "left()", segue = "item" },
})

okit.ModelDetailTableController:extend("item", {
  titlePath = "name", subTitlePath = "left()",
  sections = { { header = "%Article", cells = {
    okit.ModelTextCell { path = "%Name", textPath = "name", placeholder = "%Name" },
    okit.ModelStepperCell { path = "stock", valuePath = "stock" },
    okit.ModelSwitchCell { path = "%For sale", onPath = "open" },
  } } },
})

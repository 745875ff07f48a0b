-- Planted (error): a sequence over five screens. After Cancel on the last one, the next order has no draft there.
local okit = require "okit"
local t = okit.types

local Draft = okit.ModelEntity:extend("Draft", { name = "", gift = false, size = 1, express = false })
local Shop = okit.Model:extend("Shop", { draft = t.optional(Draft), orders = 0 })
local cancelled = false

local function step(number)
  return function(shop) okit.navigate("step" .. number, shop) end
end

function Shop:begin()
  self.draft = Draft { name = "order" }
  step(1)(self)
end
function Shop:next2() step(2)(self) end
function Shop:next3() step(3)(self) end
function Shop:next4() step(4)(self) end
function Shop:next5()
  step(5)(self)
  if cancelled then self.draft = nil end
end
function Shop:cancel() okit.navigateToHome() end
function Shop:cancelLast()
  cancelled = true
  okit.navigateToHome()
end
function Shop:finish()
  self.orders = self.orders + (self.draft.express and 2 or 1) -- fault
  -- corrected: self.orders = self.orders + (self.draft and self.draft.express and 2 or 1)
  okit.navigateToHome()
end

okit.Model.initialize(function() okit.Model.register(Shop) end)

local function button(title, tap) return okit.ModelBarButtonItem { title = title, tap = tap } end

okit.ModelDetailTableController:extend("home", {
  titlePath = "#Shop", right = { button("#Order", "begin()") },
  sections = { { cells = { okit.ModelTableCell { path = "#Orders", detailPath = "orders" } } } },
})
local cells = {
  okit.ModelTextCell { path = "#Name", textPath = "draft.name" },
  okit.ModelSwitchCell { path = "#Gift", onPath = "draft.gift" },
  okit.ModelStepperCell { path = "#Size", valuePath = "draft.size", minValuePath = "#1", maxValuePath = "#5" },
  okit.ModelSwitchCell { path = "#Express", onPath = "draft.express" },
  okit.ModelTableCell { path = "#Order", detailPath = "draft.name" },
}
for number = 1, 5 do
  okit.ModelDetailTableController:extend("step" .. number, {
    titlePath = "#Step", editAlways = "#true",
    left = { button("#Cancel", number == 5 and "cancelLast()" or "cancel()") },
    right = { button("#Next", number == 5 and "finish()" or ("next%d()"):format(number + 1)) },
    sections = { { cells = { cells[number] } } },
  })
end
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

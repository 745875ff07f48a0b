-- Strict classes: one that says so, one that inherits it, and one that does not want it.
local okit = require "okit"
local t = okit.types

local Line = okit.ModelEntity:extend("Line", { copies = 1 })
local Gift = Line:extend("Gift", {})
local Draft = Line:extend("Draft", {})
local classes = { Line = Line, Gift = Gift, Draft = Draft }
function Line:validate()
  if self.copies < 1 then return { copies = "At least one." } end
end
Line.strict = true
Draft.strict = false

local Shop = okit.Model:extend("Shop", { lines = t.list(Line) })
local shop = okit.Model.register(Shop)
local log = okit.Model.register(okit.Model:extend("Log", { text = "" }), "log")

local function button(title, tap) return okit.ModelBarButtonItem { title = "#" .. title, tap = tap } end

local function adding(class)
  return button(class, function() shop.lines:add(classes[class] { id = class, copies = 0 }) end)
end

okit.ModelDetailTableController:extend("home", {
  sections = {}, left = { adding "Line", adding "Gift", adding "Draft" },
  right = {
    button("Store", function() okit.Model.store(shop) end),
    button("Store all", function()
      log.text = "changed"
      okit.Model.storeState()
    end),
    button("Correct", function()
      for _, line in ipairs(shop.lines) do line.copies = 1 end
    end),
  },
})

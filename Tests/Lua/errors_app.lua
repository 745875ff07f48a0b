-- The application of errors_test.lua: errors raised by its functions list their callers.
local okit = require "okit"
local t = okit.types

okit.extend("Number", { vat = function(n, rate) return n * rate.x end })

Made = okit.ModelEntity:extend("Made", { name = "" })

local Book = okit.ModelEntity:extend("Book", {
  name = "", price = t.float(2),
  limited = t.float(0, { didSet = function() error("it is limited") end }),
  broken = t.computed(function(self) return self.name.x.y end),
  greedy = t.computed(function(self)
    self.price = self.price + 1
    return self.price
  end),
  own = t.computed(function(self)
    local made = Made { name = "made" }
    made.name = made.name .. " here"
    return made.name
  end),
})
function Book:fail() error("it fails") end
function Book:outer() self:call("fail()") end
function Book:read() return self:get("price/vat(#1)") end
function Book:invalidated(key) if self.name == "hook" then error("no " .. key) end end

function Book:far() self:call("near()") end
function Book:near() return self:get("price/halfway") end
okit.extend("Number", {
  halfway = function() return okit.Model.get().books[1]:get("price/vat(#1)") end,
})

local Shop = okit.Model:extend("Shop", { books = t.list(Book) })
local shop = okit.Model.register(Shop)
shop.books:add { name = "A" }

local function fail_as(text) return function() error(text) end end
okit.ModelListTableController:extend("books", {
  type = "Book", dataPath = "books", titlePath = "%Books", more = true, deletePrompt = false,
  moreActions = { { name = "#Binding", tap = "fail()" }, { name = "#Function", tap = fail_as("as a function") } },
  quickName = "#Quick", quickTap = fail_as("quick"), titleTap = fail_as("title"),
  cell = okit.ModelTableCell { path = "name", detailPath = "price/vat(#1)", tap = fail_as("cell") },
  right = {
    okit.ModelBarButtonItem { title = "#Button", tap = fail_as("button") },
    okit.ModelBarButtonItem { title = "#Far", tap = "books[0]/far()" },
  },
})

-- Writes that tell nobody, and what is shown of them.
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { name = "Dune", marked = false })
local Shop = okit.Model:extend("Shop", { name = "Shop", books = t.list(Book), log = "" })

local shop
okit.Model.initialize(function() shop = okit.Model.register(Shop) end)
shop.books:add(Book {})
shop:observe("name", function(new) shop.log = shop.log .. new .. " " end)

function Shop:rename(name)
  self:set("name", name, { suppressInvalidate = true })
  self.books[1]:callSet("name", name, { suppressInvalidate = true })
end

okit.ModelListTableController:extend("home", {
  titlePath = "name", subTitlePath = "%Name: ,name", promptPath = "name", dataPath = "books",
  left = { okit.ModelBarButtonItem { title = "name", tap = function() end } },
  cell = okit.ModelTableCell { path = "name", detailPath = "/name" },
})

-- The application of endpoint_test.lua: a model on a server.
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { name = "", price = 0.0 })
local Shop = okit.ModelHttp:extend("Shop", { motto = "", books = t.list(Book) })

local shop = okit.Model.register(Shop, "shop")
okit.Model.state(function() okit.Model.store(shop) end)

okit.ModelListTableController:extend("books", {
  contextPath = "shop>", dataPath = "books", titlePath = "#Books", type = "Book", addName = "name",
  cell = okit.ModelTableCell { path = "name" },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = "books" })

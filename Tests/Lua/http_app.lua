local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { title = "", price = 0.0 })
local Shop = okit.ModelHttp:extend("Shop", { books = t.list(Book), motto = "" })

okit.Model.register(Shop)

okit.ListController:extend("books", {
  contextPath = "default>",
  sectionsPath = "books",
  detailPath = "title",
})

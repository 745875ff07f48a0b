-- Runs a definition of the test that is wrong.
local okit = require "okit"
local Book = okit.ModelEntity:extend("Book", { name = "" })
okit.Model.register(okit.Model:extend("Shop", { books = okit.types.list(Book) }))
assert(load(okit.arguments[1]))()
okit.ModelListTableController:extend("books", { dataPath = "books", cell = okit.ModelTableCell { path = "name" } })
okit.ModelApplicationController:extend("app", {})

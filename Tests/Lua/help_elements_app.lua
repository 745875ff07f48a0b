-- A help view whose callouts are its elements.
local okit = require "okit"
local Book = okit.ModelEntity:extend("Book", { name = "" })
okit.Model.register(okit.Model:extend("Shop", { books = okit.types.list(Book) }))

okit.ModelListTableController:extend("books", {
  dataPath = "books", type = "Book", cell = okit.ModelTableCell { path = "name" },
  helpView = okit.ModelHelpView {
    { target = "Add", text = "%Adds a book" }, callouts = okit.arguments[1] and { { text = "%Twice" } },
  },
})

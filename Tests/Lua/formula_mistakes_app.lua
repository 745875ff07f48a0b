-- Mistakes in formulas that the start finds, each on a line of its own.
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { name = "", price = 1.5, released = t.date })
local Shop = okit.Model:extend("Shop", { books = t.list(Book), best = t.entity(Book) })
function Book:mark() end
okit.Model.register(Shop).books:add { name = "Emma" }

okit.ModelListTableController:extend("books", {
  dataPath = "books", segue = "book", cell = okit.ModelTableCell { path = "name" },
  quickName = "#Mark",
  quickTap = "= price * 2",
  right = {
    okit.ModelBarButtonItem { title = "#All", segue = "all" },
    okit.ModelBarButtonItem { title = "#Mark", contextPath = "books[0]",
      tap = "mark(= pric + [.])",
    },
  },
})
okit.ModelDetailTableController:extend("book", {
  sections = { { cells = {
    okit.ModelTextCell { path = "#Name",
      textPath = "= upper(name)",
    },
    okit.ModelTableCell { path = "name",
      contextPath = "= length(name)",
    },
  } } },
})
okit.ModelListTableController:extend("all", {
  dataPath = "= CASE WHEN [books.@count] THEN 'books' ELSE 'none' END",
})
okit.ModelListTableController:extend("counted", {
  dataPath = "= [/books.@count] + 1",
  cell = okit.ModelTableCell { path = "= substr(name)" },
})

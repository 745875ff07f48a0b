-- The application of formula_test.lua: formulas in every kind of property.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local Book = okit.ModelEntity:extend("Book", {
  name = "", price = t.double(0), copies = 0, marked = false, released = t.date(okit.date("2020-01-01")),
  type = t.enum { "0", "1", "2" }, labelColor = "", author = t.entity(Author), sold = 0,
})
local Shop = okit.Model:extend("Shop", { name = "Books", genres = t.list(t.string), books = t.list(Book) })

okit.extend("Number", { vat = function(price, rate) return price * (1 + rate) end })
okit.extend("String", { shout = function(text, sign) return text:upper() .. (sign or "!") end })
okit.extend(Book, { cheaper = function(book, price) return book.price < price end })
function Book:sell(count) self.copies = self.copies - count end
function Book:broken() error("broken on purpose") end

okit.Model.register(Shop)

okit.ModelListTableController:extend("books", {
  titlePath = "= name + ': ' + [books.@count] + CASE [books.@count] WHEN 1 THEN ' book' ELSE ' books' END",
  dataPath = "books", type = "Book",
  rowSort = "= price * copies, name",
  group = "= CASE WHEN price < 10 THEN 'cheap' ELSE 'expensive' END",
  searchPath = "= name || ' ' || coalesce(author.name, '')",
  quickTap = "sell(= min(copies, 2))", quickName = "#Sell",
  searchFilterPath = "= CASE WHEN copies > 0 THEN 'in stock' ELSE 'sold out' END",
  searchFilters = "#in stock, #sold out",
  cell = okit.ModelTableCell {
    path = "= name || CASE WHEN marked THEN ' *' ELSE '' END",
    detailPath = "= CASE WHEN copies = 0 THEN [%Sold out] ELSE copies || ' left' END, "
      .. "= printf('%.2f', vat(price, 0.19))",
    accyText = "= iif(cheaper([.], 5), 'Bargain', NULL)",
    segue = "book",
  },
})

okit.ModelDetailTableController:extend("book", {
  titlePath = "= shout(name, '?')",
  sections = {
    {
      cells = {
        okit.ModelTextCell { path = "#Name", textPath = "name" },
        okit.ModelStepperCell { path = "#Copies", valuePath = "copies", maxValuePath = "= 10 - [#5] / 2" },
        okit.ModelSwitchCell { path = "#Marked", onPath = "marked" },
        okit.ModelTableCell { path = "#Value", detailPath = "= round(price * copies, 1)" },
        okit.ModelTableCell { path = "#Age",
          detailPath = "= CAST((strftime('%s', 'now') - strftime('%s', released)) / 86400 "
            .. "AS INTEGER) || ' days'" },
      },
    },
  },
})

-- An application with lists whose groups and order depend on functions of a property, for group_names_test.lua.
local okit = require "okit"
local t = okit.types

local Loan = okit.ModelEntity:extend("Loan", { title = "", due = t.optional(t.day) })

local Item = okit.ModelEntity:extend("Item", { code = "" })
local Numbered = Item:extend("Numbered", { code = t.int(0) })

local Word = okit.ModelEntity:extend("Word", { text = "" })

local Library = okit.Model:extend("Library", {
  loans = t.list(Loan), items = t.list(Item), words = t.list(Word), prefix = "b",
})
local library = okit.Model.register(Library)
if #library.loans == 0 then
  library.loans:add { title = "Dune", due = "2024-06-15" }
  library.loans:add { title = "Emma", due = "2024-06-16" }
  library.loans:add { title = "Ulysses", due = "2024-06-15" }
end

-- For numbers, the function is one of the script.
okit.extend("Number", { lowercased = function(number) return library.prefix .. number end })
if #library.items == 0 then
  library.items = { Item { code = "A" }, Numbered { code = 3 }, Item { code = "C" } }
  library.words = { { text = "A" }, { text = "b" }, { text = "C" } }
end

function Library:replace()
  okit.extend("String", { lowercased = function(text) return text == library.prefix and "z" or text end })
end

function Library:show(name) okit.navigate(name) end

okit.ModelListTableController:extend("items", {
  dataPath = "items", rowSort = "code/lowercased", cell = okit.ModelTableCell { path = "code" },
})

okit.ModelListTableController:extend("words", {
  dataPath = "words", rowSort = "text/lowercased", cell = okit.ModelTableCell { path = "text" },
})

okit.ModelListTableController:extend("home", {
  type = "Loan", dataPath = "loans", rowSort = "title", group = "due", groupName = "due/formatRelativeDate",
  cell = okit.ModelTableCell { path = "title" },
})

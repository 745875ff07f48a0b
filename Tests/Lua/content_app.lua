-- Models that begin with documents beside the script.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local Cover = okit.ModelEntity:extend("Cover", { name = "" })
local Book = okit.ModelEntity:extend("Book", {
  title = "", price = t.double(0), published = t.date, author = t.ref "Author", tags = t.list(t.string),
  copies = t.map(t.int), cover = t.entity(Cover), loads = t.transient(t.int),
})
function Book:managed() self.loads = self.loads + 1 end

local Library = okit.Model:extend("Library", { motto = "", authors = t.list(Author), books = t.list(Book) })
Library.content = "content/library.json"

local Note = okit.ModelEntity:extend("Note", { text = "" })
local Notes = okit.ModelTransient:extend("Notes", { notes = t.list(Note) })
Notes.content = "content/notes.json"
local Rows = okit.ModelSQLite:extend("Rows", { notes = t.list(Note) })
Rows.content = "content/notes.json"

okit.Model.initialize(function()
  local library = okit.Model.register(Library)
  okit.Model.register(Notes, "notes")
  local rows = okit.Model.register(Rows, "rows")
  okit.Model.state(function()
    okit.Model.store(library)
    okit.Model.store(rows)
  end)
end)

okit.ModelListTableController:extend("home", {
  type = "Book", dataPath = "books", cell = okit.ModelTableCell { path = "title" },
})

-- The application of the tests of OKit's rules; its argument is the first screen.
local okit = require "okit"
local t = okit.types

local Genre = okit.ModelEntity:extend("Genre", { name = "" })
local GenreRef = okit.ModelRef:extend("GenreRef", { note = "" })
okit.ModelRef:extend("OtherRef", {})

local Book = okit.ModelEntity:extend("Book", {
  name = "", kind = "Novel", marked = false, released = t.date, shelf = 0,
  genre = t.ref "Genre", genres = t.list(t.ref "Genre"), tags = t.list(GenreRef), keys = t.list(t.string),
})
local Library = okit.Model:extend("Library", { books = t.list(Book), genres = t.list(Genre), Novel = "Fiction" })

local library = okit.Model.register(Library)
okit.Model.state(function() okit.Model.store(library) end)
if #library.books == 0 then
  for _, name in ipairs { "Fantasy", "Romance" } do library.genres:add { id = name:lower(), name = name } end
  library.books = {
    { id = "dune", name = "Dune", released = "2020-01-31T08:05:00Z", genre = "fantasy",
      tags = { { refKey = "fantasy" } } },
    { id = "cpp", name = "C++", kind = "Manual", marked = true },
  }
end
function Library:forget() self.books:clear() end
function Library:restore() okit.Model.restoreState() end
function Library:reload() okit.Model.sync() end

local List, Detail, Selection =
  okit.ModelListTableController, okit.ModelDetailTableController, okit.ModelSelectionTableController
local name = okit.ModelTableCell { path = "name" }

-- Lists.
List:extend("books", { dataPath = "books", searchPath = "name", addName = "name", deletePrompt = false, cell = name,
  more = true, moreActions = { { name = "%Mark", tap = function(book) book.marked = true end } } })
List:extend("fixed", { dataPath = "books", edit = "#false", more = true, moreActions = "%Mark", cell = name,
  moreActionsTap = function(book) book.marked = true end })
List:extend("someFixed", { dataPath = "books", editEnabled = "!marked", cell = name })
List:extend("alwaysEdited", { dataPath = "books", edit = "#false", editAlways = "#true", cell = name })
List:extend("scoped", { dataPath = "books", searchPath = "name", searchFilterPath = "kind",
  searchFilters = "Manual,Comic book,#Novel", cell = name })
List:extend("scopedByProperty", { dataPath = "books", searchFilterPath = "kind", searchFilters = { "Novel", "Manual" },
  cell = name })
local Many = List:extend("many", { dataPath = "books", rowSort = "name", cell = name })
function Many:titleValue()
  if #self.context.books < 250 then
    for index = 1, 248 do self.context.books:add { name = ("Book %03d"):format(index) } end
  end
end

-- Details.
Detail:extend("book", {
  contextPath = "books[0]", sectionHeaders = "#First,", sectionFooters = ",#Second",
  sections = {
    { header = "#Own", footer = "#Own footer", cells = {
      okit.ModelDateCell { path = "#Released", datePath = "released", modePath = "#1" },
      okit.ModelDateCell { path = "#At", datePath = "released", modePath = "#dateAndTime" },
      okit.ModelDateCell { path = "#Hour", datePath = "released", modePath = "#0" },
      okit.ModelDateCell { path = "#Declared", datePath = "released", detailPath = "#whenever" },
      okit.ModelDateCell { path = "#Fixed", datePath = "released", readOnly = true },
      okit.ModelPickerCell { path = "#Genre", dataPath = "/genres", namePath = "name", selectionPath = "genre" },
      okit.ModelPickerCell { path = "#Shelf", dataPath = "/genres", namePath = "name", selectionPath = "shelf" },
    } },
    { header = "#Own", footer = "#Own footer", cells = {
      okit.ModelTableCell { path = "#Hidden", showDisplay = "#false" },
      okit.ModelTableCell { path = "#With a height", showDisplay = "#false", heightEdit = 44 },
      okit.ModelTableCell { path = "#Shown while editing", showDisplay = "#false", showEdit = true },
    } },
  },
})

-- Selections.
local genres = { dataPath = "genres", contextPath = "/", cell = name, edit = true }
local function select(values)
  for key, value in pairs(genres) do values[key] = values[key] or value end
  return values
end
Selection:extend("selectDefault", select {})
Selection:extend("selectGenre", select { selectionPath = "genre" })
Selection:extend("selectGenreAndClose", select { selectionPath = "genre", autoClose = "" })
Selection:extend("selectGenresAndStay", select { selectionPath = "genres", autoClose = "" })
Selection:extend("selectTags", select { selectionPath = "tags" })
Selection:extend("selectTypedTags", select { selectionPath = "tags", refType = "GenreRef" })
Selection:extend("selectPlainGenres", select { selectionPath = "genres", refType = "ModelRef" })

local cells = {}
local function add(values) cells[#cells + 1] = okit.ModelTableCell(values) end
for _, target in ipairs {
  "selectGenre", "selectGenreAndClose", "selectGenresAndStay", "selectTags", "selectTypedTags", "selectPlainGenres",
} do
  add { path = "#" .. target, segue = target }
end
if okit.arguments[2] == "refTypes" then
  Selection:extend("selectOtherTags", select { selectionPath = "tags", refType = "OtherRef" })
  Selection:extend("selectTypedGenres", select { selectionPath = "genres", refType = "GenreRef" })
  Selection:extend("selectTypedKeys", select { selectionPath = "keys", refType = "GenreRef" })
  for _, target in ipairs { "selectOtherTags", "selectTypedGenres", "selectTypedKeys" } do
    add { path = "#" .. target, segue = target }
  end
end
add { path = "#default", segue = "selectDefault" }
add { path = "#default of a reference", contextPath = "genre", segue = "selectDefault" }
add { path = "#default of a tag", contextPath = "tags[0]", segue = "selectDefault" }
Detail:extend("selections", { contextPath = "books[0]", sections = { { cells = cells } } })
List:extend("genresOfBook", { contextPath = "books[0]", dataPath = "genres", edit = false,
  right = { okit.ModelBarButtonItem { title = "#Select", segue = { to = "selectDefault", kind = "present" } } },
  cell = okit.ModelTableCell { path = "ref/name" } })

local App = okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "books" })
if okit.arguments[2] == "misplaced" then
  local Cell = okit.ModelTextCell:extend("NameCell", {})
  function Cell:onRowTapp() end
  function App:onAddTap() end
  function App:helper() end
  function Cell:formatted() end
end

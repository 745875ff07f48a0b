-- The models: books with their dates and covers, genres, and the directory of authors and their groups.

local okit = require "okit"
local t = okit.types

local Genre = okit.ModelEntity:extend("Genre", { name = "" })

local Author = okit.ModelEntity:extend("Author", { name = "<New Author>" })

-- Setting a date moves the later ones, so that each is one day after the previous one. The loop runs backwards, so that
-- the later dates already have the values that their own `didSet` would write.
local function moveLater(self, old, new)
  if not old or not new or not self.parent then return end
  local dates, own = self.parent.dates, nil
  for i, entry in ipairs(dates) do
    if entry == self then own = i end
  end
  for i = #dates, own + 1, -1 do
    dates[i].date = new:add { day = i - own }
  end
end

-- Has no date until it is managed, which distinguishes a new entity from a loaded one.
local BookDate = okit.ModelEntity:extend("BookDate", {
  date = t.optional(t.date, { didSet = moveLater }),
})

function BookDate:managed()
  if self.date then return end
  local last
  for _, entry in ipairs(self.parent.dates) do
    if entry ~= self then last = entry.date end
  end
  self.date = last and last:add { day = 1 } or okit.now()
end

-- Books with neither a cover nor an icon show the image "book".
local function picture(book)
  for _, image in ipairs { book.cover or false, book.icon or false } do
    if image and image.size > 0 then return image end
  end
  return okit.image("book")
end

local Book = okit.ModelEntity:extend("Book", {
  name = "",
  date = t.date,
  marked = false,
  icon = t.entity(okit.ModelImage), -- as in the documents of OKit's Bookshop
  cover = t.entity(okit.ModelImage),
  picture = t.computed(picture),
  authors = t.list(t.ref("Author", { onDelete = "remove" })),
  author = t.ref "Author",
  comment = t.optional(t.string),
  type = "0",
  genre = t.ref "Genre",
  price = t.float,
  copies = 0,
  dates = t.list(BookDate),
})

function Book:formatMarked()
  return okit.localized(self.marked and "marked" or "not marked")
end

function Book:setAsMarked()
  self.marked = true
end

local function say(title, message)
  okit.alert {
    title = okit.localized(title), message = okit.localized(message), actions = { { title = okit.localized("OK") } },
  }
end

function Book:activate() say("Book", "Activated") end

function Book:showDetails() say("Book Details", "Show Book Details") end -- okit: ignore function.unused

function Book:openCatalog() say("Catalog", "Catalog Content") end -- okit: ignore function.unused

-- The targets of the references: the authors, and the lead author.
function Book:authorRefs() -- okit: ignore function.unused
  local authors = {}
  for i, ref in ipairs(self.authors) do authors[i] = ref.ref end
  return authors
end

function Book:authorRef() return self.author.ref end

-- Returns when the dialog is answered.
function Book:setMarkedWithPrompt()
  okit.alert {
    title = okit.localized("Set As Marked"),
    message = okit.localized("Set Book as Marked"),
    actions = {
      { title = okit.localized("OK"), tap = function() self:setAsMarked() end },
      { title = okit.localized("Cancel"), style = "cancel" },
    },
  }:wait()
end

-- The argument "sqlite" stores the models in databases, with the covers and groups in tables of their own. With an
-- endpoint (`--endpoint URL`), they are stored on a server, where others can read and change them, too.
local isInDatabase = okit.arguments[1] == "sqlite"
local isOnServer = not isInDatabase and okit.Model.endpoint() ~= nil

-- Returns the class of a model.
local function stored(class)
  if isInDatabase then return okit.ModelSQLite end
  return isOnServer and okit.ModelHttp or class
end

local Shop = stored(okit.ModelEncrypted):extend("Shop", {
  books = t.list(Book),
  genres = t.list(Genre),
  stocked = false,
})

-- In version 1, the icon of a book was the name of an image.
Shop.version = 2
function Shop.migrate(old)
  for _, book in ipairs(old.books or {}) do
    if type(book.icon) ~= "table" then book.icon = nil end
  end
  return old
end

local genres = {
  { id = "FANTASY", name = "Fantasy" },
  { id = "SCIENCE_FICTION", name = "Science Fiction" },
  { id = "WESTERNS", name = "Westerns" },
  { id = "ROMANCE", name = "Romance" },
  { id = "THRILLER", name = "Thriller" },
  { id = "MYSTERY", name = "Mystery" },
}

function Shop:presetGenres()
  if #self.genres ~= 0 then return end
  for _, genre in ipairs(genres) do
    self.genres:add(Genre { id = genre.id, name = okit.localized(genre.name) })
  end
end

function Shop:openDirectory()
  say("Directory", "Directory Content")
end

-- A group with authors of its own, which is stored in a document of its own.
local Group = okit.ModelEntity:extend("Group", {
  name = "<New Group>",
  status = "open",
  color = "#0000FF",
  authors = t.list(Author),
})

-- Stands for a group in the directory, and has what a list of groups shows.
local GroupDefer = okit.ModelPartial:extend("GroupDefer", {
  name = t.string("<New Group>", { didSet = function(self, _, new) self.group.name = new end }),
  color = t.string("#0000FF", { didSet = function(self, _, new) self.group.color = new end }),
  group = t.deferred(Group),
})

function GroupDefer:sync(group)
  self.name, self.color = group.name, group.color
end

local Directory = stored(okit.Model):extend("Directory", {
  authors = t.list(Author), groups = t.list(GroupDefer),
})

-- Returns the id of an author: "j-r-r-tolkien" for "J. R. R. Tolkien".
local function authorId(name)
  return (name:lower():gsub("[%s%p]+", "-"))
end

-- Creates the groups of `stock.lua`, each with its authors.
local function fillGroups(directory, groups)
  for _, row in ipairs(groups) do
    local name, color, names = table.unpack(row)
    local authors = {}
    for i, author in ipairs(names) do authors[i] = Author { name = author } end
    directory.groups:add(GroupDefer {
      name = name, color = color, group = Group { name = name, color = color, authors = authors },
    })
  end
end

-- Creates the books of `stock.lua` with the covers of their genres and, in the directory, each of their authors once:
-- a server that has lost the shop may still have the directory.
local function fill(shop, directory, stock, covers)
  if #directory.groups == 0 then fillGroups(directory, stock.groups) end
  local known = {}
  for _, author in ipairs(directory.authors) do known[author.id] = true end
  for _, row in ipairs(stock.books) do
    local title, names, date, genre, price, copies, kind = table.unpack(row, 1, 7)
    if type(names) == "string" then names = { names } end
    local refs = {}
    for i, name in ipairs(names) do
      local id = authorId(name)
      if not known[id] then
        known[id] = true
        directory.authors:add(Author { id = id, name = name })
      end
      refs[i] = okit.ModelRef { refKey = id }
    end
    shop.books:add(Book {
      name = title,
      date = okit.date(date),
      type = kind,
      genre = genre and okit.ModelRef { refKey = genre },
      cover = genre and okit.ModelImage { data = covers[genre], format = "image/png", label = title },
      price = price,
      copies = copies,
      authors = refs,
      author = okit.ModelRef { refKey = authorId(names[1]) },
    })
  end
end

return { Shop = Shop, Directory = Directory, Book = Book, Author = Author, fill = fill, isOnServer = isOnServer }

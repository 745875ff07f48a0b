-- Models of several kinds, and functions that work on backups.
local okit = require "okit"
local t = okit.types
local Book = okit.ModelEntity:extend("Book", { title = "", cover = t.entity(okit.ModelImage) })
local Chapter = okit.ModelEntity:extend("Chapter", { text = "" })
local ChapterDefer = okit.ModelPartial:extend("ChapterDefer", { chapter = t.deferred(Chapter) })
local Shelf = okit.Model:extend("Shelf", {
  books = t.list(Book), chapters = t.list(ChapterDefer), motto = "none", long = "",
})
local Notes = okit.Model:extend("Notes", { text = "empty" })
local Secret = okit.ModelEncrypted:extend("Secret", { text = "unknown" })

okit.Model.register(Shelf)

function Shelf:register(kind)
  if kind == "notes" then okit.Model.register(Notes, "notes") else okit.Model.register(Secret, "secret") end
end
function Shelf:create(name, passphrase) return okit.Backup.create(name, passphrase).name end
function Shelf:restore(name, passphrase) okit.Backup.restore(name, passphrase) end
function Shelf:restoreNewest() okit.Backup.restore(okit.Backup.list()[1]) end
function Shelf:delete(name) okit.Backup.delete(name) end
function Shelf:verify(name, passphrase) okit.Backup.verify(name, passphrase) end
function Shelf:restoreAndFail()
  self.motto = "never"
  okit.Backup.restore("first")
  error("the turn fails")
end
function Shelf:backups()
  local names = {}
  for _, backup in ipairs(okit.Backup.list()) do
    names[#names + 1] = ("%s %s %s %s"):format(
      backup.name, backup.createdAt.timestamp // 1, backup.secure, backup.size > 1024)
  end
  return table.concat(names, "\n")
end

okit.ModelListTableController:extend("home", {
  type = "Book", dataPath = "books", titlePath = "%Shelf",
  cell = okit.ModelTableCell { path = "title", segue = "book" },
})
okit.ModelDetailTableController:extend("book", {
  titlePath = "title", sections = { { cells = { okit.ModelTextCell { path = "%Title", textPath = "title" } } } },
})

-- Tabs, a menu with two levels, content that the menu opens, and screens that are presented.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local Group = okit.ModelEntity:extend("Group", { name = "", authors = t.list(Author) })
local Book = okit.ModelEntity:extend("Book", { name = "", note = "" })
local Shop = okit.Model:extend("Shop", { books = t.list(Book), groups = t.list(Group), log = t.list(t.string) })
local Settings = okit.Model:extend("Settings", { name = "settings" })
okit.Model.register(Shop)
okit.Model.register(Settings, "settings")

function Shop:note(text) self.log:add(text) end

local books = okit.ModelListTableController:extend("books", {
  type = "Book", contextPath = "/", dataPath = "books", titlePath = "%Books", addName = "name",
  left = { okit.ModelBarButtonItem { title = "#Root", tapPath = "returnToRoot()" } },
  right = {
    okit.ModelBarButtonItem { title = "#Note", tapPath = "note(#own)" },
    okit.ModelBarButtonItem { title = "#Greet", tapPath = "greet(#hello)" },
  },
  cell = okit.ModelTableCell { path = "name", segue = "book" },
})
-- Called by the binding, because the context has no such function; `note` of the context takes precedence.
function books:greet(text) self.context.log:add(text .. " from " .. self.name) end
function books:note() error("the context has this function") end

okit.ModelDetailTableController:extend("book", {
  titlePath = "name",
  sections = { { cells = {
    okit.ModelTextCell { path = "%Name", textPath = "name" },
    okit.ModelTableCell { path = "%Settings", segue = { to = "settings", kind = "present" } },
    okit.ModelTableCell { path = "%Other books", segue = "books" },
  } } },
})
okit.ModelListTableController:extend("groups", {
  type = "Group", dataPath = "groups", titlePath = "%Groups",
  cell = okit.ModelTableCell { path = "name", segue = "group" },
})
okit.ModelDetailTableController:extend("group", {
  titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
})
okit.ModelDetailTableController:extend("author", {
  titlePath = "name", edit = false,
  sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
})

okit.NavigationController:extend("library", { root = "groups" })
okit.TabBarController:extend("home", {
  tabs = {
    { title = "%Books", image = "book", root = "books", badgePath = "books.@count" },
    { title = "%Groups", imagePath = "#group", root = "library" },
  },
})

-- Presented: two tabs, of which the first one can go deeper.
okit.ModelDetailTableController:extend("appearance", {
  titlePath = "#Appearance", left = { okit.ModelBarButtonItem { title = "%Close", tapPath = "onCloseTap()" } },
  sections = { { cells = { okit.ModelTableCell { path = "#Deeper", segue = "deeper" } } } },
})
okit.ModelDetailTableController:extend("deeper", {
  titlePath = "#Deeper",
  right = { okit.ModelBarButtonItem { title = "#Away", tapPath = "close()" } },
  sections = { { cells = { okit.ModelTableCell { path = "#Again", segue = { to = "settings", kind = "present" } } } } },
})
okit.ModelDetailTableController:extend("about", { titlePath = "#About", sections = {} })
okit.TabBarController:extend("settings", {
  tabs = { { title = "#Appearance", root = "appearance" }, { title = "#About", root = "about" } },
})

local home = okit.ModelBarButtonItem { title = "%Home", tapPath = "navigateToHome()" }
okit.ModelMenuTableController:extend("menuGroups", {
  contextPath = "/", dataPath = "groups", titlePath = "%Menu", add = false, edit = false, storyboardName = "Menu",
  toolbar = { home, okit.ModelBarButtonItem { title = "%Settings", segue = { to = "settings", kind = "present" } } },
  cell = okit.ModelTableCell { path = "name", accyPath = "#4", segue = "menuAuthors" },
})
okit.ModelMenuTableController:extend("menuAuthors", {
  dataPath = "authors", titlePath = "name", identifier = "author", rowIdentifier = "author",
  add = false, edit = false, toolbar = { home }, cell = okit.ModelTableCell { path = "name", accyPath = "#4" },
})
okit.NavigationController:extend("menu", { root = "menuGroups" })
okit.ModelApplicationContoller:extend("app", { contextPath = "settings>/", popGesture = true, storyboardName = "Main" })

-- A shop whose documents another program writes, with a partial that copies a title, a blob, and a first version that
-- has a date, a reference and an entity with the same id in each application: for http_documents_test.lua and
-- http_missing_test.lua.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local Book = okit.ModelEntity:extend("Book", { title = "", price = 0.0, author = t.ref(Author), added = t.date })
okit.ModelEntity:extend("Group", { title = "new", members = t.list(Author) })
local GroupDefer = okit.ModelPartial:extend("GroupDefer", { title = "", group = t.deferred "Group" })
function GroupDefer:sync(group) self.title = group.title end

local Hours = okit.ModelEntity:extend("Hours", { from = 9, to = 17 })
local Shop = okit.ModelHttp:extend("Shop", {
  motto = "", books = t.list(Book), authors = t.list(Author), groups = t.list(GroupDefer),
  cover = t.entity(okit.ModelData), opened = t.date, owner = t.ref(Author), hours = t.entity(Hours),
})

function Shop:read() okit.Model.sync() end

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  if okit.arguments[1] == "hours" and not shop.hours then shop.hours = { id = "hours" } end
  okit.Model.state(function() okit.Model.store(shop) end)
end)

okit.ModelListTableController:extend("books", {
  type = "Book", dataPath = "books", titlePath = "motto", cell = okit.ModelTableCell { path = "title" },
})

-- A shop whose documents another program writes, for http_documents_test.lua.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local Book = okit.ModelEntity:extend("Book", { title = "", price = 0.0, author = t.ref(Author), added = t.date })
okit.ModelEntity:extend("Group", { members = t.list(Author) })
local GroupDefer = okit.ModelPartial:extend("GroupDefer", { group = t.deferred "Group" })
local Shop = okit.ModelHttp:extend("Shop", {
  motto = "", books = t.list(Book), authors = t.list(Author), groups = t.list(GroupDefer),
})

function Shop:read() okit.Model.sync() end

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  okit.Model.state(function() okit.Model.store(shop) end)
end)

okit.ModelListTableController:extend("books", {
  type = "Book", dataPath = "books", titlePath = "motto", cell = okit.ModelTableCell { path = "title" },
})

-- Books with blobs, and groups whose entity has a document of its own. The first argument is the class of the model.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })

local Group = okit.ModelEntity:extend("Group", {
  name = "<New Group>", color = "#0000FF", members = t.list(Author), icon = t.entity(okit.ModelImage),
})

local GroupDefer = okit.ModelPartial:extend("GroupDefer", {
  name = t.string("<New Group>", { didSet = function(self, _, new) self.group.name = new end }),
  color = "#0000FF",
  group = t.deferred(Group),
})

function GroupDefer:sync(group)
  self.name, self.color = group.name, group.color
end

local Cover = okit.ModelImage:extend("Cover", { artist = "" })

local Book = okit.ModelEntity:extend("Book", {
  name = "",
  cover = t.entity(Cover),
  contract = t.entity(okit.ModelData),
  stamp = t.entity(okit.ModelInlineImage),
  note = t.entity(okit.ModelInlineData),
})

local Shop = okit[okit.arguments[1] or "Model"]:extend("Shop", {
  books = t.list(Book), groups = t.list(GroupDefer), favorite = t.ref("Author", { onDelete = "keep" }),
})

local Window = okit.ModelTransient:extend("Window", { book = t.entity(Book) })

okit.Model.register(Shop)
-- A seed gives its id in each launch, where a stored entity may have it.
if okit.arguments[2] == "window" then okit.Model.register(Window, "window") end

okit.ModelListTableController:extend("books", {
  dataPath = "books",
  cell = okit.ModelTableCell { path = "name", detailPath = "cover/size", imagePath = "cover" },
})

okit.ModelListTableController:extend("groups", {
  dataPath = "groups",
  cell = okit.ModelTableCell { path = "name", detailPath = "group/members/count", imagePath = "group/icon" },
})

function Shop:fill(png)
  self.books:add { name = "Emma", cover = { id = "c1", data = png, format = "image/png", label = "front" } }
  self.groups:add { id = "g1", name = "Classics", group = { id = "classics", name = "Classics" } }
  self.groups:add { id = "g2", name = "Crime", group = { id = "crime", name = "Crime" } }
end

function Shop:canRead(what)
  local ok, failure = pcall(function()
    if what == "group" then return self.groups[1].group end
    return self.books[what].cover.data
  end)
  return ok and "yes" or failure.code
end

function Shop:store_and_fail()
  self.books[1].cover.data = "a longer text than before, which is stored"
  self.groups[1].group.name = "Changed"
  self.groups[2].group = { id = "other", name = "Other" }
  okit.Model.storeState()
  error("the turn fails")
end

function Shop:dangling() return #okit.Model.danglingRefs() end

function Shop:rename(name)
  local group = self.groups[1]
  group.group.name = name
  return group.name
end

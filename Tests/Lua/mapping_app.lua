local okit = require "okit"
local t = okit.types

local User = okit.ModelEntity:extend("User", { username = "", bio = t.optional(t.string) })
User.key = "username"

local Comment = okit.ModelEntity:extend("Comment", {
  body = "", created = t.date, author = t.ref "User", likes = 0, seen = t.transient(false),
})
Comment.key = "id"
Comment.from = { created = "createdAt", author = "author.username" }

local Place = okit.ModelEntity:extend("Place", { city = "", day = t.optional(t.day) })

local Article = okit.ModelEntity:extend("Article", {
  slug = "", title = "untitled", tags = t.list(t.string), comments = t.list(Comment), place = Place,
  readers = t.list(t.ref "User"), rating = t.optional(t.double), secret = t.computed(function() return "x" end),
})
Article.key = "slug"

local Plain = okit.ModelEntity:extend("Plain", { name = "" })

local Shop = okit.Model:extend("Shop", {
  users = t.list(User), comments = t.list(Comment), articles = t.list(Article), plain = t.list(Plain),
  words = t.list(t.string),
})
function Shop:declare(from)
  local ok, problem = pcall(function() Comment.from = from end)
  return ok and "" or problem.message
end
okit.Model.register(Shop)
okit.Model.register(okit.ModelSQLite:extend("Base", { comments = t.list(Comment) }), "base")
okit.ModelListTableController:extend("home", { type = "Comment", dataPath = "comments", titlePath = "#Comments",
  cell = okit.ModelTableCell { path = "body" } })

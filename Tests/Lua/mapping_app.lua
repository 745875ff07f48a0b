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

local Part = okit.ModelEntity:extend("Part", { name = "" })
Part.key = "id"

local Post = okit.ModelEntity:extend("Post", {
  slug = "", owner = User, writer = t.ref "User", parts = t.list(Plain), pieces = t.list(Part),
})
Post.key = "slug"

local Shop = okit.Model:extend("Shop", {
  posts = t.list(Post), others = t.list(Plain),
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

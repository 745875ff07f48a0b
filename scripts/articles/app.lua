-- A client of the RealWorld specification: articles that people read, write, like and comment, also offline.
-- `make articles` starts it with a server of its own; another one: okit-run app.lua --allow net -- URL
local okit = require "okit"
local t = okit.types

local Comment = okit.ModelEntity:extend("Comment", { body = "", created = t.date, author = "" })
Comment.key = "id"
Comment.from = { created = "createdAt", author = "author.username" }

local Article = okit.ModelEntity:extend("Article", {
  slug = "", title = "", description = "", body = "", author = "", created = t.date, following = false,
  favorited = false, favorites = 0, tags = t.list(t.string), tagText = "", comments = t.list(Comment),
})
Article.key = "slug"
Article.from = {
  author = "author.username", created = "createdAt", following = "author.following", favorites = "favoritesCount",
  tags = "tagList",
}

local Site = okit.Model:extend("Site", {
  articles = t.list(Article), total = 0, scope = "", tag = "", draft = t.optional(Article),
})
local Session = okit.ModelEncrypted:extend("Session", {
  username = "", email = "", token = t.string { secret = true },
  password = t.string { secret = true, transient = true },
})

local site, session = okit.Model.register(Site), okit.Model.register(Session, "session")
okit.Model.state(function() okit.Model.store(site) okit.Model.store(session) end)

local api = okit.client {
  url = okit.arguments[1] or "http://127.0.0.1:8000/api",
  headers = function() return { Authorization = session.token ~= "" and "Token " .. session.token or nil } end,
  retry = { times = 3 }, cache = true,
  onUnauthorized = function(problem)
    -- The service answers a wrong password in this way, too.
    if not problem.message:find("/users", 1, true) then okit.present("login", session) end
  end,
}

-- Sends requests, and reports why one has failed. A user who is not signed in is asked to sign in.
local function try(send, ...)
  local ok, answer = pcall(send, ...)
  if ok then return answer or true end
  if answer.status ~= 401 or answer.message:find("/users", 1, true) then
    okit.alert { title = "The service does not help", message = answer.message }
  end
end

local function page(offset)
  local path = site.scope == "feed" and "articles/feed" or "articles"
  return api:get(path, { query = { limit = 20, offset = offset, tag = site.tag ~= "" and site.tag or nil } })
end

function Site:unsent() return #okit.outbox.pending > 0 end
function Site:load()
  local answer = try(page, 0)
  if not answer then return end
  self.articles:merge(answer.articles, { remove = true })
  self.total = answer.articlesCount
end

function Article:path(rest) return "articles/" .. okit.url.encode(self.slug) .. (rest or "") end
function Article:load()
  local answer = try(api.get, api, self:path())
  local comments = answer and try(api.get, api, self:path "/comments")
  if not comments then return end
  self:fill(answer.article)
  self.comments:merge(comments.comments, { remove = true })
end
function Article:scope() return site.scope end
function Article:followText() return self.following and "Unfollow" or "Follow" end
function Article:likes() return (self.favorited and "♥ " or "♡ ") .. self.favorites end
local function isMine(entity) return entity.author == session.username and session.token ~= "" end
Article.isMine, Comment.isMine = isMine, isMine

-- Changes that are applied at once and sent when the service can be reached

local Change = okit.Mutation:extend("Change", { on = false })
function Change:send(key) return api:request(self.on and "POST" or "DELETE", self:path(), { idempotencyKey = key }) end
function Change:refused(problem)
  if problem.status ~= 401 then okit.alert { title = "Not saved", message = problem.message } end
end

local Favorite = Change:extend("Favorite", { article = t.ref "Article" })
function Favorite:path() return self.article.ref:path "/favorite" end
function Favorite:apply()
  local article = self.article.ref
  article.favorites = article.favorites + (self.on and 1 or 0) - (article.favorited and 1 or 0)
  article.favorited = self.on
end
function Favorite:done(answer) self.article.ref:fill(answer.article) end
function Article:favorite() Favorite { article = self, on = not self.favorited }:perform() end

local Follow = Change:extend("Follow", { author = "" })
function Follow:path() return "profiles/" .. okit.url.encode(self.author) .. "/follow" end
function Follow:apply()
  for _, article in ipairs(site.articles) do
    if article.author == self.author then article.following = self.on end
  end
end
function Article:follow() Follow { author = self.author, on = not self.following }:perform() end

local Say = Change:extend("Say", { article = t.ref "Article", comment = t.ref "Comment", body = "" })
function Say:apply()
  local comment = Comment { body = self.body, author = session.username, created = okit.now() }
  self.comment = self.article.ref.comments:add(comment)
end
function Say:send(key)
  return api:post(self.article.ref:path "/comments", { comment = { body = self.body } }, { idempotencyKey = key })
end
function Say:done(answer) self.comment.ref:fill(answer.comment) end

-- Sends the input of a form, not twice at a time, and closes the form, if that is still open.
local isSending = false
local function submit(form, send, done)
  if isSending then return end
  isSending = true
  local ok, answer = pcall(send)
  isSending = false
  if ok then
    done(answer)
    pcall(function() form:close() end)
  elseif answer.status == 422 then
    for name, text in pairs(form:setErrors(answer.data.errors) or {}) do
      okit.alert { title = name .. " " .. table.concat(text, ", ") }
    end
  else
    try(error, answer, 0)
  end
end

local function publish(article, form)
  local data = article:values("title", "description", "body")
  data.tagList = okit.json.array {}
  for tag in article.tagText:gmatch "[^%s,]+" do table.insert(data.tagList, tag) end
  submit(form, function()
    if article.slug == "" then return api:post("articles", { article = data }) end
    return api:put(article:path(), { article = data })
  end, function(answer)
    if article.slug == "" then site:load() else article:fill(answer.article) end
  end)
end

local function enter(path)
  return function(_, form)
    local user = session:values("email", "username", "password")
    submit(form, function() return api:post(path, { user = user }) end, function(answer)
      session:fill(answer.user)
      site:load()
    end)
  end
end

function Session:leave() self.token, self.username = "", "" end

-- Screens

local list = okit.ModelListTableController:extend("articles", {
  dataPath = "articles", titlePath = "%Articles", subTitlePath = "total/suffixPlural(#article),#total", add = false,
  deleteEnabled = "isMine()", activity = true, refresh = true, segue = "article", searchPath = "title",
  searchFilterPath = "scope()", searchFilters = "%feed", searchScopePath = "scope", onFilter = "load()",
  cell = okit.ModelTableCell { path = "title", detailPath = "author", accyText = "likes()", accyTap = "favorite()" },
  right = { okit.ModelBarButtonItem { title = "%Write", tap = function() okit.present("editor", Article {}) end } },
  left = { okit.ModelBarButtonItem { title = "%Account", segue = { to = "account", kind = "present" } } },
  toolbar = { okit.ModelBarButtonItem { title = "%Unsent", segue = "outbox", showPath = "unsent()" } },
})
function list:refreshTriggered() site:load() end
function list:onEnd()
  local answer = #site.articles < site.total and try(page, #site.articles)
  if answer then site.articles:merge(answer.articles) end
end
function list:onSearch(tag) site.tag = tag site:load() end
function list:onDelete(article)
  if try(api.delete, api, article:path()) then self.super.onDelete(self, article) end
end

local detail = okit.ModelDetailTableController:extend("article", {
  titlePath = "title", subTitlePath = "author",
  sections = {
    { header = "created/formatDate", cells = { okit.ModelTableCell { path = "body" } } },
    { cells = { okit.ModelTableCell { path = "%Comments", detailPath = "comments.@count", segue = "comments" } } },
  },
  right = {
    okit.ModelBarButtonItem { title = "likes()", tap = "favorite()" },
    okit.ModelBarButtonItem { title = "followText()", tap = "follow()", showPath = "!isMine()" },
    okit.ModelBarButtonItem { title = "%Edit", showPath = "isMine()", segue = { to = "editor", kind = "present" } },
  },
})
function detail:setup() self.context:load() end

local comments = okit.ModelListTableController:extend("comments", {
  dataPath = "comments", titlePath = "%Comments", add = false, addField = "body", addPlaceholder = "%Comment",
  deleteEnabled = "isMine()", cell = okit.ModelTableCell { path = "body", detailPath = "author" },
})
function comments:addEntity(text) Say { article = self.context, body = text }:perform() end
function comments:onDelete(comment)
  api:delete(self.context:path("/comments/" .. comment:values("id").id))
  self.super.onDelete(self, comment)
end

local function field(title, path) return okit.ModelTextCell { path = title, textPath = path } end
okit.ModelForm:extend("editor", {
  titlePath = "%Article", editAlways = true,
  sections = { { cells = {
    field("%Title", "title"), field("%About", "description"), field("%Text", "body"), field("%Tags", "tagText"),
  } } },
  right = { okit.ModelBarButtonItem { title = "%Publish", submit = "#true", tap = publish } },
})
okit.ModelForm:extend("login", {
  titlePath = "%Account", editAlways = true,
  sections = { { cells = {
    field("%Email", "email"), field("%Password", "password"), field("%Name (new account)", "username"),
  } } },
  toolbar = {
    okit.ModelBarButtonItem { title = "%Sign in", submit = "#true", tap = enter "users/login" },
    okit.ModelBarButtonItem { title = "%Sign up", submit = "#true", tap = enter "users" },
  },
})
okit.ModelDetailTableController:extend("account", {
  contextPath = "session>", titlePath = "= iif(token = '', 'Signed out', username)",
  sections = { { cells = { okit.ModelTableCell { path = "%Sign in", segue = "login" } } } },
  toolbar = { okit.ModelBarButtonItem { title = "%Sign out", tap = "leave()" } },
})
okit.ModelListTableController:extend("outbox", {
  contextPath = "okit-outbox>", dataPath = "pending", titlePath = "%Unsent", add = false, delete = false,
  cell = okit.ModelTableCell { path = "problem" },
})

okit.after(0, function() site:load() end)

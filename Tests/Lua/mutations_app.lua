-- Articles whose changes are sent to a service that is a model of the application. The first argument is the class of
-- the model with the articles.
local okit = require "okit"
local t = okit.types

local Comment = okit.ModelEntity:extend("Comment", { text = "", votes = 0 })
local Article = okit.ModelEntity:extend("Article", {
  title = "", count = 0, favorited = false, comments = t.list(Comment), tags = t.list(t.string), labels = t.map(t.int),
})
local kind = okit.arguments[1] or "Model"
local Blog = okit[kind == "storage" and "Model" or kind]:extend("Blog", {
  articles = t.list(Article), draft = "", told = "",
})
-- A storage that is full while there is a draft.
if kind == "storage" then
  Blog.read, Blog.delete = okit.Model.read, okit.Model.delete
  function Blog.write(path, content)
    if content:find '"draft"%s*:%s*"full"' then error("the disk is full", 0) end
    okit.Model.write(path, content)
  end
end
local Service = okit.ModelTransient:extend("Service", {
  sent = t.list(t.string), status = t.map(t.int), latency = 1.0, code = "net.unreachable",
})
local blog, service

local api = okit.client { url = "https://blog.test" }
local Sent = okit.Mutation:extend("Sent", { article = t.ref("Article", { onDelete = "keep" }), text = "" })
function Sent:send(key)
  service.sent:add(self.type .. " " .. self.text)
  okit.sleep(service.latency)
  local status = service.status[self.text] or service.status[self.type] or 200
  if status == 0 then error { code = service.code, message = "no connection" } end
  if status >= 400 then error { code = "net.status", status = status, message = "status " .. status } end
  return { key = key, text = self.text }
end
function Sent:refused(problem) blog.told = blog.told .. self.text .. ": " .. problem.message .. "; " end

local Favorite = Sent:extend "Favorite"
function Favorite:apply()
  self.article.ref.favorited = true
  self.article.ref.count = self.article.ref.count + 1
end
function Favorite:done(answer) self.article.ref.labels[answer.text] = 1 end

local Rename = Sent:extend "Rename"
function Rename:apply() self.article.ref.title = self.article.ref.title .. self.text end

local Retitle = Sent:extend "Retitle"
function Retitle:apply() self.article.ref.title = self.text end

local Add = Sent:extend "Add"
function Add:apply() self.article.ref.comments:add(Comment { text = self.text, votes = self.article.ref.count }) end

local Vote = Sent:extend("Vote", { comment = t.ref("Comment", { onDelete = "keep" }) })
function Vote:apply() self.comment.ref.votes = self.comment.ref.votes + 10 end

local Mention = Vote:extend "Mention"
function Mention:apply() self.article.ref.title = self.article.ref.title .. self.comment.ref.text end
function Mention:send() return api:post("2", { text = self.comment.ref.text }) end

local Clear = Sent:extend "Clear"
function Clear:apply()
  local comments = self.article.ref.comments
  while #comments > 0 do comments:remove(comments[1]) end
end

local Tag = Sent:extend "Tag"
function Tag:apply() self.article.ref.tags:add(self.text) end

local Move = Sent:extend "Move"
function Move:apply() blog.articles:move(1, #blog.articles) end

local Side = Sent:extend "Side"
Side.queue = "side"
function Side:apply() self.article.ref.count = self.article.ref.count + 100 end

-- Fails with the error that the text names.
local errors = {
  text = "a mistake", code = { code = "mine", message = "mine" }, status = { status = 200, message = "fine" },
  url = { code = "net.url", message = "wrong" }, permission = { code = "net.permission", message = "not allowed" },
  disk = { code = "storage.write", message = "full" }, name = setmetatable({}, { __index = function() error "no" end }),
}
local Failing = Sent:extend "Failing"
function Failing:send()
  service.sent:add(self.text)
  if errors[self.text] then error(errors[self.text]) end
  return self.article.ref.comments[1].text
end
function Failing:apply() self.article.ref.count = 7 end

local Wrong = Sent:extend "Wrong"
function Wrong:apply()
  self.article.ref.title = "half"
  error "cannot apply"
end

local Doubtful = Sent:extend "Doubtful"
function Doubtful:done() self.article.ref.title = "half" error "done fails" end

local Fetched = Sent:extend "Fetched"
function Fetched:apply() self.article.ref.favorited = true end
function Fetched:send(key)
  local headers = { ["Idempotency-Key"] = key }
  return okit.fetch { url = "https://blog.test/" .. self.text, method = "POST", headers = headers }
end
function Fetched:done(response) self.article.ref.title = response.body end

local Asked = Sent:extend "Asked"
function Asked:apply() self.article.ref.favorited = true end
function Asked:send(key)
  local answer = api:post(self.text, {}, { idempotencyKey = key })
  return answer
end

-- Takes mutations back in one of its functions: itself, or the one before it.
local Discarding = Sent:extend("Discarding", { where = "", other = false })
local function discard(self, where)
  if self.where ~= where then return end
  local ok, problem = pcall(okit.outbox.discard, self.other and okit.outbox.pending[1] or self)
  blog.told = blog.told .. where .. ": " .. (ok and "ok" or problem.code) .. "; "
end
function Discarding:apply()
  self.article.ref.count = self.article.ref.count + 10
  discard(self, "apply")
end
function Discarding:send(key)
  discard(self, "send")
  return Sent.send(self, key)
end
function Discarding:done()
  self.article.ref.labels.done = 1
  discard(self, "done")
end
function Discarding:refused(problem)
  Sent.refused(self, problem)
  discard(self, "refused")
end
local Hasty = Discarding:extend "Hasty"
Hasty.queue = "side"

local classes = {
  Discarding = Discarding, Hasty = Hasty,
  Favorite = Favorite, Rename = Rename, Retitle = Retitle, Add = Add, Vote = Vote, Clear = Clear, Tag = Tag,
  Move = Move, Mention = Mention, Asked = Asked, Side = Side, Failing = Failing, Wrong = Wrong, Doubtful = Doubtful,
  Fetched = Fetched,
}

okit.Model.initialize(function()
  service = okit.Model.register(Service, "service")
  blog = okit.Model.register(Blog)
  if #blog.articles == 0 then
    blog.articles:add(Article { id = "a", title = "A" })
    blog.articles:add(Article { id = "b", title = "B" })
  end
  okit.Model.state(function() okit.Model.store(blog) end)
end)

function Blog:perform(class, text, comment, where, other)
  local mutation = classes[class] {
    article = self.articles[1].id == "a" and self.articles[1] or self.articles[2], text = text or "", comment = comment,
  }
  if where then mutation.where, mutation.other = where, other end
  mutation:perform()
end
function Blog:twice() local one = Favorite { article = self.articles[1] } one:perform() one:perform() end
function Blog:unsendable()
  local Mute = okit.Mutation:extend "Mute"
  Mute():perform()
end
function Blog:both(text) self.draft = text self:perform("Favorite", text) end
function Blog:failing() self:perform "Favorite" error "no" end
function Blog:discard(index) okit.outbox.discard(okit.outbox.pending[index]) end
function Blog:clear() okit.outbox.pending:clear() end
function Blog:remove() okit.outbox.pending:remove(okit.outbox.pending[1]) end
-- Changes the lists of the outbox.
local changes = {
  add = function(pending) pending:add(Favorite { article = blog.articles[1] }) end,
  insert = function(pending) pending:insert(1, Favorite { article = blog.articles[1] }) end,
  move = function(pending) pending:move(1, 2) end,
  set = function(pending) pending[1] = Favorite { article = blog.articles[1] } end,
  assign = function(_, outbox) outbox.pending = {} end,
  merge = function(pending) pending:merge({ { text = "x" } }) end,
  ["merge that removes"] = function(pending) pending:merge({}, { remove = true }) end,
  accepted = function(_, outbox) outbox.accepted:add(Favorite { article = blog.articles[1] }) end,
  ["clear accepted"] = function(_, outbox) outbox.accepted:clear() end,
}
function Blog:change(name) changes[name](okit.outbox.pending, okit.Model.get("okit-outbox")) end
function Blog:retry() okit.outbox.retry() end
function Blog:sync() okit.Model.sync() end
function Blog:count() return #okit.outbox.pending end

okit.ModelListTableController:extend("outbox", {
  contextPath = "okit-outbox>", dataPath = "pending", titlePath = "#Outbox", type = "Mutation", reorder = "#true",
  cell = okit.ModelTableCell { path = "text", detailPath = "problem" },
})
okit.ModelDetailTableController:extend("home", {
  titlePath = "draft", editAlways = "#true",
  sections = { { cells = {
    okit.ModelTextCell { path = "%Draft", textPath = "draft" },
    okit.ModelTableCell { path = "%Outbox", segue = "outbox" },
    okit.ModelTableCell { path = "%Comment", segue = "comment", contextPath = "articles[0]/comments[0]" },
  } } },
})
okit.ModelDetailTableController:extend("comment", { titlePath = "text" })
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

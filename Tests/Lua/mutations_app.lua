-- Articles whose changes are sent to a service that is a model of the application. The first argument is the class of
-- the model with the articles.
local okit = require "okit"
local t = okit.types

local Comment = okit.ModelEntity:extend("Comment", { text = "", votes = 0 })
local Article = okit.ModelEntity:extend("Article", {
  title = "", count = 0, favorited = false, comments = t.list(Comment), tags = t.list(t.string), labels = t.map(t.int),
})
local Blog = okit[okit.arguments[1] or "Model"]:extend("Blog", { articles = t.list(Article), draft = "", told = "" })
local Service = okit.ModelTransient:extend("Service", {
  sent = t.list(t.string), status = t.map(t.int), latency = 1.0, code = "net.unreachable",
})
local blog, service

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

local Failing = Sent:extend "Failing"
function Failing:send() error "a mistake" end
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
  local response = okit.fetch { url = "https://blog.test/" .. self.text, method = "POST", headers = headers }
  if response.status >= 400 then error { code = "net.status", status = response.status, message = "refused" } end
  return response
end
function Fetched:done(response) self.article.ref.title = response.body end

local classes = {
  Favorite = Favorite, Rename = Rename, Retitle = Retitle, Add = Add, Vote = Vote, Clear = Clear, Tag = Tag,
  Move = Move, Side = Side, Failing = Failing, Wrong = Wrong, Doubtful = Doubtful, Fetched = Fetched,
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

function Blog:perform(class, text, comment)
  classes[class] { article = self.articles[1].id == "a" and self.articles[1] or self.articles[2], text = text or "",
                   comment = comment }:perform()
end
function Blog:twice() local one = Favorite { article = self.articles[1] } one:perform() one:perform() end
function Blog:unsendable()
  local Mute = okit.Mutation:extend "Mute"
  Mute():perform()
end
function Blog:both(text) self.draft = text self:perform("Favorite", text) end
function Blog:failing() self:perform "Favorite" error "no" end
function Blog:discard(index) okit.outbox.discard(okit.outbox.pending[index]) end
function Blog:retry() okit.outbox.retry() end
function Blog:sync() okit.Model.sync() end
function Blog:count() return #okit.outbox.pending end

okit.ModelListTableController:extend("outbox", {
  contextPath = "okit-outbox>", dataPath = "pending", titlePath = "#Outbox", type = "Mutation",
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

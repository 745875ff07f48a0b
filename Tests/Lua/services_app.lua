-- Lists, forms, history and secrets of an application that talks to a service.
local okit = require "okit"
local t = okit.types

local Item = okit.ModelEntity:extend("Item", { name = "" })
Item.key = "id"
local Account = okit.ModelEntity:extend("Account", { title = "", email = "", age = 0 })
Account.from = { email = "mail" }
local Session = okit.ModelTransient:extend("Session", { token = t.string { secret = true }, user = "" })
local Shop = okit.Model:extend("Shop", {
  items = t.list(Item), account = Account, searched = t.list(t.string), ends = 0, result = "", asked = 0,
})

local shop = okit.Model.register(Shop)
local session = okit.Model.register(Session, "session")
if not shop.account then shop.account = Account() end

local api = okit.client { url = "https://shop.example/api" }

function Shop:plain() self.result = "plain" self.account.title = "edited" end
function Shop:tracked()
  self.account.title = "edited"
  okit.untracked(function() self.result = "answer" end)
end
function Shop:nested()
  self.result = okit.untracked(function() return "returned" end)
  local ok = pcall(okit.untracked, function()
    self.account.title = "lost"
    error("no")
  end)
  self.asked = ok and 1 or 2
end
function Shop:transact()
  local ok = pcall(okit.transaction, function()
    self.account.title = "lost"
    error("no")
  end)
  okit.transaction("Named", function() self.result = tostring(ok) end)
end
for _, name in ipairs { "transaction", "untracked" } do
  Shop["wait_in_" .. name] = function(self)
    local _, problem = pcall(okit[name], function() okit.sleep(1) end)
    self.result = problem.code .. ": " .. problem.message
  end
end

function Shop:sign_in()
  session:fill { token = "tok-4711-secret", user = "ada" }
  okit.log.info("signed in with", session.token)
end
function Shop:fail() error("cannot use " .. session.token) end

-- What the token looks like elsewhere. A secret with characters that each form writes in another way.
function Shop:encode()
  local token = session.token
  local forms = {
    token, okit.url.encode(token), okit.url.build { base = "https://shop.example/", query = { q = token } },
    okit.base64.encode(token), okit.base64.encode("ada:" .. token), okit.base64.encode("x" .. token .. ":y"),
    okit.base64.encode("xy" .. token), okit.json.encode { value = token }, okit.json.encode(token),
    ("%q"):format(token),
    okit.url.encode(token):lower(), token .. token,
  }
  for _, form in ipairs(forms) do okit.log.info("[" .. form .. "]") end
  okit.log.info("plain")
end
function Shop:ask()
  okit.alert {
    title = "For " .. session.token, message = okit.url.encode(session.token),
    fields = { { name = "Note", text = session.token } }, actions = { { title = "Use " .. session.token } },
  }
end
function Shop:choose()
  okit.sheet { title = session.token, message = session.token, actions = { { title = "Copy " .. session.token } } }
end
function Shop:announce() self.result = "Token: " .. session.token end
function Shop:send()
  local query = { token = "tok-of-another", hint = session.token }
  api:post("users", { user = { token = "tok-of-another", name = session.token } }, { query = query })
  api:post("users", nil, { form = { token = "tok-of-another", name = session.token } })
  api:post("users", nil, { multipart = { file = { body = session.token, name = "a.txt" } } })
end
function Shop:change(token) session.token = token end

local list = okit.ModelListTableController:extend("list", {
  contextPath = "/", dataPath = "items", cell = okit.ModelTableCell { path = "name" }, searchDelay = 1, activity = true,
})
function list:onSearch(text)
  shop.searched:add(text)
  okit.sleep(2)
  shop.items:merge({ { id = 100, name = "answer of " .. text } }, { remove = true })
end
function list:onEnd()
  shop.ends = shop.ends + 1
  local rows = api:get("items", { query = { after = #shop.items } })
  shop.items:merge(rows)
end
function list:refreshTriggered()
  okit.sleep(3)
  shop.items:merge({ { id = 1, name = "fresh" } }, { remove = true })
end

local fetched = okit.ModelListTableController:extend("fetched", {
  contextPath = "/", cell = okit.ModelTableCell { path = "name" }, activity = true,
})
function fetched:fetchData()
  local count = shop.asked
  okit.sleep(2)
  return shop.items:filter(function(item) return #item.name > count end)
end

local asking = okit.ModelListTableController:extend("asking", {
  contextPath = "/", cell = okit.ModelTableCell { path = "name" },
})
function asking:fetchData()
  local rows = api:get("items")
  shop.items:merge(rows, { remove = true })
  return shop.items
end

okit.ModelForm:extend("form", {
  contextPath = "account", editAlways = true, titlePath = "= CASE WHEN valid() THEN 'valid' ELSE 'invalid' END",
  sections = { { cells = {
    okit.ModelTextCell { path = "#Title", textPath = "title" },
    okit.ModelTextCell { path = "#Mail", textPath = "email" },
  } } },
  right = { okit.ModelBarButtonItem { title = "#Send", tap = function(_, form)
    local rest = form:setErrors { title = { "is taken", "is short" }, mail = "is no mail", base = "is full" }
    shop.result = okit.json.encode(rest)
  end }, okit.ModelBarButtonItem { title = "#Clear", tap = function(_, form) form:setErrors {} end } },
})

okit.ModelDetailTableController:extend("secrets", { contextPath = "session>", sections = { { cells = {
  okit.ModelTableCell { path = "token" }, okit.ModelTextCell { path = "#Token", textPath = "token" },
} } } })
okit.ModelDetailTableController:extend("shown", {
  contextPath = "session>", titlePath = "token", subTitlePath = "= 'for ' || token", promptPath = "token",
  sections = { { header = "token", footer = "token", cells = {
    okit.ModelTableCell { path = "#Row", detailPath = "token", accyText = "token" },
    okit.ModelTextCell { path = "#Field", textPath = "user", placeholder = "token" },
    okit.ModelSegmentCell { path = "#Options", segmentsPath = "token,#b", selectIndexPath = "user", byTitle = true },
  } } },
  right = { okit.ModelBarButtonItem { title = "token", enabled = false } },
})

okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "list" })

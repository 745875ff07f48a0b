-- The application of requests_test.lua: a client of a service of others. Each function is a button.
local okit = require "okit"
local t = okit.types

local Note = okit.ModelEntity:extend("Note", { name = "" })
local App = okit.Model:extend("App", { log = "", edited = "", busy = false, notes = t.list(Note) })
local app = okit.Model.register(App)
local base = "https://api.test/v1/"

local function add(...) app.log = app.log .. table.concat({ ... }, " ") .. "; " end
local function fetch(path) return okit.fetch(base .. path) end
local function code(fn, ...)
  local ok, failure = pcall(fn, ...)
  return ok and "ok" or failure.code
end

local handle, timer
local functions = {
  Ask = function() add(fetch("ask").body) end,
  Fail = function() add(code(fetch, "ask")) end,
  -- Two timers at one moment, of which the first waits longer.
  Two = function()
    okit.after(0, function() add(fetch("slow").body) end)
    okit.after(0, function() add(fetch("fast").body) end)
    okit.every(1, function() add("tick") end, { owner = app })
  end,
  Load = function()
    app.busy = true
    add(fetch("slow").body)
    app.busy = false
  end,
  Begin = function() handle = okit.fetch { url = base .. "slow", wait = false } end,
  State = function() add(tostring(handle.running)) end,
  Cancel = function() handle:cancel() end,
  Wait = function()
    local ok, answer = pcall(handle.wait, handle)
    add(ok and answer:json().name or answer.code)
  end,
  Timer = function()
    timer = okit.after(0, function()
      local _ <close> = setmetatable({}, { __close = function() add("closed") end })
      fetch("slow")
      add("continued")
    end)
  end,
  ["Cancel Timer"] = function()
    add(tostring(timer.running))
    timer:cancel()
    add(tostring(timer.running))
  end,
  Own = function()
    local note = app.notes[1]
    okit.after(0, function()
      okit.fetch { url = base .. "slow", owner = note }
      add("continued")
    end)
    okit.every(1, function() add("owned") end, { owner = note })
    handle = okit.fetch { url = base .. "slow", owner = note, wait = false }
  end,
  Remove = function() app.notes:remove(app.notes[1]) end,
  Many = function()
    for i = 1, 8 do okit.fetch { url = base .. "many", query = { i = i }, wait = false } end
  end,
  Send = function()
    local _ = fetch("send?x=1")
    okit.fetch { url = base .. "send?x=1#end", query = { tag = { "a b", "c" }, page = 2 }, json = { title = "Dune" } }
    okit.fetch { url = base .. "send", method = "PUT", form = { title = "Dune & Emma", read = true } }
    okit.fetch {
      url = base .. "send",
      multipart = { title = "okit-part", cover = { body = "\0", name = 'a"b.png', type = "image/png" } },
    }
    okit.fetch { url = base .. "send", json = {}, headers = { ["content-type"] = "application/vnd.api+json" } }
  end,
  Cookies = function()
    local headers = fetch("cookies").headers
    add(#headers["set-cookie"], headers["set-cookie"][2], headers.vary)
  end,
  Token = function()
    okit.fetch { url = base .. "articles/a%20b/comments?x=1", headers = { Authorization = "Token x" } }
  end,
  Stream = function()
    local response = okit.fetch { url = base .. "stream", onData = function(part, head)
      add("part", part, head.status, head.headers["content-length"])
    end }
    add("status", response.status, #response.body)
  end,
  Events = function()
    timer = okit.events(base .. "events", function(event)
      if event.data == "fail" then error("no event") end
      add(event.type, event.data, event.id)
    end)
  end,
  Open = function() okit.navigate("detail") end,
  ["Undo Me"] = function() app.edited = "by hand" end,
}

-- Names that the check cannot find.
local wrong_content, wrong_headers, wrong_owner = "jsn", "header", "ownr"
for title, fn in pairs {
  ["unknown"] = function() okit.fetch { url = base, [wrong_content] = {} } end,
  ["two contents"] = function() okit.fetch { url = base, json = {}, body = "" } end,
  ["wait"] = function() okit.fetch { url = base, wait = 1 } end,
  ["credentials"] = function() okit.fetch { url = base, credentials = "x" } end,
  ["owner"] = function() okit.fetch { url = base, owner = 5 } end,
  ["odd owner"] = function() okit.fetch { url = base, owner = { [1.5] = 1 } } end,
  ["lone owner"] = function() okit.fetch { url = base, owner = Note {} } end,
  ["onData"] = function() okit.fetch { url = base, onData = "x" } end,
  ["form"] = function() okit.fetch { url = base, form = 5 } end,
  ["query"] = function() okit.fetch { url = base, query = { 1 } } end,
  ["multipart"] = function() okit.fetch { url = base, multipart = { a = {} } } end,
  ["part"] = function() okit.fetch { url = base, multipart = { a = { body = "", nam = "" } } } end,
  ["part type"] = function() okit.fetch { url = base, multipart = { a = { body = "", type = "a\r\nb" } } } end,
  ["events options"] = function() okit.events(base, print, { [wrong_headers] = {} }) end,
  ["events URL"] = function() okit.events("api.test", print) end,
  ["events headers"] = function() okit.events(base, print, { headers = { "a" } }) end,
  ["events header"] = function() okit.events(base, print, { headers = { Accept = 5 } }) end,
  ["events id"] = function() okit.events(base, print, { lastEventId = "a\nb" }) end,
  ["events credentials"] = function() okit.events(base, print, { credentials = 1 }) end,
  ["events function"] = function() okit.events(base, 5) end,
  ["timer option"] = function() okit.after(1, print, { [wrong_owner] = app }) end,
  ["timer owner"] = function() okit.every(1, print, { owner = {} }) end,
} do functions["Wrong " .. title] = function() add(code(fn)) end end

local buttons = {}
for title, fn in pairs(functions) do
  buttons[#buttons + 1] = okit.ModelBarButtonItem { title = "#" .. title, tap = fn }
end

okit.ModelDetailTableController:extend("home", {
  titlePath = "log", right = buttons,
  sections = { { cells = { okit.ModelTextCell { path = "#Edited", textPath = "edited" } } } },
})
local Detail = okit.ModelDetailTableController:extend("detail", { titlePath = "#Detail" })
function Detail:setup()
  okit.after(0, function()
    okit.fetch { url = base .. "slow", owner = self }
    add("late")
  end)
  okit.every(1, function() add("shown") end, { owner = self })
end

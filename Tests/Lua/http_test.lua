-- A server with ETags, which other clients can write to.
local function server(text)
  local self = { text = text, tag = 1, latency = 0 }
  function self.write(new) self.text, self.tag = new, self.tag + 1 end
  self.answers = {
    ["GET /default.json"] = function()
      if not self.text then return { status = 404 } end
      return {
        status = 200, headers = { ETag = ('"%d"'):format(self.tag), ["Content-Type"] = "application/json" },
        body = self.text, latency = self.latency,
      }
    end,
    ["PUT /default.json"] = function(request)
      if self.status then return { status = self.status } end
      local expected = request.headers["if-match"]
      local isNew = request.headers["if-none-match"] == "*"
      if expected and expected ~= ('"%d"'):format(self.tag) or isNew and self.text then return { status = 412 } end
      self.write(request.body)
      return { status = 204, headers = { ETag = ('"%d"'):format(self.tag) }, latency = self.latency }
    end,
  }
  return self
end

local shop = '{"books":[{"id":"a","price":1.0,"title":"Dune"}],"id":"s","motto":"first"}'

describe("A model on a server", function()
  it("is loaded and stored", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    expect(app:get("books")[1].title).to_be("Dune")
    app:set("motto", "second")
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
    expect(remote.text).to_match('"motto": "second"')
    app:relaunch()
    expect(app:get("motto")).to_be("second")
  end)

  it("is stored while other turns run", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    remote.latency = 2
    app:set("motto", "second")
    app:tap("Save")
    expect(app.screen.activity).to_be(true)
    expect(app.screen.subtitle).to_be("")
    app:set("motto", "third")
    app.clock:advance(1)
    expect(app.screen.activity).to_be(true)
    app.clock:advance(1)
    expect(app.screen.activity).to_be(false)
    expect(app.screen.subtitle).to_be("stored")
    expect(remote.text).to_match('"motto": "second"')
    app:background()
    expect(remote.text).to_match('"motto": "third"')
  end)

  it("has the changes of others, too", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    app:set("motto", "second")
    remote.write('{"books":[{"id":"a","price":2.0,"title":"Dune"},{"id":"b","price":1.0,"title":"Emma"}],'
      .. '"id":"s","motto":"first"}')
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
    expect(app:get("books/count")).to_be(2)
    expect(app:get("books")[1].price).to_be(2.0)
    expect(remote.text).to_match('"motto": "second"')
    expect(remote.text).to_match("Emma")
  end)

  it("has a first version of others, too", function()
    local remote = server()
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    app:set("motto", "mine")
    remote.write('{"books":[{"id":"b","price":1.0,"title":"Emma"}],"id":"other","motto":""}')
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
    expect(app:get("books/count")).to_be(1)
    expect(remote.text).to_match('"motto": "mine"')
    expect(remote.text).to_match("Emma")
    remote.write('{"books":[],"id":"other","motto":"mine"}')
    app:set("motto", "second")
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
    expect(app:get("books/count")).to_be(0)
    expect(app:get("motto")).to_be("second")
  end)

  it("leaves a conflict to the application", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    app:set("motto", "mine")
    remote.write((shop:gsub("first", "theirs")))
    app:tap("Save")
    expect(app.screen.subtitle).to_be("http.conflict")
    expect(app:get("motto")).to_be("mine")
    expect(remote.text).to_match("theirs")
    app:set("motto", "theirs")
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
  end)

  it("asks the model about a conflict", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers, arguments = { "both" } })
    app:set("motto", "mine")
    remote.write((shop:gsub("first", "theirs")))
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
    expect(app:get("motto")).to_be("mine, theirs, not first")
    expect(remote.text).to_match("mine, theirs, not first")
  end)

  it("keeps what could not be sent, and sends it at the next start", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    remote.status = 503
    app:set("motto", "second")
    app:tap("Save")
    expect(app.screen.activity).to_be(true)
    app.clock:advance(60)
    expect(app.screen.subtitle).to_be("http.status")
    expect(remote.text).to_match("first")
    remote.status = nil
    remote.write('{"books":[{"id":"b","price":1.0,"title":"Emma"}],"id":"s","motto":"first"}')
    app:terminate()
    app:relaunch()
    expect(app:get("motto")).to_be("second")
    expect(app:get("books")[1].title).to_be("Emma")
    expect(remote.text).to_match('"motto": "second"')
  end)

  it("fails the background when the server refuses it", function()
    local remote = server(shop)
    local app = okit.launch("http_app.lua", { endpoint = remote.answers })
    remote.status = 403
    app:set("motto", "second")
    app:background()
    expect(app.diagnostics[1].code).to_be("http.status")
  end)

  it("loads no page of a login", function()
    local answers = { ["GET /default.json"] = { status = 200, headers = { ["Content-Type"] = "text/html" },
      body = "<html>" } }
    expect(function() okit.launch("http_app.lua", { endpoint = answers }) end).to_fail("text/html")
  end)
end)

describe("An encrypted model on a server", function()
  local store, app
  before_each(function()
    store = okit.endpoint_store {}
    app = okit.launch("http_app.lua", { endpoint = store, arguments = { "", "ModelEncryptedHttp" } })
    app:set("motto", "secret")
    app:transaction(function()
      app:model().books:add { id = "a", title = "Dune", cover = { id = "c", data = "\0bytes", format = "image/png" } }
    end)
    app:tap("Save")
    expect(app.screen.subtitle).to_be("stored")
  end)

  it("is a container on the server", function()
    for _, path in ipairs { "default.json", "_image/c.png" } do
      expect(store:get(path):sub(1, 5)).to_be("\x89OKIT")
      expect(store:get(path)).not_to_contain("secret")
    end
    app:relaunch()
    expect(app:get("motto")).to_be("secret")
    expect(app:model().books[1].cover.data).to_be("\0bytes")
  end)

  it("is not replaced by a plain document", function()
    store:put("default.json", { id = "s", motto = "forged" })
    expect(function() app:relaunch() end).to_fail("not encrypted")
  end)

  it("is not loaded when a byte was changed", function()
    local container = store:get("default.json")
    store:put("default.json", container:sub(1, -2) .. string.char(container:byte(-1) ~ 1))
    expect(function() app:relaunch() end).to_fail("not authentic")
  end)
end)

-- Requests of a script: everything else goes on while a function waits for its answer.
describe("A request", function()
  local base = "https://api.test/v1/"
  local app

  -- Launches the application with a slow answer after 2 s, and others.
  local function launch(answers)
    answers = answers or {}
    answers["GET " .. base .. "slow"] = { body = '{"name":"slow"}', latency = 2 }
    answers["GET " .. base .. "fast"] = { body = "fast", latency = 0.5 }
    app = okit.launch("requests_app.lua", { endpoint = answers, fixture = { notes = { { name = "a" } } } })
    return app
  end
  local function log() return app:get("log") end

  it("lets only its caller wait: the faster answer arrives first, and timers run meanwhile", function()
    launch():tap("Two")
    expect(log()).to_be("")
    app.clock:advance(1)
    expect(log()).to_be("fast; tick; ")
    app.clock:advance(1)
    expect(log()).to_match('^fast; tick; .*{"name":"slow"}; ')
  end)

  it("can be cancelled, and what was cancelled raises net.cancelled", function()
    launch():tap("Begin"):tap("State"):tap("Cancel"):tap("State"):tap("Wait")
    expect(log()).to_be("true; false; net.cancelled; ")
  end)

  it("is waited for by its handle, before and after the answer", function()
    launch():tap("Begin"):tap("Wait")
    app.clock:advance(2)
    app:tap("Wait"):tap("State"):tap("Cancel"):tap("Wait")
    expect(log()).to_be("slow; slow; false; slow; ")
  end)

  it("raises net.cancelled where a function waits already", function()
    launch():tap("Begin"):tap("Wait"):tap("Cancel")
    expect(log()).to_be("net.cancelled; ")
    app.clock:advance(2)
    expect(log()).to_be("net.cancelled; ")
  end)

  it("ends with the timer whose function waits for it", function()
    launch():tap("Timer"):tap("Cancel Timer")
    app.clock:advance(2)
    expect(log()).to_be("true; closed; false; ")
  end)

  it("ends with its entity, and so do timers", function()
    launch():tap("Own")
    app.clock:advance(1)
    app:tap("Remove"):tap("State"):tap("Wait")
    app.clock:advance(5)
    expect(log()).to_be("owned; false; net.cancelled; ")
  end)

  it("ends with its controller: an answer after its screen has closed changes nothing", function()
    launch():tap("Open")
    app.clock:advance(1)
    app:back()
    app.clock:advance(5)
    expect(log()).to_be("shown; ")
  end)

  it("is sent when fewer than six to its server run", function()
    local count = 0
    launch { ["GET " .. base .. "many"] = function(request)
      count = count + 1
      return { body = request.query.i, latency = 1 }
    end }
    app:tap("Many")
    expect(count).to_be(6)
    app.clock:advance(1)
    expect(count).to_be(8)
  end)

  it("has a query, and JSON, a form or parts as its content", function()
    local sent = {}
    launch { ["* " .. base .. "send"] = function(request) sent[#sent + 1] = request return "" end }:tap("Send")
    expect(sent[1].query).to_equal { x = "1" }
    expect(sent[2].url).to_be(base .. "send?x=1&page=2&tag=a%20b&tag=c")
    expect(sent[2].method).to_be("POST")
    expect(sent[2].body).to_be('{"title":"Dune"}')
    expect(sent[2].headers["content-type"]).to_be("application/json")
    expect(sent[3].method).to_be("PUT")
    expect(sent[3].body).to_be("read=true&title=Dune%20%26%20Emma")
    expect(sent[3].headers["content-type"]).to_be("application/x-www-form-urlencoded")
    expect(sent[4].headers["content-type"]).to_be("multipart/form-data; boundary=okit-part-1")
    expect(sent[4].body).to_be(table.concat({
      "--okit-part-1", 'Content-Disposition: form-data; name="cover"; filename="a%22b.png"', "Content-Type: image/png",
      "", "\0", "--okit-part-1", 'Content-Disposition: form-data; name="title"', "", "okit-part", "--okit-part-1--", "",
    }, "\r\n"))
    expect(sent[5].headers["content-type"]).to_be("application/vnd.api+json")
  end)

  it("gets repeatable headers as lists", function()
    launch { ["GET " .. base .. "cookies"] = { headers = { ["Set-Cookie"] = { "a=1, x", "b=2" }, Vary = "a, b" } } }
    app:tap("Cookies")
    expect(log()).to_be("2 b=2 a, b; ")
  end)

  it("is no step of the history: undo takes back the last edit, not the answer", function()
    launch { ["GET " .. base .. "ask"] = { body = "answer", latency = 1 } }:tap("Ask"):tap("Undo Me")
    app.clock:advance(1)
    app:undo()
    expect(log()).to_be("answer; ")
    expect(app:get("edited")).to_be("")
  end)

  it("passes parts to onData", function()
    launch { ["GET " .. base .. "stream"] = {
      body = "abc", headers = { ["Content-Length"] = "3" }, latency = 1,
    } }:tap("Stream")
    app.clock:advance(1)
    expect(log()).to_be("part abc 200 3; status 200 0; ")
  end)

  it("reads server-sent events, and connects again with the last id", function()
    local ids = {}
    launch { ["GET " .. base .. "events"] = function(request)
      ids[#ids + 1] = request.headers["last-event-id"] or "none"
      return {
        body = ":comment\nretry: 1000\n\ndata: one\nid: " .. #ids
          .. "\n\nevent: two\r\ndata:a\r\ndata: b\r\n\r\nid: 99\ndata: lost",
        headers = { ["Content-Type"] = "text/event-stream" },
      }
    end }
    app:tap("Events")
    expect(log()).to_be("message one 1; two a\nb 1; ")
    app.clock:advance(1)
    expect(ids).to_equal { "none", "1" }
    app:tap("Cancel Timer")
    app.clock:advance(10)
    expect(ids).to_have_count(2)
  end)

  it("reads the events after one whose function fails", function()
    launch { ["GET " .. base .. "events"] = {
      body = "id: 1\ndata: fail\n\nid: 2\ndata: b\n\nid: 3\ndata: c\n\n",
      headers = { ["Content-Type"] = "text/event-stream" },
    } }
    app:tap("Events")
    expect(log()).to_be("message b 2; message c 3; ")
    expect(app.diagnostics[1].message).to_contain("no event")
    app:tap("Cancel Timer")
  end)

  it("refuses options that mean nothing", function()
    launch()
    for name, code in pairs {
      ["unknown"] = "lua.unknownMember", ["two contents"] = "lua.argument", ["wait"] = "lua.argument",
      ["credentials"] = "lua.argument", ["owner"] = "lua.argument", ["lone owner"] = "lua.argument",
      ["odd owner"] = "lua.argument",
      ["onData"] = "lua.argument", ["form"] = "lua.argument", ["query"] = "lua.argument",
      ["multipart"] = "lua.argument", ["part"] = "lua.unknownMember", ["part type"] = "net.request",
      ["events options"] = "lua.unknownMember", ["events function"] = "lua.argument",
      ["events URL"] = "net.url", ["events headers"] = "lua.argument", ["events header"] = "lua.argument",
      ["events id"] = "lua.argument", ["events credentials"] = "lua.argument",
      ["timer option"] = "lua.unknownMember", ["timer owner"] = "lua.argument",
    } do
      app:set("log", ""):tap("Wrong " .. name)
      expect(name .. " " .. log()).to_be(name .. " " .. code .. "; ")
    end
  end)

  describe("in a test", function()
    it("reaches functions as it is sent, and only what is printed is masked", function()
      local sent
      launch { ["* /articles/:slug/comments"] = function(request) sent = request return "[]" end }:tap("Token")
      expect(sent.headers.authorization).to_be("Token x")
      expect(sent.parameters).to_equal { slug = "a b" }
      expect(sent.query).to_equal { x = "1" }
      expect(sent.path).to_be("/v1/articles/a b/comments")
      expect({ sent.method, sent.url }).to_equal { "GET", base .. "articles/a%20b/comments?x=1" }
      expect(app.requests[1].parameters).to_equal { slug = "a b" }
      expect(app.requests[1].headers.authorization).to_be("Token …")
    end)

    it("is answered by the most exact key", function()
      for _, keys in ipairs {
        { "GET /v1/ask", "GET /v1/:name", "* /v1/ask" }, { "GET /v1/:name", "GET /v1/*" }, { "* /ask", "GET /:name" },
        { "GET " .. base .. "ask", "GET /ask" }, { "GET /as*", "GET /a*", "GET /v1/b*" },
      } do
        local answers = {}
        for index, key in ipairs(keys) do answers[key] = "answer " .. index end
        launch(answers):tap("Ask")
        expect(keys[1] .. log()).to_be(keys[1] .. "answer 1; ")
      end
    end)

    it("is refused while the application is offline", function()
      launch { ["GET /ask"] = "here" }
      app:offline(true):tap("Fail")
      app:offline(false):tap("Fail")
      expect(log()).to_be("net.unreachable; ok; ")
      expect(app.requests).to_have_count(1)
    end)

    it("fails the test without an answer, also behind pcall", function()
      launch()
      expect(function() app:tap("Fail") end).to_fail("no answer for GET https://api.test/v1/ask")
    end)
  end)
end)

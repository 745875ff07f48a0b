local requests, app

-- Runs code with answers; returns the result.
local function run(code, answers, advance)
  requests = {}
  local endpoint = {}
  for key, answer in pairs(answers or {}) do
    endpoint[key:gsub(" /", " https://shop.example/api/")] = function(request)
      requests[#requests + 1] = request
      if type(answer) == "function" then return answer(request, #requests) end
      return answer
    end
  end
  app = okit.launch("client_app.lua", { endpoint = endpoint, documents = true })
  local shop = app:model()
  shop.code = code
  app:call("run()")
  if advance then app.clock:advance(advance) end
  return shop.result
end

local function again(code)
  app:model().code = code
  app:call("run()")
  return app:model().result
end

describe("A client", function()
  it("decodes JSON", function()
    expect(run('return api:get("articles")', { ["GET /articles"] = { body = { title = "Dune" } } })).to_be(
      '{"title":"Dune"}')
  end)

  for name, case in pairs {
    ["no body"] = { { status = 204 }, "nil" },
    ["a text"] = { { status = 200, headers = { ["Content-Type"] = "text/plain" }, body = "{}" }, '"{}"' },
    ["other JSON"] = {
      { status = 200, headers = { ["Content-Type"] = "application/problem+json" }, body = "[1]" }, "[1]",
    },
    ["JSON of an unknown type"] = { { status = 200, body = '{"a":1}' }, '{"a":1}' },
    ["bytes"] = { { status = 200, body = "x" }, '"x"' },
  } do
    it("takes " .. name, function()
      expect(run('return (api:get("x"))', { ["GET /x"] = case[1] })).to_be(case[2])
    end)
  end

  it("counts JSON that cannot be read as an answer that was lost", function()
    local broken = { status = 200, headers = { ["Content-Type"] = "application/json" }, body = '{"a": [1,' }
    expect(run('return api:get("x")', { ["GET /x"] = broken })).to_match("JSON that cannot be read")
    expect(run([[
      local ok, problem = pcall(api.get, api, "x")
      return problem.code
    ]], { ["GET /x"] = broken })).to_be('"net.response"')
  end)

  it("prefers an answer for its query", function()
    local answers = { ["GET /x"] = { body = "any" }, ["GET /x?page=2"] = { body = "second" } }
    expect(run('return (api:get("x", { query = { page = 2 } }))', answers)).to_be('"second"')
    expect(run('return (api:get("x", { query = { page = 3 } }))', answers)).to_be('"any"')
  end)

  it("sends JSON, headers and a query", function()
    run([[
      shop.token = "secret-1"
      api:post("articles", { title = "Dune", tags = okit.json.array {} },
        { query = { draft = true, tag = { "a", "b c" } }, headers = { ["x-app"] = "2" }, idempotencyKey = "k" })
      return "done"
    ]], { ["POST /articles?draft=true&tag=a&tag=b%20c"] = { status = 201, body = {} } })
    expect(app:model().result).to_be('"done"')
    expect(requests[1].body).to_be('{"tags":[],"title":"Dune"}')
    expect(requests[1].headers["content-type"]).to_be("application/json")
    expect(requests[1].headers["accept"]).to_be("application/json")
    expect(requests[1].headers["x-app"]).to_be("2")
    expect(requests[1].headers["idempotency-key"]).to_be("k")
  end)

  it("may ask for its headers, and waits for them", function()
    run([[
      local asking = okit.client { url = "https://shop.example/api", headers = function()
        okit.sleep(1)
        return { Authorization = "Token fresh" }
      end }
      asking:get("articles")
    ]], { ["GET /articles"] = { body = {} } }, 2)
    expect(requests[1].headers.authorization).to_be("Token fresh")
  end)

  it("has a function for each method", function()
    for _, code in ipairs {
      'api:put("a", { 1 })', 'api:patch("a", { 1 })', 'api:post("a", { 1 })', 'api:delete("a")', 'api:get("a")',
      'api:request("OPTIONS", "/a", { json = { 1 } })', 'api:get("https://shop.example/api/a")',
    } do
      local answers = {}
      for _, method in ipairs { "PUT", "PATCH", "POST", "DELETE", "GET", "OPTIONS" } do
        answers[method .. " /a"] = function(request) return { body = { method = request.method } } end
      end
      expect(run("return (" .. code .. ").method", answers)).to_be('"' .. requests[1].method .. '"')
    end
  end)

  it("raises statuses from 400", function()
    local answers = { ["POST /articles"] = { status = 422, body = { errors = { title = "is taken" } } } }
    expect(run('api:post("articles", {})', answers)).to_be(
      "net.status: POST https://shop.example/api/articles: the server answered with status 422")
    expect(again([[
      local ok, problem = pcall(api.post, api, "articles", {})
      return { problem.status, problem.data.errors.title, problem.response.status, tostring(problem) }
    ]])).to_match('^%[422,"is taken",422,"POST')
  end)

  for _, status in ipairs { 300, 301, 302, 303, 307, 308 } do
    it("returns a redirect, which it does not follow: " .. status, function()
      local location = "https://shop.example/api/y"
      local answers = { ["GET /x"] = { status = status, headers = { Location = location } } }
      expect(run([[
        local _, response = api:get "x"
        return { response.status, response.headers.location }
      ]], answers)).to_be(('[%d,"%s"]'):format(status, location))
      expect(requests).to_have_count(1)
    end)
  end

  it("returns what answers a condition of its own", function()
    expect(run('local _, response = api:get("x", { headers = { ["If-None-Match"] = "1" } }) return response.status', {
      ["GET /x"] = { status = 304 },
    })).to_be("304")
  end)

  it("reports a status that nothing handles", function()
    okit.launch("client_app.lua", { endpoint = { ["GET https://shop.example/api/x"] = { status = 500 } } })
    expect(run('return api:get("x")', { ["GET /x"] = { status = 500 } })).to_match("net.status")
  end)

  it("says who is not authorized", function()
    run('api:get("user")', { ["GET /user"] = { status = 401 } })
    expect(app:model().logins).to_be(1)
    expect(app:model().result).to_match("status 401")
  end)

  local function new(options) return ('okit.client { url = "https://a.example", %s }'):format(options) end

  for name, case in pairs {
    ["an option of the client"] = { new 'retyr = {}', 'did you mean "retry"?' },
    ["an option of retry"] = { new 'retry = { time = 1 }', 'did you mean "times"?' },
    ["an option of a request"] = { 'api:get("x", { qurey = {} })', 'did you mean "query"?' },
    ["a function"] = { 'api:gett("x")', 'did you mean "get"?' },
    ["a URL"] = { 'okit.client { url = "shop.example" }', "url: .* must start with http" },
    ["no URL"] = { "okit.client {}", "url needs a string" },
    ["the URL of another service"] = { 'api:get("https://other.example/x")', "is not below https://shop.example/api" },
    ["a path that leads elsewhere"] = { 'api:get("articles/%2e%2e/x")', "leads to another folder" },
    ["a dot for a colon"] = { 'api.get("x")', "call it with a colon" },
    ["a number of attempts"] = { new 'retry = { times = -1 }', "whole number" },
    ["a huge number of attempts"] = { new 'retry = { times = 101 }', "0 to 100, got 101" },
    ["a type of attempts"] = { new 'retry = { times = false }', "got false" },
    ["retry"] = { new 'retry = 3', "retry needs a table, got number" },
    ["a status"] = {
      new 'retry = { statuses = { "x" } }',
      'lua.argument: okit.client: retry.statuses needs a list of statuses from 400 to 599, .*, got "x"',
    },
    ["a status of success"] = { new 'retry = { statuses = { 200 } }', "got 200" },
    ["a fraction"] = { new 'retry = { statuses = { 503.5 } }', "got 503.5" },
    ["names of statuses"] = { new 'retry = { statuses = { busy = 503 } }', 'got "busy"' },
    ["statuses"] = { new 'retry = { statuses = 503 }', "got 503" },
    ["headers"] = { new 'headers = { Accept = 5 }', "headers.Accept needs a string, got 5" },
    ["a list of headers"] = { new 'headers = { "Accept" }', "headers needs names" },
    ["headers of a function"] = {
      new 'headers = function() return 5 end' .. ':get \"x\"', "headers needs a table, got 5",
    },
    ["cache"] = { new 'cache = "yes"', 'cache needs a boolean, got "yes"' },
    ["onUnauthorized"] = { new 'onUnauthorized = 1', "onUnauthorized needs a function" },
    ["a scheme"] = { 'okit.client { url = "ftp://a.example" }', "net.url: okit.client: url" },
    ["a host"] = { 'okit.client { url = "https://" }', "net.url: okit.client: url" },
    ["options"] = { "okit.client(5)", "okit.client needs a table, got number" },
    ["a time-out"] = { 'api:get("x", { timeout = 0 })', "timeout needs a number of seconds up to 60, got 0" },
    ["a long time-out"] = { 'api:get("x", { timeout = 61 })', "got 61" },
    ["no number as a time-out"] = { 'api:get("x", { timeout = 0/0 })', "timeout needs a number of seconds up to 60" },
    ["a query"] = { 'api:get("x", { query = "a=b" })', 'query needs a table, got "a=b"' },
    ["headers of a request"] = { 'api:get("x", { headers = { 5 } })', "client:get: headers needs names" },
    ["a key"] = { 'api:post("x", {}, { idempotencyKey = 5 })', "idempotencyKey needs a string, got 5" },
    ["kept responses"] = { 'api:get("x", { cache = 1 })', "cache needs a boolean, got 1" },
    ["credentials"] = { 'api:get("x", { credentials = 1 })', "credentials needs true or false" },
    ["a path"] = { "api:get(5)", "path needs a string, got 5" },
    ["a method"] = { 'api:request(nil, "x")', "method needs a string" },
  } do
    it("fails for a wrong " .. name, function() expect(run(case[1])).to_match(case[2]) end)
  end
end)

describe("Attempts", function()
  local function failing(count, answer)
    return function(_, number)
      return number <= count and (answer or { status = 503 }) or { body = { number = number } }
    end
  end

  it("are repeated with back-off", function()
    expect(run('return patient:get("x")', { ["GET /x"] = failing(2) }, 2)).to_be('{"number":3}')
    expect(#requests).to_be(3)
  end)

  it("end with the last error", function()
    expect(run('patient:get("x")', { ["GET /x"] = failing(9) }, 20)).to_match("status 503")
    expect(#requests).to_be(4)
  end)

  it("follow Retry-After", function()
    local answers = { ["GET /x"] = failing(1, { status = 429, headers = { ["Retry-After"] = "4" } }) }
    run('return patient:get("x")', answers, 3.9)
    expect(#requests).to_be(1)
    app.clock:advance(0.2)
    expect(#requests).to_be(2)
  end)

  it("follow Retry-After with a date", function()
    local answers = {
      ["GET /x"] = failing(1, { status = 429, headers = { ["Retry-After"] = "Wed, 01 Jan 2020 00:00:05 GMT" } }),
    }
    run('return patient:get("x")', answers, 4.5)
    expect(#requests).to_be(1)
    app.clock:advance(1)
    expect(#requests).to_be(2)
  end)

  it("end where the server asks for more than the time-out", function()
    for _, text in ipairs { "11", "99999999999999999999", "1e300" } do
      local answers = { ["GET /x"] = failing(1, { status = 429, headers = { ["Retry-After"] = text } }) }
      expect(run('patient:get("x")', answers)).to_match("status 429")
    end
  end)

  for name, case in pairs {
    ["a POST"] = { 'patient:post("x", {})', 1 }, ["a PUT"] = { 'patient:put("x", {})', 4 },
    ["a POST with a key"] = { 'patient:post("x", {}, { idempotencyKey = "k" })', 4 },
    ["another status"] = { 'patient:get("y")', 1 }, ["a client without retry"] = { 'api:get("x")', 1 },
  } do
    it("are " .. case[2] .. " for " .. name, function()
      run(case[1], {
        ["GET /x"] = { status = 503 }, ["POST /x"] = { status = 503 }, ["PUT /x"] = { status = 503 },
        ["GET /y"] = { status = 404 },
      }, 30)
      expect(#requests).to_be(case[2])
    end)
  end

  it("are repeated where no response arrives", function()
    local answers = { ["GET /x"] = failing(1, { fail = "unreachable" }) }
    expect(run('return patient:get("x")', answers, 2)).to_be('{"number":2}')
  end)
end)

describe("The cache", function()
  local function tagged(request)
    if request.headers["if-none-match"] == '"1"' then return { status = 304, headers = { ETag = '"1"' } } end
    return { status = 200, headers = { ETag = '"1"', ["Content-Type"] = "application/json" }, body = '{"n":1}' }
  end
  local answers = { ["GET /x"] = tagged }

  it("returns what it has kept for 304", function()
    expect(run('return (cached:get("x"))', answers)).to_be('{"n":1}')
    expect(again('local data, response = cached:get("x") return { data.n, response.status, response.cached }')).to_be(
      "[1,200,true]")
    expect(requests[2].headers["if-none-match"]).to_be('"1"')
    app:relaunch()
    expect(again('return (cached:get("x"))')).to_be('{"n":1}')
    expect(requests[3].headers["if-none-match"]).to_be('"1"')
  end)

  it("belongs to who is authorized", function()
    run('return (cached:get("x"))', answers)
    again('shop.token = "other" return (cached:get("x"))')
    expect(requests[2].headers["if-none-match"]).to_be(nil)
  end)

  it("asks with a date, too", function()
    local dated = { status = 200, headers = { ["Last-Modified"] = "Wed, 01 Jan 2020 00:00:00 GMT" }, body = '{"n":1}' }
    run('cached:get("x") return (cached:get("x"))', { ["GET /x"] = dated })
    expect(requests[2].headers["if-modified-since"]).to_be("Wed, 01 Jan 2020 00:00:00 GMT")
  end)

  for name, headers in pairs {
    ["without a tag"] = {}, ["not to be stored"] = { ETag = '"1"', ["Cache-Control"] = "no-store" },
  } do
    it("keeps nothing " .. name, function()
      local answer = { status = 200, headers = headers, body = '{"n":1}' }
      run('cached:get("x") return (cached:get("x"))', { ["GET /x"] = answer })
      expect(requests[2].headers["if-none-match"]).to_be(nil)
    end)
  end

  it("is used by a client that asks for it", function()
    run('api:get("x") return (api:get("x", { cache = true }))', answers)
    again('return (api:get("x", { cache = true }))')
    expect(requests[3].headers["if-none-match"]).to_be('"1"')
  end)
end)

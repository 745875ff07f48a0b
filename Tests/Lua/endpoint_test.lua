-- Models on a server, answered inside the process of the test.
describe("An endpoint of a test", function()
  local function launch(endpoint) return okit.launch("endpoint_app.lua", { endpoint = endpoint }) end

  local function lines(app)
    local all = {}
    for index, request in ipairs(app.requests) do all[index] = request.method .. " " .. request.path end
    return all
  end

  it("answers the first load with a document", function()
    local app = launch { ["GET /shop.json"] = { motto = "read", books = { { id = "a", name = "Dune" } } } }
    expect(app:rows()).to_equal { "Dune" }
    expect(lines(app)).to_equal { "GET /shop.json" }
    expect(app.requests[1].url).to_be("http://endpoint.test/shop.json")
    expect(app.requests[1].headers["cache-control"]).to_be("no-cache")
  end)

  it("passes what is stored to a function", function()
    local sent
    local app = launch {
      ["GET /shop.json"] = { status = 404 },
      ["PUT /shop.json"] = function(request)
        sent = request
        return { status = 201, headers = { ETag = '"1"' } }
      end,
    }
    app:model("shop").motto = "write"
    app:background()
    expect(sent.json.motto).to_be("write")
    expect(sent.headers["if-none-match"]).to_be("*")
    expect(sent.headers["content-type"]).to_match("application/json")
  end)

  it("fails the test for a request without an answer", function()
    expect(function() launch { ["GET /shop.jsn"] = {} } end).to_fail(
      'no answer for GET /shop.json; the answers are for GET /shop.jsn %(did you mean "GET /shop.jsn"%?%)')
    local app = launch { ["GET /shop.json"] = { motto = "" } }
    app:model("shop").motto = "x"
    expect(function() app:background() end).to_fail("no answer for PUT /shop.json; the answers are for GET /shop.json")
    expect(app.diagnostics).not_to_have_count(0)
    -- The error of a request that the test has caught would fail it at its end.
    expect(function() app:background() end).to_fail("no answer for PUT /shop.json")
    expect(app.diagnostics).not_to_have_count(0)
  end)

  it("stores over a relaunch", function()
    local store = okit.endpoint_store()
    local app = launch(store)
    app:model("shop").motto = "kept"
    app:background():relaunch()
    expect(app:model("shop").motto).to_be("kept")
    expect(store:get("shop.json").motto).to_be("kept")
  end)

  it("merges the changes of two applications", function()
    local shop = { id = "s", motto = "one", books = { { id = "a", name = "Dune" } } }
    local store = okit.endpoint_store { ["shop.json"] = shop }
    local anna, ben = launch(store), launch(store)
    anna:model("shop").motto = "two"
    anna:background()
    ben:model("shop").books:add { id = "b", name = "Emma" }
    ben:background()
    local stored = store:get("shop.json")
    expect(stored.motto).to_be("two")
    expect(stored.books).to_have_count(2)
  end)

  it("reports a conflict that nobody can merge", function()
    local store = okit.endpoint_store { ["shop.json"] = { id = "s", motto = "one", books = {} } }
    local app = launch(store)
    store:put("shop.json", { id = "s", motto = "theirs", books = {} })
    app:model("shop").motto = "mine"
    app:background()
    expect(app.diagnostics[1].code).to_be("http.conflict")
    expect(store:get("shop.json").motto).to_be("theirs")
  end)

  it("waits for responses by the clock of the application", function()
    local app = launch { ["GET /shop.json"] = { latency = 3, body = { motto = "late" } } }
    expect(app:model("shop").motto).to_be("late")
    expect(app.clock.now).to_be(okit.date("2020-01-01T00:00:03Z"))
  end)

  it("tells the failure of a load", function()
    for fail, code in pairs { timeout = "timeout", unreachable = "unreachable", tls = "tls", body = "body" } do
      local ok, problem = pcall(launch, { ["GET /shop.json"] = { fail = fail } })
      expect(ok).to_be(false)
      expect(problem.code).to_be("http." .. code)
    end
  end)

  it("follows redirects as between servers", function()
    local app = launch {
      ["GET /shop.json"] = { status = 302, headers = { Location = "/other.json" } },
      ["GET /other.json"] = { motto = "moved" },
    }
    expect(app:model("shop").motto).to_be("moved")
    expect(lines(app)).to_equal { "GET /shop.json", "GET /other.json" }
  end)
end)

-- Models on a server that are read at the same time.
describe("Models on a server", function()
  local function launch(argument, answer)
    local function document(name)
      return { latency = 2, body = { id = name, motto = "motto of " .. name } }
    end
    return okit.launch("prefetch_app.lua", {
      now = "2020-01-01T00:00:00Z", arguments = { argument },
      endpoint = {
        ["GET /a.json"] = document "a", ["GET /b.json"] = answer or document "b", ["GET /c.json"] = document "c",
        ["PUT /a.json"] = { status = 204 },
      },
    })
  end

  local function paths(app)
    local found = {}
    for index, request in ipairs(app.requests) do found[index] = request.path end
    return found
  end

  it("are read one after the other", function()
    expect(launch("").clock.now).to_be(okit.date("2020-01-01T00:00:06Z"))
  end)

  it("are read at the same time with prefetch", function()
    local app = launch("ahead")
    expect(app.clock.now).to_be(okit.date("2020-01-01T00:00:02Z"))
    expect(paths(app)).to_equal { "/a.json", "/b.json", "/c.json" }
    expect(app:model("b").motto).to_be("motto of b")
  end)

  it("fail as without prefetch", function()
    for _, argument in ipairs { "", "ahead" } do
      expect(function() launch(argument, { status = 403 }) end).to_fail("GET with the status 403")
    end
  end)

  it("replace the version that was prefetched", function()
    local app = launch("ahead")
    app:model("a").motto = "new"
    app:background()
    expect(app.requests[4].method .. app.requests[4].path).to_be("PUT/a.json")
  end)

  it("need an endpoint", function()
    expect(function() okit.launch("prefetch_app.lua", { arguments = { "ahead" } }) end).to_fail("need an endpoint")
  end)
end)

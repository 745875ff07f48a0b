-- Answers with the status 404 that are wrong, and first versions of two applications.

local document = { id = "s", motto = "first", groups = { { id = "g", title = "Readers" } },
  cover = { id = "cover", size = 3, format = "raw" } }
local group = { id = "x", title = "Readers", members = { { id = "b", name = "Bob" }, { id = "c", name = "Cid" } } }

-- A server that answers some requests with 404, although it has the document.
local function faulty(documents)
  local store = okit.endpoint_store(documents)
  local endpoint, faults = {}, {}
  for _, method in ipairs { "GET", "PUT", "DELETE", "MKCOL" } do
    endpoint[method .. " /*"] = function(request)
      local key = method .. " " .. request.path
      local fault = faults[key]
      if fault then
        fault.after = fault.after - 1
        if fault.after < 0 and fault.after >= -fault.times then return { status = fault.status } end
      end
      return store[method .. " /*"](request)
    end
  end
  -- Answers requests with 404 or another status, after a number of others to the same path.
  local function fail(key, after, times, status)
    faults[key] = { after = after or 0, times = times or 1, status = status or 404 }
  end
  return store, endpoint, fail
end

describe("A 404 that is wrong", function()
  local store, endpoint, fail, app
  before_each(function()
    store, endpoint, fail = faulty {
      ["default.json"] = document, ["default/g.json"] = group, ["_data/cover.raw"] = "old",
    }
    app = okit.launch("http_documents_app.lua", { endpoint = endpoint })
  end)

  local function add(name)
    app:model().groups[1].group.members:add { name = name }
    app:background()
    app:background()
  end

  local function expect_names(...)
    local names = {}
    for index, member in ipairs(store:get("default/g.json").members) do names[index] = member.name end
    table.sort(names)
    expect(names).to_equal { ... }
    expect(#app:model().groups[1].group.members).to_be(select("#", ...))
  end

  it("of a partial loses nothing when it is read", function()
    for times = 1, 3 do
      fail("GET /default/g.json", 0, times)
      add("Ann" .. times)
      app:relaunch()
    end
    expect_names("Ann1", "Ann2", "Ann3", "Bob", "Cid")
    expect(store:get("default.json").groups[1].title).to_be("Readers")
  end)

  it("of a partial that was read leaves the model as it is when it is read again", function()
    expect(#app:model().groups[1].group.members).to_be(2)
    fail("GET /default/g.json", 0, 3)
    app:call("read")
    expect(app.diagnostics[1].code).to_be("storage.missing")
    expect(#app:model().groups[1].group.members).to_be(2)
    add "Ann"
    expect_names("Ann", "Bob", "Cid")
  end)

  it("of the model leaves it as it is when it is read again", function()
    fail "GET /default.json"
    app:call("read")
    expect(app.diagnostics[1].code).to_be("storage.missing")
    app:model().motto = "second"
    app:background()
    expect(store:get("default.json").motto).to_be("second")
    expect(#store:get("default.json").groups).to_be(1)
  end)

  it("of the model after a wrong 412 is no removal", function()
    app:model().motto = "second"
    fail("PUT /default.json", 0, 1, 412)
    fail "GET /default.json"
    app:background()
    expect(#app.diagnostics).to_be(0)
    expect(store:get("default.json").motto).to_be("second")
  end)

  it("of a blob is no conflict", function()
    expect(app:model().cover.data).to_be("old")
    app:model().cover.data = "new"
    fail("PUT /_data/cover.raw", 0, 1, 412)
    fail "GET /_data/cover.raw"
    app:background()
    expect(#app.diagnostics).to_be(0)
    expect(store:get("_data/cover.raw")).to_be("new")
  end)

  for after = 0, 2 do
    it(("of a partial loses nothing when others have changed it (%d)"):format(after), function()
      expect(#app:model().groups[1].group.members).to_be(2)
      local members = { group.members[1], group.members[2], { id = "d", name = "Dan" } }
      store:put("default/g.json", { id = "x", title = "Readers", members = members })
      fail("GET /default/g.json", after)
      add "Ann"
      expect_names("Ann", "Bob", "Cid", "Dan")
      for _, warning in ipairs(app.diagnostics) do expect(warning.severity).to_be("warning") end
    end)
    it(("of a partial loses nothing when it is written (%d)"):format(after), function()
      expect(#app:model().groups[1].group.members).to_be(2)
      fail("PUT /default/g.json", after)
      add "Ann"
      expect_names("Ann", "Bob", "Cid")
    end)
  end
end)

describe("First versions of two applications", function()
  local store, endpoint, fail, first, second
  before_each(function()
    store, endpoint, fail = faulty {}
    local function launch(answers, seed, now)
      local options = { endpoint = answers, seed = seed, now = now, arguments = { "hours" } }
      return okit.launch("http_documents_app.lua", options)
    end
    first = launch(endpoint, 1, "2026-01-01T12:00:00Z")
    second = launch(store, 2, "2026-03-01T12:00:00Z")
  end)

  it("have the date of the one that was stored first", function()
    second:model().motto = "theirs"
    second:background()
    first:model().hours.from = 8
    first:background()
    local stored = store:get("default.json")
    expect(stored.motto).to_be("theirs")
    expect(stored.hours.from).to_be(8)
    expect(first:model().opened).to_be(second:model().opened)
    expect(first:model().owner.id).to_be(second:model().owner.id)
  end)

  it("leave a date that the later one has set to the application", function()
    second:model().motto = "theirs"
    second:background()
    first:model().opened = "2020-02-02T00:00:00Z"
    first:background()
    -- Nothing tells whether the other date was set.
    expect(first.diagnostics[1].code).to_be("http.conflict")
    expect(first.diagnostics[1].message).to_match("/opened is")
    expect(first.diagnostics[1].message).not_to_contain("/owner")
  end)

  it("merge a date that the earlier one has set", function()
    second:model().opened = "2030-02-02T00:00:00Z"
    second:background()
    first:model().motto = "mine"
    first:background()
    expect(store:get("default.json").motto).to_be("mine")
    expect(first:model().opened).to_be(second:model().opened)
  end)

  it("merge after a restart", function()
    first:model().motto = "mine"
    fail("PUT /default.json", 0, 1, 403)
    first:background()
    expect(first.diagnostics[1].code).to_be("http.status")
    first:terminate()
    second:model().hours.to = 20
    second:background()
    first:relaunch()
    first:background()
    expect(store:get("default.json").motto).to_be("mine")
    expect(store:get("default.json").hours.to).to_be(20)
  end)

  it("merge the properties of an entity that both have made with one id", function()
    second:model().hours.to = 20
    second:background()
    first:model().hours.from = 8
    first:background()
    expect(store:get("default.json").hours).to_equal { id = "hours", from = 8, to = 20 }
    expect(first:model().hours.to).to_be(20)
  end)

  it("leave a property of such an entity that both have set to the application", function()
    second:model().hours.to = 20
    second:background()
    first:model().hours.to = 18
    first:background()
    expect(first.diagnostics[1].message).to_match("/hours/to is 18 here and 20 on the server")
    expect(store:get("default.json").hours.to).to_be(20)
  end)
end)

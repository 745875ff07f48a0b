-- Ids that follow from a seed: the same in each run of a test, and never one that is in use or was.

local function ids(app, count)
  local found = {}
  for _ = 1, count or 5 do found[#found + 1] = app:call "addItem" end
  return found
end

local function expect_new(seen, found)
  for _, id in ipairs(found) do
    expect(seen[id]).to_be(nil)
    seen[id] = true
  end
end

describe("ids of a seed", function()
  it("are the same in each launch", function()
    local first = ids(okit.launch("seeded_ids_app.lua"))
    expect(ids(okit.launch("seeded_ids_app.lua"))).to_equal(first)
    expect(ids(okit.launch("seeded_ids_app.lua", { seed = 2 }))[1] == first[1]).to_be(false)
  end)

  it("do not come again after a relaunch", function()
    local app = okit.launch("seeded_ids_app.lua")
    local seen = {}
    for _ = 1, 6 do
      expect_new(seen, ids(app))
      app:call "removeFirst"
      app:background()
      app:relaunch()
    end
    -- What was not stored does not come again either.
    expect_new(seen, ids(app))
    app:relaunch()
    expect_new(seen, ids(app))
  end)

  it("are not those of a model that is registered later", function()
    local app = okit.launch("seeded_ids_app.lua")
    app:call "registerLater"
    local seen = {}
    for _ = 1, 20 do seen[app:call "addLater"] = true end
    app:background()
    app:relaunch()
    expect_new(seen, ids(app, 60))
    app:call "registerLater"
    expect(app.diagnostics).to_equal {}
  end)

  it("of a model that is never stored are not those of a document that is read later", function()
    local app = okit.launch("seeded_ids_app.lua", { arguments = { "transient" } })
    local seen = {}
    for _ = 1, 3 do
      expect_new(seen, ids(app, 30))
      app:call "registerLater"
      for _ = 1, 20 do seen[app:call "addLater"] = true end
      app:background()
      app:relaunch()
    end
    expect_new(seen, ids(app, 60))
    app:call "registerLater"
    expect(app:get("later>items.@count")).to_be(60)
    expect(app.diagnostics).to_equal {}
  end)
end)

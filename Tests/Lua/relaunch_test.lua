describe("relaunch", function()
  it("is possible inside of changes, which has the changes of both processes", function()
    local app = okit.launch "relaunch_app.lua"
    local changes = app:changes(function()
      app:model().n = 1
      app:background():relaunch()
      app:model().n = 2
      app:model().last = 1
      app:model().last = 0
    end)
    expect(changes).to_match {
      { op = "replace", path = "/n", value = 1, old = 0 }, { op = "replace", path = "/n", value = 2, old = 1 },
    }
    expect(#changes).to_be(2)
    expect(app:changes(function() app:model().n = 3 end)).to_match { { path = "/n", value = 3, old = 2 } }
  end)

  it("is possible inside of changes inside of changes, after an end, and again", function()
    local app = okit.launch "relaunch_app.lua"
    local inner
    local outer = app:changes(function()
      app:model().n = 1
      inner = app:changes(function()
        app:model().n = 2
        app:background():terminate()
        app:relaunch():relaunch()
        app:model().n = 3
      end)
    end)
    expect(#inner).to_be(2)
    expect(inner[1].value).to_be(2)
    expect(outer).to_match { { path = "/n", value = 2, old = 0 }, { path = "/n", value = 3, old = 2 } }
    expect(#outer).to_be(2)
  end)

  it("is refused inside of a transaction", function()
    local app = okit.launch "relaunch_app.lua"
    for _, name in ipairs { "relaunch", "terminate" } do
      expect(function() app:transaction(function() app[name](app) end) end)
        .to_fail(name .. " cannot be called inside a transaction")
    end
  end)

  for _, name in ipairs { "relaunch", "terminate" } do
    it("is refused in the function that answers a request: " .. name, function()
      local app, failure
      app = okit.launch("relaunch_app.lua", {
        arguments = { "ModelHttp" },
        endpoint = {
          ["GET /*"] = { status = 404 },
          ["PUT /*"] = function()
            local _, error = pcall(function() app[name](app) end)
            failure = error
            return { status = 201, headers = { ETag = '"1"' } }
          end,
        },
      })
      app:model().n = 1
      app:background()
      expect(failure.code).to_be "app.turn"
      expect(failure.message).to_contain(name .. " cannot be called by the function that answers a request")
      app:relaunch()
    end)
  end
end)

-- A class of models with the functions `read` and `write`, which are its storage.
describe("A storage of its own", function()
  local app
  before_each(function() app = okit.launch("own_storage_app.lua") end)

  it("is asked for a document when the model is registered", function()
    expect(app:call("takeCalls()")).to_contain("read default.json")
  end)

  it("gets whole documents, and gives them back at the next launch", function()
    app:call("takeCalls()")
    app:call("add(#one)")
    app:model("plain").word = "hello"
    app:background():foreground()
    expect(app:call("takeCalls()")).to_be("write default.json")
    app:relaunch()
    expect(app:get("items[0]/name")).to_be("one")
    expect(app:model("plain").word).to_be("hello")
  end)

  it("writes the whole of a large document each time, without a journal", function()
    app:call("fill()")
    app:background():foreground()
    app:call("takeCalls()")
    app:call("add(#one)")
    app:background():foreground()
    expect(app:call("takeCalls()")).to_be("write default.json")
    app:relaunch()
    expect(app:get("items.@count")).to_be(3001)
  end)

  it("keeps the model pending if it fails", function()
    app:call("add(#one)")
    app:background():foreground()
    app:set("isBroken", true)
    app:background():foreground()
    expect(app.diagnostics[1].message).to_contain("the disk is full")
    app:set("isBroken", false)
    app:call("add(#two)")
    app:background():foreground():relaunch()
    expect(app:get("items.@count")).to_be(2)
  end)

  it("gets the blobs and partials of its models, also new ones", function()
    app:call("fillParts()")
    local raw = "_data/" .. app:model().file.id .. ".raw"
    app:call("takeCalls()")
    app:background():foreground()
    local calls = app:call("takeCalls()")
    for _, path in ipairs { raw, "default/g.json", "default.json" } do expect(calls).to_contain("write " .. path) end
    app:relaunch()
    expect(app:model().file.data).to_be "the bytes"
    expect(app:get "groups[0]/item/name").to_be "in a part"
    app:model().file.data = "others"
    app:call("takeCalls()")
    app:background():foreground()
    expect(app:call("takeCalls()")).to_contain("write " .. raw)
    app:model().file = nil
    app:model().groups:clear()
    app:background():foreground()
    calls = app:call("takeCalls()")
    for _, path in ipairs { raw, "default/g.json" } do expect(calls).to_contain("delete " .. path) end
  end)

  it("is read again by okit.Model.sync", function()
    app:call("add(#one)")
    app:call("store()")
    app:call("add(#two)")
    app:call("takeCalls()")
    app:call("sync()")
    expect(app:call("takeCalls()")).to_be("read default.json")
    expect(app:get("items.@count")).to_be(1)
  end)

  it("reaches only its own documents through the inherited functions", function()
    app:call("other()")
    expect(app.diagnostics[1]).to_match { code = "storage.class" }
  end)
end)

-- The cover, the time-outs and the authenticator of a protected application.
describe("Protection", function()
  local words = { "zimtwort", "mohnwort", "anistext", "safranfolge" }
  local app

  local function fill()
    app:transaction(function()
      app:model().entries:add { id = "e", name = "zimtwort" }
      app:model().notes = "mohnwort"
      app:model("plain").word = "anistext"
    end)
  end

  before_each(function()
    app = okit.launch("protection_app.lua")
    fill()
    app:background():foreground()
  end)

  -- Everything that a test can read of an application, as text.
  local function outputs(application)
    local parts = {}
    local function add(value, depth)
      if type(value) == "table" and (depth or 0) < 8 then
        for key, member in pairs(value) do
          add(key, (depth or 0) + 1)
          add(member, (depth or 0) + 1)
        end
      else
        parts[#parts + 1] = tostring(value)
      end
    end
    for _, name in ipairs { "screen", "stack", "log", "diagnostics", "alert", "sheet", "clock", "output", "exitCode",
      "requests" } do
      add({ pcall(function() return application[name] end) })
    end
    local calls = {
      dump = {}, rows = {}, model = {}, get = { "notes" }, snapshot = {}, call = { "say()" }, set = { "notes", "x" },
      apply = { {} }, why = { "titlePath" }, undo = {}, redo = {}, tap = { "zimtwort" }, row = { "zimtwort" },
      cell = { "zimtwort" }, back = {}, close = {}, menu = {}, refresh = {}, search = { "zimt" }, filter = { "All" },
      tab = { "x" }, changes = { function() application:background() end },
    }
    for name, arguments in pairs(calls) do
      add(name)
      add({ pcall(function() return application[name](application, table.unpack(arguments)) end) })
    end
    add({ pcall(function() application:row("zimtwort"):tap() end) })
    add({ pcall(function() application:row("zimtwort"):why() end) })
    add({ pcall(function() application:cell("zimtwort"):type("safranfolge") end) })
    add({ pcall(function() application:title():tap() end) })
    add({ pcall(function() return application:title().title end) })
    add({ pcall(function() application.clock:advance(1) end) })
    return table.concat(parts, "\n")
  end

  local function expect_nothing(of)
    local text = outputs(of)
    for _, word in ipairs(words) do
      local found = text:find(word, 1, true)
      expect(found and text:sub(math.max(1, found - 200), found + 80)).to_be(nil)
    end
  end

  it("is not active before an encrypted model was stored", function()
    app = okit.launch("protection_app.lua")
    app:terminate():relaunch()
    expect(app.screen.cover).to_be(nil)
    expect(app:model("plain").started).to_be(1)
  end)

  it("covers at once, and uncovers while the store is open", function()
    app:background()
    expect(app.screen.cover).to_equal { text = "Locked", image = "lock" }
    expect(app.screen.title).to_be("")
    expect(#app.screen.sections).to_be(0)
    app.clock:advance(299)
    app:foreground()
    expect(app.screen.cover).to_be(nil)
    expect(app:rows()).to_equal { "zimtwort" }
    expect(#app.diagnostics).to_be(0)
  end)

  it("closes the store after the time-out, and asks", function()
    app:row("zimtwort"):tap()
    app:background()
    app.clock:advance(300)
    app:foreground()
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(false)
    expect(app.screen.cover.text).to_be("Locked")
    expect(function() app:back() end).to_fail("cover")
    app:tap("cover")
    app:authenticate(false)
    app:tap("Locked"):authenticate(true)
    expect(app.screen.cover).to_be(nil)
    expect(app.stack).to_equal { "home", "entry" }
    expect(app.screen.title).to_be("zimtwort!")
    -- A refusal is a normal result.
    expect(#app.diagnostics).to_be(0)
    expect(function() app:authenticate(true) end).to_fail("not covered")
    expect(function() app:tap("cover") end).to_fail("no button or row matches \"cover\"")
  end)

  it("follows the time-out of the settings", function()
    app:model("settings").protectionTimeout = "1"
    app:background()
    app.clock:advance(59)
    app:foreground()
    expect(app.screen.cover).to_be(nil)
    app:background()
    app.clock:advance(61)
    app:foreground()
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(true)
    app:model("settings").protectionTimeout = "0"
    app:background():foreground()
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(true)
    expect(app:rows()).to_equal { "zimtwort" }
  end)

  it("covers later without protectionCover", function()
    app:model("settings").cover = false
    app:background()
    expect(app.screen.cover).to_be(nil)
    expect(app.screen.title).to_be("mohnwort")
    app.clock:advance(300)
    expect(app.screen.cover.text).to_be("Locked")
    app:foreground()
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(true)
    expect(app:rows()).to_equal { "zimtwort" }
  end)

  it("is off when the settings say so", function()
    app:model("settings").protection = false
    app:background()
    app.clock:advance(3600)
    expect(app.screen.cover).to_be(nil)
    app:foreground()
    expect(app:rows()).to_equal { "zimtwort" }
  end)

  it("refuses to be answered by the application itself, and in the background", function()
    expect(function() app:model("plain"):misuse() end).to_fail("while a function of the application is running")
    app:background()
    expect(function() app:authenticate(true) end).to_fail("background")
    expect(function() app:tap("cover") end).to_fail("background")
    app:foreground()
  end)

  it("covers the first screen of the next launch, and evaluates nothing before", function()
    expect(app:model("plain").started).to_be(1)
    app:call("say()")
    app:background():relaunch()
    expect(app.screen.cover.text).to_be("Locked")
    expect(app.stack).to_equal {}
    app:authenticate(false)
    expect_nothing(app)
    expect(app.screen.cover.text).to_be("Locked")
    app:foreground()
    app:authenticate(true)
    expect(app.screen.cover).to_be(nil)
    expect(app.screen.title).to_be("mohnwort")
    expect(app:model("plain").started).to_be(2)
  end)

  it("cannot be switched off by the file of its settings", function()
    app:model("settings").protection = false
    app:background():relaunch()
    -- The models are not read yet, so that nobody knows that the settings say so.
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(true)
    app:background()
    expect(app.screen.cover).to_be(nil)
  end)

  it("tells nothing while it is covered, with an open store", function()
    app:call("say()")
    -- The search finds the words as long as nothing hides them.
    expect(app:dump()).to_contain("zimtwort")
    expect(app.log[#app.log].message).to_contain("mohnwort")
    app:background()
    expect_nothing(app)
    for _, name in ipairs { "model", "get", "snapshot" } do
      local ok, problem = pcall(function() return app[name](app, name == "get" and "notes" or nil) end)
      expect(ok or problem.code).to_be("app.covered")
    end
    app:foreground()
    expect(app.log[#app.log].message).to_be("log of mohnwort")
  end)

  it("tells nothing while it is covered, with a closed store", function()
    app:row("zimtwort"):tap()
    app:call("say()")
    app:background()
    app.clock:advance(301)
    expect_nothing(app)
    app:foreground()
    expect_nothing(app)
  end)

  it("withholds what happens meanwhile, and tells it later", function()
    app:model():later(10)
    app:background()
    app.clock:advance(20)
    expect(app.log[#app.log].message).to_be("details are withheld while the application is covered")
    expect(app.diagnostics[1].message).to_be("details are withheld while the application is covered")
    app:foreground()
    expect(app.log[#app.log].message).to_be("timer of anistext")
    expect(app.diagnostics[1].message).to_be("timer failed for anistext")
  end)

  it("asks when the script opens the store", function()
    app:model("plain"):open_later(400)
    app:background()
    app.clock:advance(410)
    app:foreground():authenticate(true)
    -- In the background nobody can be asked.
    expect(app:model("plain").opened).to_be("false ")
    app:model("plain"):open_later(10)
    app:model():lock()
    expect(app.screen.cover.text).to_be("Locked")
    app.clock:advance(11)
    expect(app.screen.cover.text).to_be("Locked")
    app:authenticate(true)
    expect(app:model("plain").opened).to_be("false true ")
  end)

  it("runs the functions that the script overrides", function()
    local plain = app:model("plain")
    expect(plain.calls).to_be("applyProtection showProtectionCover protect hideProtectionCover unprotect ")
    plain.calls = ""
    app:model("settings").protection = false
    expect(plain.calls).to_be("applyProtection ")
    app:model("settings").protection = true
    plain.calls = ""
    app:background()
    app.clock:advance(300)
    app:foreground():authenticate(true)
    expect(app:model("plain").calls).to_be("showProtectionCover protect unprotect hideProtectionCover ")
  end)
end)

-- Encrypted models as a script uses them. Tests/OKitRunTests checks their files.
describe("An encrypted model", function()
  local app
  before_each(function()
    app = okit.launch("encrypted_app.lua")
    app:transaction(function()
      local diary = app:model()
      diary.entries:add { id = "one", name = "Monday", photo = { id = "p", data = "\0bytes", format = "image/png" } }
      diary.chapters:add { id = "c", chapter = { id = "c1", text = "Once upon a time" } }
    end)
  end)

  local function state() return app:model("settings"):state() end

  local function expect_content()
    local diary = app:model()
    expect(app:rows()).to_equal { "Monday" }
    expect(diary.entries[1].photo.data).to_be("\0bytes")
    expect(diary.chapters[1].chapter.text).to_be("Once upon a time")
  end

  it("opens the secure store when it is registered", function()
    expect(state()).to_be("true false true")
    app:background()
    expect(state()).to_be("true true true")
  end)

  it("has its content over a relaunch", function()
    app:background():relaunch()
    expect_content()
    local notes = ("A long text. "):rep(6000)
    app:model().notes = notes
    app:background():foreground()
    app:row("Monday")
    app:model().entries[1].name = "Tuesday"
    app:background():relaunch()
    expect(app:model().notes).to_be(notes)
    expect(app:rows()).to_equal { "Tuesday" }
  end)

  it("is stored, dropped and covered when the store is closed", function()
    app:model():lock()
    expect(state()).to_be("false true true")
    expect(app.screen.cover).to_be(true)
    expect(#app:model().entries).to_be(0)
    expect(function() app:row("Monday"):tap() end).to_fail("cover")
    app:model("settings"):open()
    expect(app:model("settings").opened).to_be("true")
    expect(state()).to_be("true true true")
    expect(app.screen.cover).to_be(false)
    expect_content()
    app:relaunch()
    expect_content()
  end)

  it("refuses changes while the store is closed", function()
    app:background():foreground()
    app:model():lock()
    expect(function() app:model("settings"):spoil() end).to_fail("rolled back")
    expect(app.diagnostics[1].code).to_be("storage.closed")
    app:model("settings"):open()
    expect(app:model().notes).to_be("")
    expect_content()
    app:model().notes = "changed"
    app:background():relaunch()
    expect(app:model().notes).to_be("changed")
    expect_content()
  end)

  it("keeps its content when encryption is switched off and on", function()
    app:background():relaunch()
    for _, isOn in ipairs { false, true, false } do
      app:model():switch()
      expect(state()).to_be("true true " .. tostring(isOn))
      app:background():relaunch()
      expect(state()).to_be("true true " .. tostring(isOn))
      expect_content()
      app:model().notes = tostring(isOn)
      app:background():relaunch()
      expect(app:model().notes).to_be(tostring(isOn))
    end
  end)

  it("is neither switched nor closed by a turn that fails", function()
    app:background():foreground()
    for _, kind in ipairs { "switch", "close" } do
      expect(function() app:transaction(function() app:model("settings"):fail(kind) end) end).to_fail("the turn fails")
      expect(state()).to_be("true true true")
    end
  end)

  it("reports the error of a function that it calls", function()
    app:transaction(function() app:model("settings"):open_and_fail() end)
    expect(app.diagnostics[1].message).to_be("the function fails")
  end)

  it("refuses members that the store does not have", function()
    local settings = app:model("settings")
    expect(function() settings:misuse("name") end).to_fail("isOpn.*cannot be set")
    expect(function() settings:misuse("read") end).to_fail("isOpen")
    expect(function() settings:misuse("type") end).to_fail("boolean")
  end)
end)

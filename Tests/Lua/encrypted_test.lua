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
    expect(app.screen.cover).to_equal {}
    expect(function() app:row("Monday"):tap() end).to_fail("cover")
    app:model("settings"):open()
    expect(app:model("settings").opened).to_be("true")
    expect(state()).to_be("true true true")
    expect(app.screen.cover).to_be(nil)
    expect_content()
    app:relaunch()
    expect_content()
  end)

  it("cannot be read while the store is closed", function()
    local diary = app:model()
    local entry, entries, chapter = diary.entries[1], diary.entries, diary.chapters[1]
    local photo, text = entry.photo, chapter.chapter
    expect(photo.data).to_be("\0bytes")
    diary:lock()
    local reads = {
      function() return diary.notes end, function() return #entries end, function() return diary:get("notes") end,
      function() return diary:snapshot() end, function() return app:get("notes") end,
      function() return app:snapshot() end,
      function() return entry.name end, function() return entry:get("name") end, function() return entry:snapshot() end,
      function() entry.name = "changed" end, function() return photo.data end, function() return chapter.chapter end,
      function() return text.text end,
    }
    local function expect_errors(list)
      for number, read in ipairs(list) do
        local ok, problem = pcall(read)
        expect(ok and number or problem.code).to_be("storage.closed")
      end
    end
    expect_errors(reads)
    expect(app:model("settings"):get("default>notes")).to_be(nil)
    app:model("settings"):open()
    expect_content()
    expect(diary.notes).to_be("")
    expect(#entries).to_be(1)
    -- What was dropped stays so, also when the model is in memory again.
    expect_errors { table.unpack(reads, 7) }
  end)

  it("keeps the references of other models to it", function()
    local settings = app:model("settings")
    settings.favourite, settings.pinned = "one", "one"
    app:model():lock()
    expect(settings.favourite.ref).to_be(nil)
    expect(settings.favourite.refKey).to_be("one")
    settings:open()
    expect(settings.favourite.ref.name).to_be("Monday")
    expect(settings.pinned.ref.name).to_be("Monday")
  end)

  it("leaves no trace in changes and patches when it is dropped", function()
    app:model().notes = "before"
    local patches = {}
    app:model():onPatch(function(list) for _, patch in ipairs(list) do patches[#patches + 1] = patch end end)
    local changes = app:changes(function()
      app:model().notes = "secret"
      app:model("settings").opened = "known"
      patches = {}
      app:model():lock()
    end)
    expect(#changes).to_be(1)
    expect(changes[1].path).to_be("settings>/opened")
    expect(#patches > 0).to_be(true)
    for _, patch in ipairs(patches) do expect(patch.old).to_be(nil) end
  end)

  it("leaves no keys of its maps in the patches of its closing", function()
    local diary, paths, values = app:model(), {}, {}
    diary.tags["secret/key"] = "value"
    diary:onPatch(function(list)
      for _, patch in ipairs(list) do paths[#paths + 1], values[patch.path] = patch.path, patch.value end
    end)
    diary.tags.known = "value"
    expect(paths).to_equal { "/tags/known" }
    paths = {}
    diary:lock()
    expect(#paths > 0).to_be(true)
    expect(values["/tags/*"]).to_be(nil)
    local text = table.concat(paths, " ")
    expect(text:find("/tags/*", 1, true) ~= nil).to_be(true)
    expect(text:find("secret", 1, true)).to_be(nil)
    expect(text:find("known", 1, true)).to_be(nil)
    -- Opening tells them again.
    app:model("settings"):open()
    expect(app:model().tags["secret/key"]).to_be("value")
  end)

  it("refuses changes while the store is closed", function()
    app:background():foreground()
    app:model():lock()
    expect(function() app:model("settings"):spoil() end).to_fail("cannot be changed while the secure store is closed")
    -- The script goes on after each one.
    expect(app:model("settings"):attempt()).to_be("storage.closed storage.closed storage.closed")
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

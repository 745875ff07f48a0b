-- The same behavior in each kind of storage.
local small, large = "50", "75000"

-- A row has the key of a reference, without the id of the reference itself.
local function without_reference_ids(value)
  if type(value) ~= "table" then return value end
  local copy, is_reference = {}, true
  for key, part in pairs(value) do
    copy[key] = without_reference_ids(part)
    if key ~= "id" and key ~= "refKey" then is_reference = false end
  end
  if is_reference then copy.id = nil end
  return copy
end

local function same(value) return value end

local kinds = {
  { name = "documents", class = "Model", notes = small, comparable = same },
  -- Large enough for a journal.
  { name = "journals", class = "Model", notes = large, comparable = same },
  { name = "encrypted documents", class = "ModelEncrypted", notes = small, comparable = same },
  { name = "encrypted journals", class = "ModelEncrypted", notes = large, comparable = same },
  { name = "a database", class = "ModelSQLite", notes = small, comparable = without_reference_ids },
}

for _, kind in ipairs(kinds) do
  describe("A model in " .. kind.name, function()
    local app
    before_each(function()
      app = okit.launch("stored_app.lua", { arguments = { kind.class, kind.notes } })
      app:background()
      app:foreground()
    end)

    local function relaunched()
      local before = app:model():snapshot()
      app:background()
      app:terminate()
      app:relaunch()
      expect(kind.comparable(app:model():snapshot())).to_equal(kind.comparable(before))
    end

    it("has every kind of change after a restart", function()
      local changes = {
        function(music) music.albums[1].tracks[2]:play() end,
        function(music) music.albums[2].title = "Ümlaut / ~ \"quoted\"\n" end,
        function(music)
          music.albums:add { id = "new", title = "New", tracks = { { id = "only", title = "Only", plays = 7 } } }
        end,
        function(music) music.albums:move(3, 1) end,
        function(music) music.albums[1].tracks:remove(2) end,
        function(music) music.albums[2].tags:add "rock"; music.albums[2].tags:add "old" end,
        function(music) music.albums[2].tags:remove "rock" end,
        function(music) music.ratings.Album = 5; music.ratings["a/b"] = 1 end,
        function(music) music.ratings.Album = nil end,
        function(music) music.favourite = music.albums[1].tracks[1] end,
        function(music) music.favourite = nil end,
        function(music)
          local track = music.albums[1].tracks[1]
          music.albums[1].tracks:remove(1)
          music.albums[2].tracks:insert(1, track)
        end,
        function(music) music.albums[1].cover = { id = "c2", data = "bytes", format = "image/png" } end,
        function(music) music.albums[1].cover.data = "\0\255 other bytes" end,
        function(music) music.albums[1].cover.format = "image/webp" end,
        function(music) music.albums[1].cover.data = nil end,
        function(music) music.albums[1].cover = nil end,
        function(music)
          music.albums[2].booklet = { id = "b", data = "text", label = "Booklet" }
          music.albums[2].cover = { id = "c3", data = ("x"):rep(100000) }
          music.albums[2].stamp = { id = "s", data = "\0stamp", format = "image/gif" }
          music.albums[2].code = { id = "d", data = "" }
        end,
        function(music) music.albums[2].stamp.data = "changed" end,
        function(music) music.evenings[1].concert.place = "Rome" end,
        function(music) music.evenings[1].place = "Vienna" end,
        function(music) music.evenings[2].concert.poster = { id = "p", data = "poster" } end,
        function(music) music.evenings[2].concert.poster.data = "another poster" end,
        function(music) music.evenings:add { id = "e3", place = "Oslo" } end,
        function(music) music.evenings:move(3, 1) end,
        function(music)
          local track = music.albums[1].tracks[1]
          music.albums[1].tracks:remove(1)
          music.evenings[2].concert.encores:add(track)
          music.evenings[2].concert.best = track
        end,
        function(music)
          local track = music.evenings[2].concert.encores[1]
          music.evenings[2].concert.encores:remove(1)
          music.albums[2].tracks:insert(1, track)
        end,
        function(music) music.evenings:remove(2) end,
        function(music) music.albums:remove(2) end,
        function(music) music.albums:clear() end,
      }
      for _, change in ipairs(changes) do
        app:transaction(function() change(app:model()) end)
        relaunched()
      end
    end)

    it("stores what a person does", function()
      app:row("Album 2"):quick()
      app:row("Album 2!"):quick()
      app:background()
      app:terminate()
      app:relaunch()
      expect(app:model().albums[2].title).to_be("Album 2!!")
      expect(function() app:undo() end).to_fail("there is nothing to undo")
    end)

    it("stores an undone change", function()
      app:row("Album 2"):quick()
      app:background()
      app:foreground()
      app:undo()
      relaunched()
      expect(app:model().albums[2].title).to_be("Album 2")
    end)

    it("is stored during a turn", function()
      app:call("storeTwice()")
      app:terminate()
      app:relaunch()
      expect(app:model().albums[1].title).to_be("second")
    end)

    it("does not keep the changes of a turn that fails", function()
      app:call("storeAndFail()")
      expect(app.diagnostics[1].message).to_contain("no")
      expect(app:model().albums[1].title).to_be("Album 1")
      relaunched()
      expect(app:model().albums[1].title).to_be("Album 1")
    end)

    it("does not keep changes of blobs and partials of a turn that fails", function()
      app:call("storePartsAndFail()")
      expect(app.diagnostics[1].message).to_contain("no")
      relaunched()
      local music = app:model()
      expect(music.albums[1].cover.data).to_be("\x89PNG")
      expect(music.albums[1].booklet).to_be(nil)
      expect(music.evenings[1].concert.place).to_be("Berlin")
      expect(music.evenings[2].concert.id).to_be("k2")
    end)

    it("reads blobs and partials when they are used, which changes nothing", function()
      app:terminate()
      app:relaunch()
      expect(app:changes(function()
        expect(app:model().albums[1].cover.data).to_be("\x89PNG")
        expect(app:model().evenings[2].concert.place).to_be("Paris")
      end)).to_equal {}
    end)

    it("returns to the stored blobs and partials", function()
      app:model().albums[1].cover.data = "changed"
      app:model().evenings[1].concert.place = "changed"
      app:model().evenings:remove(2)
      app:call("sync()")
      expect(app:model().albums[1].cover.data).to_be("\x89PNG")
      expect(app:model().evenings[1].concert.place).to_be("Berlin")
      expect(app:model().evenings[1].place).to_be("Berlin")
      expect(app:model().evenings[2].concert.place).to_be("Paris")
      relaunched()
    end)

    it("brings removed blobs and partials back by undo", function()
      app:transaction(function()
        app:model().albums[1].cover = nil
        app:model().evenings:clear()
      end)
      app:background()
      app:foreground()
      app:undo()
      expect(app:model().albums[1].cover.data).to_be("\x89PNG")
      expect(app:model().evenings[1].concert.place).to_be("Berlin")
      relaunched()
      expect(app:model().evenings[2].concert.place).to_be("Paris")
    end)

    it("is stored with a small model", function()
      app:transaction(function()
        app:model().albums[1].title = "with settings"
        app:model("settings").theme = "dark"
      end)
      app:background()
      app:terminate()
      app:relaunch()
      expect(app:model().albums[1].title).to_be("with settings")
      expect(app:model("settings").theme).to_be("dark")
    end)

    it("loses what was not stored", function()
      app:row("Album 1"):quick()
      app:terminate()
      app:relaunch()
      expect(app:model().albums[1].title).to_be("Album 1")
    end)

    it("returns to what is stored, without a history", function()
      app:row("Album 1"):quick()
      app:background()
      app:foreground()
      app:row("Album 2"):quick()
      app:call("sync()")
      expect(app:model().albums[1].title).to_be("Album 1!")
      expect(app:model().albums[2].title).to_be("Album 2")
      expect(function() app:undo() end).to_fail("there is nothing to undo")
      app:row("Album 3"):quick()
      relaunched()
    end)

    it("is stored many times", function()
      for number = 1, 200 do
        app:transaction(function() app:model().albums[number % 3 + 1].tracks[number % 4 + 1]:play() end)
        app:background()
        app:foreground()
      end
      relaunched()
    end)
  end)
end

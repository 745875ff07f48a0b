describe("A model in SQLite", function()
  local app
  before_each(function()
    app = okit.launch("sqlite_app.lua")
    app:background()
    app:foreground()
  end)

  local function relaunched()
    local before = app:model():snapshot()
    app:background()
    app:terminate()
    app:relaunch()
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
    expect(without_reference_ids(app:model():snapshot())).to_equal(without_reference_ids(before))
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

  it("answers queries with what is stored", function()
    local music = app:model()
    local rows = music:search "Album%"
    expect(#rows).to_be(3)
    expect(rows[1]).to_contain { id = "a1", name = "Album 1" }
    expect(rows[1].entity).to_be(music.albums[1])
    app:transaction(function() music.albums[1].title = "Zoo" end)
    expect(#music:search "Zoo").to_be(0)
    app:background()
    app:foreground()
    expect(music:search "Zoo"[1].entity.title).to_be("Zoo")
    local sums = music:ask("SELECT count(*) AS n, sum(length(title)) AS l FROM Track WHERE parent_id = ?", "a2")
    expect(sums[1].n).to_be(4)
    expect(sums[1].l).to_be(28)
    expect(sums[1].entity).to_be(nil)
    expect(music:ask("SELECT ? AS a, ? AS b, ? AS c", nil, 1.5, true)[1]).to_equal { b = 1.5, c = 1 }
    expect(music:ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n"))
      .to_have_count(5)
    expect(music:ask("SELECT title FROM Album; -- and nothing else")).to_have_count(3)
  end)

  it("refuses statements that do anything but read", function()
    local music = app:model()
    for _, sql in ipairs {
      "DELETE FROM Album", "UPDATE Album SET title = 'x'", "INSERT INTO Album (id) VALUES ('x')", "DROP TABLE Album",
      "CREATE TABLE x (y)", "ATTACH 'other.db' AS other", "DETACH main", "PRAGMA journal_mode = DELETE",
      "PRAGMA user_version = 7", "PRAGMA query_only = OFF", "PRAGMA writable_schema = ON", "PRAGMA soft_heap_limit = 1",
      "VACUUM", "VACUUM INTO 'copy.db'", "BEGIN", "COMMIT", "SAVEPOINT x", "REINDEX", "ANALYZE",
      "SELECT load_extension('x')", "SELECT 1; DELETE FROM Album", "WITH x AS (SELECT 1) DELETE FROM Album",
      "EXPLAIN DELETE FROM Album", "PRAGMA temp_store_directory = '/'",
    } do
      local ok, failure = pcall(music.ask, music, sql)
      expect(ok).to_be(false)
      expect(failure.code).to_be("storage.query")
    end
    for _, sql in ipairs { "", "-- nothing", "SELECT", "SELECT nothing FROM Album", "SELECT '", "SELECT 1 WHERE ?" } do
      local ok, failure = pcall(music.ask, music, sql)
      expect(ok).to_be(false)
      expect(failure.code).to_be("storage.query")
    end
    expect(function() app:model("settings"):ask() end).to_fail("not the root of a model in SQLite")
    expect(#music:search "Album%").to_be(3)
  end)
end)

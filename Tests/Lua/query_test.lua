describe("A query", function()
  local app
  before_each(function()
    app = okit.launch("stored_app.lua", { arguments = { "ModelSQLite", "50" } })
    app:background()
    app:foreground()
  end)

  it("returns what is stored", function()
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
    local date = okit.date("2001-06-01")
    expect(music:ask("SELECT ? AS day, ? < ? AS before", date, date, okit.date("2001-06-02"))[1])
      .to_equal { day = "2001-06-01T00:00:00Z", before = 1 }
    expect(function() music:ask("SELECT ?", {}) end).to_fail("string, number, boolean, date or day")
    expect(music:ask("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n"))
      .to_have_count(5)
    expect(music:ask("SELECT title FROM Album; -- and nothing else")).to_have_count(3)
  end)

  it("rejects statements that do anything but read", function()
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
    for _, sql in ipairs {
      "SELECT hex(zeroblob(150000000)) AS a", "SELECT zeroblob(900000000) AS a",
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 4) "
        .. "SELECT group_concat(printf('%.*c', 24000000, 'a')) AS a FROM c",
    } do
      local ok, failure = pcall(music.ask, music, sql)
      expect(ok).to_be(false)
      expect(failure.code).to_be("storage.query")
      expect(failure.message).to_contain("larger than the limit")
    end
    expect(function() app:model("settings"):ask() end).to_fail("not the root of a model in SQLite")
    expect(#music:search "Album%").to_be(3)
  end)
end)

-- Fixtures that several launches share.

local function fixture()
  return {
    films = {
      { id = "a", name = "Alien", day = "1979-05-25", price = 3, kind = "short", director = "ridley",
        cast = { "sigourney", { refKey = "ridley" } }, scenes = { { title = "Egg", takes = { 1, 2 } }, {} },
        tags = { genre = "horror" }, opening = { title = "Space" } },
      { name = "Brazil", day = okit.date("1985-02-20"), scenes = {} },
    },
    persons = { { id = "ridley", name = "Ridley" }, { id = "sigourney", name = "Sigourney" } },
  }
end

describe("A fixture", function()
  it("gives each launch the same data", function()
    local shared = fixture()
    for _ = 1, 3 do
      local app = okit.launch("fixtures_app.lua", { fixture = shared })
      local alien, brazil = app:model().films[1], app:model().films[2]
      expect(#app:model().films).to_be(2)
      expect(alien.id).to_be("a")
      expect(alien.price).to_be(3.0)
      expect(alien.kind).to_be("short")
      expect(alien.day).to_be(okit.date("1979-05-25"))
      expect(app:get("films[0]/director/ref/name")).to_be("Ridley")
      expect(app:get("films[0]/cast[1]/ref/name")).to_be("Ridley")
      expect(app:get("films[0]/scenes[0]/takes.@sum")).to_be(3)
      expect(#alien.scenes).to_be(2)
      expect(alien.tags.genre).to_be("horror")
      expect(alien.opening.title).to_be("Space")
      expect(brazil.day).to_be(okit.date("1985-02-20"))
      expect(brazil.kind).to_be("long")
      -- What one application does with the data is its own.
      alien.name = "Aliens"
      alien.scenes:clear()
      app:model().films:remove(brazil)
    end
  end)

  it("gives the same data where entities exist already", function()
    local film = { id = "a", price = -0.0, director = "", cast = { "", { refKey = "" } } }
    local new = okit.launch("fixtures_app.lua", { fixture = { films = { film } } }):model().films[1]
    film.id = "kept"
    local kept = okit.launch("fixtures_app.lua", { fixture = { films = { film } } }):model().films[1]
    for _, made in ipairs { new, kept } do
      expect(1 / made.price).to_be(-math.huge)
      expect(made.director.refKey).to_be(nil)
      expect(#made.cast).to_be(2)
      for _, reference in ipairs(made.cast) do expect(reference.refKey).to_be(nil) end
    end
    kept.director.refKey = ""
    expect(kept.director.refKey).to_be(nil)
  end)

  it("that has changed gives the new data", function()
    local shared = fixture()
    okit.launch("fixtures_app.lua", { fixture = shared })
    shared.films[2].name = "Brazil!"
    shared.films[1].scenes[1].takes[2] = 5
    local app = okit.launch("fixtures_app.lua", { fixture = shared })
    expect(app:get("films[1]/name")).to_be("Brazil!")
    expect(app:get("films[0]/scenes[0]/takes.@sum")).to_be(6)
    shared.films[2] = nil
    app = okit.launch("fixtures_app.lua", { fixture = shared })
    expect(#app:model().films).to_be(1)
  end)

  it("shares no global of the script", function()
    for _ = 1, 3 do expect(okit.launch("fixtures_app.lua"):get("launches()")).to_be(1) end
  end)

  it("runs the hooks of its entities one after the other", function()
    local shared = { films = { { name = "A" }, { name = "B" }, { name = "C" } } }
    for _ = 1, 2 do
      local app = okit.launch("fixtures_app.lua", { fixture = shared })
      expect(app:get("log()")).to_be("A 1, B 2, C 3")
    end
  end)

  it("keeps an entity that the script has made", function()
    local films = { { name = "New" }, { id = "kept", name = "Known" } }
    local app = okit.launch("fixtures_app.lua", { fixture = { films = films } })
    local kept = app:model().films[2]
    expect(kept.id).to_be("kept")
    expect(kept.name).to_be("Known")
    expect(kept.note).to_be(nil)
    expect(app:get("log()")).to_be("New 2")
  end)

  it("sets what may be nil to nil where it leaves it open", function()
    local app = okit.launch("fixtures_app.lua", { fixture = { rated = { { name = "X" }, { name = "Y", stars = 1 } } } })
    expect(app:model().rated[1].stars).to_be(nil)
    expect(app:model().rated[2].stars).to_be(1)
  end)

  local function broken(change)
    local data = fixture()
    change(data)
    return data
  end

  for _, case in ipairs {
    { "an unknown name", function(d) d.films[2].nmae = "x" end, "model.unknownProperty", "films[1].nmae" },
    { "a value of the wrong type", function(d) d.films[1].scenes[1].takes[2] = "x" end, "model.decode",
      "films[0].scenes[0].takes[1]" },
    { "a dangling reference", function(d) d.films[1].director = "nobody" end, "model.danglingReference",
      "films[0].director" },
    { "a dangling reference in a list", function(d) d.films[1].cast[2] = "nobody" end, "model.danglingReference",
      "films[0].cast[1]" },
    { "a reference to another class", function(d) d.films[1].director = "a" end, "model.danglingReference",
      "films[0].director" },
    { "an id used twice in a list", function(d) d.films[2].id = "a" end, "model.duplicateId", "films[1]" },
    { "an id used twice below", function(d) d.films[1].scenes[2].id = "a" end, "model.duplicateId",
      "films[0].scenes[1]" },
    { "an id used in two lists", function(d) d.persons[2].id = "a" end, "model.duplicateId", "persons[1]" },
    { "an id for the model", function(d) d.id = "x" end, "model.readOnly", "id" },
    { "an id that is not a text", function(d) d.films[1].id = true end, "model.decode", "films[0].id" },
    { "an unknown class", function(d) d.films[1]["$type"] = "Flim" end, "model.unknownType", "films[0]" },
    { "a class that is not a name", function(d) d.films[1]["$type"] = 3 end, "model.decode", "films[0].$type" },
    { "a word that is not a case", function(d) d.films[1].kind = "wide" end, "model.decode", "films[0].kind" },
  } do
    it("with " .. case[1] .. " is refused, before and after a correct one", function()
      for _ = 1, 2 do
        local ok, problem = pcall(okit.launch, "fixtures_app.lua", { fixture = broken(case[2]) })
        expect(ok).to_be(false)
        expect(problem.code).to_be(case[3])
        expect(tostring(problem)).to_contain(case[4] .. ": ")
        okit.launch("fixtures_app.lua", { fixture = fixture() })
      end
    end)
  end

  for _, case in ipairs {
    { "a text", function(d) d.films[1].name = "a\255" end, "films%[0%].name: a text that is not valid UTF%-8" },
    { "a key", function(d) d.films[1]["a\255"] = 1 end, "films%[0%]: the keys of a table must be texts in UTF%-8" },
  } do
    it("cannot hold " .. case[1] .. " that is not UTF-8", function()
      expect(function() okit.launch("fixtures_app.lua", { fixture = broken(case[2]) }) end).to_fail(case[3])
    end)
  end

  it("cannot hold an entity of another launch", function()
    local other = okit.launch("fixtures_app.lua", { fixture = fixture() })
    local app = okit.launch("fixtures_app.lua", { fixture = fixture() })
    expect(function() app:model().films:add(other:model().films[1]) end).to_fail("an object of another application")
  end)
end)

describe("Scripts", function()
  local app
  before_each(function() app = okit.launch("script_app.lua") end)

  it("call what they override, through every class", function()
    expect(app:rows()).to_equal { "Sir, I am Ada, sir" }
    expect(app:get("people[0]/greeting")).to_be("Sir, I am Ada, sir")
  end)

  it("hear of what a turn has changed, once a property", function()
    app:set("steps", "x")
    -- The script itself has added a person.
    expect(app:get("heard")).to_be("people steps ")
  end)

  it("hear of collections by didSet, once an operation", function()
    local numbers = app:model().numbers
    numbers:add(1)
    numbers:add(2)
    app:set("numbers", { 7, 8, 9 })
    numbers:clear()
    expect(app:get("steps")).to_be("01 12 23 30 ")
  end)

  it("wait for an alert and get its button and its fields", function()
    app:row("Sir, I am Ada, sir"):tap()
    app.alert:type("Grace", "first"):type("Hopper", "last"):tap("OK")
    expect(app:get("people[0]/name")).to_be("OK:Grace:Hopper")
  end)

  it("get a failure where they wait for a call", function()
    local result
    app:model().people[1]:call("waits()", function(ok) result = ok end)
    app.clock:advance(2)
    expect(result).to_be(false)
    expect(app:get("people[0]/name")).to_be("half")
  end)

  it("replace a method that was called before", function()
    expect(app:get("redefined()")).to_be("Ada, own name")
  end)

  it("pass more texts than the runtime keeps programs of", function()
    expect(app:get("wrongTexts()")).to_be(0)
  end)

  it("add an entity with nothing but defaults", function()
    app:model().people:add {}
    expect(app:get("people.@count")).to_be(2)
  end)

  it("fail as often as they fail", function()
    for _ = 1, 3 do
      app:title():tap()
      expect(app.diagnostics[1].message).to_match("no luck")
    end
  end)

  it("keep empty maps through a snapshot", function()
    local before = app:snapshot()
    app:set("steps", "x")
    app:apply(before)
    expect(app:get("map.@count")).to_be(0)
  end)

  it("cannot build trees deeper than a document holds", function()
    expect(function()
      local entity = app:model().people[1]
      for _ = 1, 300 do
        entity:apply { kid = { name = "deeper" } }
        entity = entity.kid
      end
    end).to_fail("levels deep")
  end)
end)

describe("app:why", function()
  local app
  before_each(function()
    app = okit.launch("why_app.lua", {
      fixture = {
        owner = { name = "Ada" },
        films = { { title = "Alien", year = 1979 }, { title = "Brazil", year = 1985 } },
      },
    })
  end)

  it("tells when, and of all bindings of a row", function()
    local before = app:why(app:row("Alien"), "detail").ran
    app:set("owner/name", "Cy")
    local all = app:why(app:row("Alien"))
    expect(all[1]).to_match { property = "accyText", runs = 1 }
    expect(all[2]).to_match { property = "detailPath", value = "1979 Cy", runs = 2 }
    expect(all[2].ran.turn > before.turn).to_be(true)
    expect(all[2].ran.at).to_be(before.at)
    app.clock:advance(60)
    app:set("owner/name", "Di")
    expect(app:why(app:row("Alien"), "detail").ran.at ~= before.at).to_be(true)
  end)

  it("tells what a binding read, in order", function()
    local why = app:why(app:row("Alien"), "detail")
    expect(why.binding).to_be("year, /owner/name")
    expect(why.property).to_be("detailPath")
    expect(why.value).to_be("1979 Ada")
    expect(why.reads).to_equal { "/films/0/year", "the registered models", "/owner", "/owner/name" }
    expect(why.cause).to_be(nil)
    expect(why.runs).to_be(1)
  end)

  it("tells which write made it run", function()
    app:row("Alien")
    app:set("owner/name", "Bo")
    local why = app:why(app:row("Alien"), "detailPath")
    expect(why).to_match { value = "1979 Bo", cause = "/owner/name", runs = 2 }
  end)

  it("does not run for what was not read", function()
    app:row("Alien")
    app:set("films[1]/year", 1986)
    app:set("films[0]/seen", true)
    expect(app:why(app:row("Alien"), "detail").runs).to_be(1)
  end)

  it("knows functions in the place of bindings", function()
    app:row("Alien"):accessory()
    local why = app:why(app:row("Alien"), "button")
    expect(why.binding).to_be(nil)
    expect(why).to_match { value = "Again", cause = "/films/0/seen", reads = { "/films/0/seen" } }
  end)

  it("knows the cells of a detail", function()
    app:row("Brazil"):tap()
    expect(app:why(app:cell("Title"), "control")).to_match { property = "textPath", reads = { "/films/1/title" } }
  end)

  it("names the nearest property", function()
    local row = app:row("Alien")
    expect(function() app:why(row, "detial") end).to_fail('no property "detial".*did you mean "detail"')
    expect(function() app:why(row, "ribbon") end).to_fail("no value is given for")
    expect(function() app:why("Alien", "detail") end).to_fail("needs a row or a cell")
  end)
end)

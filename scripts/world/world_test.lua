-- Navigation through the world, with the sample data of the application.

local app

local function launch(locale)
  app = okit.launch("app.lua", { now = "2020-01-31T12:00:00Z", locale = locale })
end

local function headers()
  local list = {}
  for i, section in ipairs(app.screen.sections) do list[i] = section.header end
  return list
end

describe("Countries", function()
  before_each(function() launch() end)

  it("are grouped by continent", { tags = "smoke" }, function()
    expect(app.screen.title).to_be("World")
    expect(app.screen.subtitle).to_be("30 Countries")
    expect(headers()).to_equal { "Africa", "Asia", "Europe", "North America", "Oceania", "South America" }
    expect(app:rows("Oceania")).to_equal { "Australia", "New Zealand" }
    expect(app:rows("South America")).to_equal { "Argentina", "Brazil", "Chile", "Colombia" }
  end)

  it("count their cities", function()
    expect(app:row("Germany")).to_match { detail = "8 Cities" }
  end)

  it.each {
    { text = "land", found = { "Finland", "Poland", "Switzerland", "New Zealand" } },
    { text = "GERM", found = { "Germany" } },
    { text = "atlantis", found = {} },
  }("are found by name", function(case)
    app:search(case.text)
    expect(app:rows()).to_equal(case.found)
  end)

  it("have an index", function()
    expect(#app.screen.index > 0).to_be(true)
  end)

  it("cannot be added or deleted", function()
    expect(function() app:tap("Add") end).to_fail("Add")
    expect(function() app:row("Germany"):delete() end).to_fail(".")
  end)
end)

describe("The cities of a country", function()
  before_each(function()
    launch()
    app:row("Germany"):tap()
  end)

  it("are sorted by population", { tags = "smoke" }, function()
    expect(app.stack).to_equal { "countries", "cities" }
    expect(app.screen.title).to_be("Germany")
    expect(app.screen.subtitle).to_be("8 Cities")
    expect(app:rows()).to_equal {
      "Berlin", "Hamburg", "Munich", "Köln", "Frankfurt am Main", "Düsseldorf", "Stuttgart", "Essen",
    }
    expect(app:row("Berlin")).to_match { detail = "3,426,354" }
  end)

  it("are found without accents", function()
    app:search("dusseldorf")
    expect(app:rows()).to_equal { "Düsseldorf" }
  end)

  it("are filtered by size", function()
    expect(app.screen.search.scopes).to_equal { "All", "Large", "Medium", "Small" }
    app:filter("Large")
    expect(app:rows()).to_equal { "Berlin", "Hamburg", "Munich", "Köln" }
    app:filter("Small")
    expect(app:rows()).to_equal {}
    app:filter("All")
    expect(app:rows()).to_have_count(8)
  end)

  it("are sorted again when a population changes", function()
    local cities = app:model().countries:find(function(country) return country.id == "DE" end).cities
    cities:find(function(city) return city.name == "Essen" end).population = 5000000
    expect(app:rows()[1]).to_be("Essen")
    app:undo()
    expect(app:rows()[1]).to_be("Berlin")
  end)
end)

describe("A country", function()
  before_each(function()
    launch()
    app:row("Germany"):tap()
    app:tap("Country")
  end)

  it("shows its facts", function()
    expect(app.screen.title).to_be("Germany")
    expect(app.screen.subtitle).to_be("Europe")
    expect(app:row("Capital")).to_match { detail = "Berlin" }
    expect(app:row("Population")).to_match { detail = "82,927,922" }
    expect(app:row("Area")).to_match { detail = "357,021 km²" }
    expect(app:row("Currency")).to_match { detail = "EUR" }
    expect(app:row { text = "Neighbours" }).to_match { detail = "7" }
  end)

  it("refers to its capital", function()
    app:row("Capital"):tap()
    expect(app.screen.title).to_be("Berlin")
    expect(app.screen.subtitle).to_be("Capital")
  end)

  it("refers to its neighbours, and they to theirs", function()
    app:row { text = "Neighbours" }:tap()
    expect(app.screen.subtitle).to_be("7 Neighbours")
    expect(app:rows()).to_equal {
      "Austria", "Belgium", "Czechia", "Denmark", "France", "Poland", "Switzerland",
    }
    expect(app:row("Denmark")).to_match { detail = "Copenhagen" }
    app:row("Denmark"):tap()
    expect(app.screen.title).to_be("Denmark")
    app:row { text = "Neighbours" }:tap()
    expect(app:rows()).to_equal { "Germany" }
    expect(app.screen.subtitle).to_be("1 Neighbour")
  end)

  it("hides a missing capital", function()
    local germany = app:model().countries:find(function(country) return country.id == "DE" end)
    germany.cities:remove(germany.cities[1])
    expect(app:rows()).not_to_contain("Capital")
  end)
end)

describe("A city", function()
  before_each(function()
    launch()
    app:row("Germany"):tap()
    app:row("Berlin"):tap()
  end)

  it("shows its location", function()
    expect(app.screen.title).to_be("Berlin")
    expect(app.screen.subtitle).to_be("Capital")
    expect(app:row("Population")).to_match { detail = "3,426,354" }
    expect(app:row("Coordinates")).to_match { detail = "52.52° N, 13.41° E" }
    expect(app:row("Time zone")).to_match { detail = "Europe/Berlin" }
  end)

  it("has the subtitle City unless it is a capital", function()
    app:back()
    app:row("Hamburg"):tap()
    expect(app.screen.subtitle).to_be("City")
  end)

  it("refers to its country", function()
    expect(app:row("Country")).to_match { detail = "Germany" }
    app:row("Country"):tap()
    expect(app.screen.title).to_be("Germany")
    expect(app.screen.subtitle).to_be("Europe")
    app:back()
    app:back()
    expect(app.stack).to_equal { "countries", "cities" }
  end)
end)

describe("In German", function()
  before_each(function() launch("de_DE") end)

  it("shows continents and numbers in German", function()
    expect(app.screen.title).to_be("Welt")
    expect(app.screen.subtitle).to_be("30 Länder")
    expect(headers()).to_equal { "Afrika", "Asien", "Europa", "Nordamerika", "Ozeanien", "Südamerika" }
    app:row("Germany"):tap()
    expect(app:row("Berlin")).to_match { detail = "3.426.354" }
  end)
end)

describe("The documents", function()
  it("contain the world after the first run", function()
    launch()
    app:background()
    app:terminate()
    app:relaunch()
    expect(app.screen.subtitle).to_be("30 Countries")
    expect(app:get("/countries[4]/cities.@count")).to_be(8)
  end)
end)

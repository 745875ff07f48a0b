-- The list of all places, with the sample data of the application.

describe("Places", function()
  local app
  before_each(function() app = okit.launch("places.lua", { now = "2020-01-31T12:00:00Z" }) end)

  it("are sorted by name", { tags = "smoke" }, function()
    expect(app.screen.title).to_be("Places")
    expect(app.screen.subtitle).to_be("240 Places")
    expect(app:row { index = 1 }).to_match { text = "Aalborg", detail = "142,937" }
  end)

  it("are found key by key", function()
    app:search("s"):search("sa"):search("sant")
    expect(app:rows()).to_equal { "Santa Fe", "Santiago", "Santiago de Querétaro" }
  end)

  it("are grouped by country", function()
    app:tap("Grouped")
    expect(app.screen.sections[1].header).to_be("Argentina")
    expect(app:rows("New Zealand")[1]).to_be("Auckland")
  end)

  it("are sorted by the name of their country", function()
    app:tap("By country")
    expect(app:row { index = 1 }.text).to_be("Avellaneda")
    app:row { index = 1 }:tap()
    expect(app.screen.subtitle).to_be("Argentina")
  end)

  it("move in the list when they are renamed", function()
    app:row("Berlin"):tap():tap("Edit")
    app:cell("Name"):set("Aachen")
    app:tap("Done"):back()
    expect(app:row { index = 1 }.text).to_be("Aachen")
    app:undo()
    expect(app:row { index = 1 }.text).to_be("Aalborg")
  end)
end)

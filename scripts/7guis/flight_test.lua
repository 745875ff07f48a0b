describe("Flight Booker", function()
  local app
  before_each(function() app = okit.launch("flight.lua", { now = "2014-03-27T12:00:00Z" }) end)

  local function pick(field, day)
    if not app:row(field).selected then app:row(field):tap() end
    app:cell(field):pick(day)
  end

  it("begins with a one-way flight on the same day as its return", function()
    expect(app:get("kind")).to_be("one-way flight")
    expect(app:get("start")).to_be(okit.day("2014-03-27"))
    expect(app:get("back")).to_be(app:get("start"))
    expect(function() pick("Return", "2014-04-01") end).to_fail("enabledPath is false")
  end)

  it("books a one-way flight", function()
    pick("Start", "2014-04-04")
    app:tap("Book")
    expect(app.alert.title).to_be("You have booked a one-way flight on April 4, 2014")
    app.alert:tap("OK")
  end)

  it("books a return flight that is not before its start", function()
    app:cell("Kind"):choose("return flight")
    pick("Return", "2014-03-26")
    expect(function() app:tap("Book") end).to_fail("disabled")
    pick("Return", "2014-03-27")
    app:tap("Book")
    expect(app.alert.title).to_be("You have booked a return flight from March 27, 2014 to March 27, 2014")
    app.alert:tap("OK")
    pick("Start", "2014-03-28")
    expect(function() app:tap("Book") end).to_fail("disabled")
    app:cell("Kind"):choose("one-way flight")
    app:tap("Book").alert:tap("OK")
  end)

  it("takes only what is a day", function()
    app:row("Start"):tap()
    expect(function() app:cell("Start"):pick("27.03.x014") end).to_fail("is not a date")
  end)
end)

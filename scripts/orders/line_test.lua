-- The form of a line: live and held input, messages, and the order of the fields.

local support = require "support"

local app

local function line() return app:model().orders[3].lines[1] end

local function total() return app:row("Total").detail end

describe("A line", function()
  before_each(function()
    app = support.launch():row("No. 1003, Ada Lovelace"):tap()
    app:row("Lines"):tap():tap("Add"):row("German Grammar"):tap()
    app:row("1 × German Grammar"):tap()
  end)

  local function grammar() return app:model().orders[3].lines[2] end

  it("shows its total while the user types the quantity", function()
    expect(total()).to_be "$19.90"
    app:cell("Quantity"):type "2"
    expect(total()).to_be "$39.80"
    app:cell("Quantity"):type "3"
    expect(total()).to_be "$59.70"
    expect(app.stack).to_equal { "orders", "order", "lines", "line" }
  end)

  it("keeps a wrong quantity with its message, and the last total", function()
    expect(app.screen.title).to_be "German Grammar"
    app:cell("Quantity"):type "1"
    expect(app:cell("Quantity"):error()).to_be(nil)
    app:cell("Quantity"):type "2"
    app:cell("Quantity"):type "4"
    expect(app:cell("Quantity").control).to_match { value = "4", error = "From 1 to 3." }
    expect(grammar().quantity).to_be(2)
    expect(total()).to_be "$39.80"
    app:cell("Quantity"):type "0"
    expect(app:cell("Quantity"):error()).to_be "From 1 to 3."
    app:cell("Quantity"):type "3"
    expect(app:cell("Quantity"):error()).to_be(nil)
    expect(total()).to_be "$59.70"
  end)

  it("holds the price until its editing ends", function()
    app:cell("Price"):type "$25.00"
    expect(total()).to_be "$19.90"
    app:next()
    expect(total()).to_be "$25.00"
    app:cell("Price"):type("12.345,6"):doneKey()
    expect(app:cell("Price"):error()).to_be "Please enter a valid value for Price. (column 7)"
    expect(grammar().price).to_be(25)
  end)

  it("takes a price of nothing, but none below", function()
    app:cell("Price"):type("-0.5"):doneKey()
    expect(app:cell("Price"):error()).to_be "Please enter a valid value for Price."
    app:cell("Price"):type("0"):doneKey()
    expect(app:cell("Price"):error()).to_be(nil)
    expect(total()).to_be "$0.00"
  end)

  it("takes a rebate from nothing to half of the price", function()
    app:cell("Rebate"):type "-10"
    expect(app:cell("Rebate"):error()).to_be "At most 50 %."
    for _, rebate in ipairs { "0", "50" } do
      app:cell("Rebate"):type(rebate)
      expect(app:cell("Rebate"):error()).to_be(nil)
    end
    app:doneKey()
    expect(total()).to_be "$9.95"
  end)

  it("validates the rebate at once, and writes it later", function()
    app:cell("Rebate"):type "60"
    expect(app:cell("Rebate"):error()).to_be "At most 50 %."
    app:cell("Rebate"):type "10 %"
    expect(app:cell("Rebate"):error()).to_be(nil)
    expect(total()).to_be "$19.90"
    app:doneKey()
    expect(grammar().rebate).to_be(0.1)
    expect(total()).to_be "$17.91"
  end)

  it("has an order of its fields", { tags = "smoke" }, function()
    app:next()
    expect(app:cell("Quantity").control.focused).to_be(true)
    app:next():next()
    expect(app:cell("Rebate").control.focused).to_be(true)
    expect(function() app:next() end).to_fail "."
    app:previous()
    expect(app:cell("Price").control.focused).to_be(true)
    app:doneKey()
    expect(app.screen.keyboard).to_be(nil)
  end)

  it("drops what was entered with Cancel", function()
    app:cell("Price"):type("1"):cancelKey()
    expect(app:cell("Price").control.value).to_be "$19.90"
    app:back()
    expect(grammar().price).to_be(19.9)
  end)

  it("writes its input when the user goes back, and asks about a wrong one", function()
    app:cell("Price"):type("10"):back()
    expect(app:row("1 × German Grammar").detail).to_be "$10.00"
    app:row("1 × German Grammar"):tap():cell("Price"):type("free"):back()
    expect(app.stack).to_have_count(4)
    app.alert:tap(app.alert.actions[1].title)
    expect(app:row("1 × German Grammar").detail).to_be "$10.00"
  end)

  it("can be deleted, and undone", function()
    app:back():row("1 × German Grammar"):delete()
    expect(app:rows()).to_equal { "10 × Installation" }
    app:undo()
    expect(app:rows()).to_equal { "10 × Installation", "1 × German Grammar" }
  end)
end)

describe("The line of a service", function()
  it("has no upper limit", function()
    app = support.launch():row("No. 1003, Ada Lovelace"):tap():row("Lines"):tap():row("10 × Installation"):tap()
    app:cell("Quantity"):type "500"
    expect(line().quantity).to_be(500)
    app:cell("Quantity"):type "-1"
    expect(app:cell("Quantity"):error()).to_be "At least 1."
  end)
end)

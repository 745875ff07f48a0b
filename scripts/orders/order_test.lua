-- The form of an order: its lines, amounts, dates and delivery, and shipping it.

local support = require "support"

local app

local function amounts() return support.details(app, "Amounts") end

local function product(id) return app:model().products:find(function(entry) return entry.id == id end) end

-- Chooses the customer, and closes the picker.
local function choose(name)
  app:row("Customer"):tap():cell("Customer"):choose(name):row("Customer"):tap()
end

describe("A new order", function()
  before_each(function() app = support.launch():tap "Add" end)

  it("is invalid without customer and lines, and stays open", function()
    app:tap "Ship"
    expect(app.alert.title).to_be "Invalid Input"
    expect(app.alert.message).to_contain "Please enter a valid value for Customer."
    expect(app.alert.message).to_contain "The order has no lines."
    app.alert:tap "OK"
    expect(app:cell("Customer"):error()).to_be "Please enter a valid value for Customer."
    expect(app.screen.subtitle).to_be "open"
  end)

  it("opens its customer only when it has one", function()
    expect(app:byRole("button", "Open Customer").enabled).to_be(false)
    choose "Konrad Zuse"
    app:tap "Open Customer"
    expect(app.screen.subtitle).to_be "Konrad Zuse"
  end)

  it("is shipped with customer and lines, and takes them from the stock", { tags = "smoke" }, function()
    choose "Konrad Zuse"
    support.addLines(app, { "Atlas of the World", "Coffee", "Installation" })
    app:tap "Ship"
    expect(app.screen.subtitle).to_be "shipped"
    expect(product("atlas").stock).to_be(11)
    expect(product("coffee").stock).to_be(79)
    expect(product("setup").stock).to_be(0)
    app:back()
    expect(app:rows("shipped")[1]).to_be "No. 1004, Konrad Zuse"
  end)

  it("is shipped in one step of the history", function()
    choose "Konrad Zuse"
    support.addLines(app, { "Atlas of the World" })
    app:tap("Ship"):undo()
    expect(app.screen.subtitle).to_be "open"
    expect(product("atlas").stock).to_be(12)
    app:redo()
    expect(product("atlas").stock).to_be(11)
  end)

  it("does not take more than there is", function()
    choose "Konrad Zuse"
    support.addLines(app, { "German Grammar" })
    app:model().products:find(function(entry) return entry.id == "grammar" end).stock = 0
    app:tap "Ship"
    expect(app.alert.message).to_be "Not enough in stock: German Grammar."
    app.alert:tap "OK"
    app:row("Lines"):tap()
    expect(app:row("1 × German Grammar").color).to_be "#ff0000"
  end)

  it("can take all that there is", function()
    choose "Konrad Zuse"
    support.addLines(app, { "German Grammar" })
    app:row("Lines"):tap():row("1 × German Grammar"):tap():cell("Quantity"):type("3"):back()
    expect(app:row("3 × German Grammar").color).to_be(nil)
    app:back():tap "Ship"
    expect(product("grammar").stock).to_be(0)
  end)

  it("is shipped with a product that was deleted since", function()
    choose "Konrad Zuse"
    support.addLines(app, { "Coffee", "Installation" })
    app:tab("Products"):row("Coffee"):delete()
    app.alert:tap "Yes"
    app:tab("Orders"):tap "Ship"
    expect(app.screen.subtitle).to_be "shipped"
    expect(app:row("Total").detail).to_be "$158.05"
  end)

  it("asks what to add with a list of all products, which it only shows", function()
    app:row("Lines"):tap()
    expect(app.screen.search).to_be(nil)
    expect(support.titles(app.screen.right)).to_equal { "Edit", "Add" }
    app:tap "Add"
    expect(app:rows()).to_equal { "Atlas of the World", "Coffee", "German Grammar", "Green Tea", "Installation" }
    expect(app.screen.right).to_equal {}
    app:search "tea"
    expect(app:rows()).to_equal { "Green Tea" }
  end)

  it("cannot contain products that are sold out", function()
    app:row("Lines"):tap():tap "Add"
    expect(function() app:row("Green Tea"):tap() end).to_fail "enabledPath"
    app:row("Coffee"):tap()
    expect(app:rows()).to_equal { "1 × Coffee" }
  end)
end)

describe("The amounts of an order", function()
  before_each(function() app = support.launch():tap "Add" end)

  it("follow its lines", function()
    choose "Konrad Zuse"
    expect(amounts()).to_equal {
      Lines = "0", Net = "$0.00", Shipping = "$4.90", Tax = "$0.93", Total = "$5.83",
    }
    support.addLines(app, { "Coffee" })
    expect(amounts()).to_equal {
      Lines = "1", Net = "$14.25", Shipping = "$4.90", Tax = "$1.93", Total = "$21.08",
    }
    support.addLines(app, { "Installation" })
    expect(amounts()).to_equal { Lines = "2", Net = "$134.25", Tax = "$23.80", Total = "$158.05" }
    app:row("Lines"):tap():row("1 × Coffee"):delete():back()
    expect(amounts()).to_equal { Lines = "1", Net = "$120.00", Tax = "$22.80", Total = "$142.80" }
  end)

  it("have the discount of the customer", function()
    support.addLines(app, { "Installation" })
    expect(amounts().Net).to_be "$120.00"
    choose "Ada Lovelace"
    expect(amounts()["Discount 10 %"]).to_be "-$12.00"
    choose "Alan Smith"
    expect(amounts()["Discount 25 %"]).to_be "-$30.00"
    choose "Konrad Zuse"
    expect(amounts().Total).to_be "$142.80"
  end)

  it("have a discount from 500 on", function()
    choose "Konrad Zuse"
    support.addLines(app, { "Installation" })
    app:row("Lines"):tap():row("1 × Installation"):tap()
    app:cell("Quantity"):type("4"):back():back()
    expect(amounts()).to_equal { Lines = "1", Net = "$480.00", Tax = "$91.20", Total = "$571.20" }
    app:row("Lines"):tap():row("4 × Installation"):tap()
    app:cell("Quantity"):type("5"):back():back()
    expect(amounts()).to_match { Net = "$600.00", ["Discount 5 %"] = "-$30.00", Tax = "$108.30", Total = "$678.30" }
    app:row("Lines"):tap():row("5 × Installation"):tap()
    app:cell("Quantity"):type("1"):next()
    app:cell("Price"):type("500"):back():back()
    expect(amounts()).to_match { Net = "$500.00", ["Discount 5 %"] = "-$25.00" }
    app:row("Lines"):tap():row("1 × Installation"):tap():cell("Price"):type("499.99"):back():back()
    expect(amounts()).to_equal { Lines = "1", Net = "$499.99", Tax = "$95.00", Total = "$594.99" }
  end)

  it("are rounded to cents, half a cent upwards", function()
    choose "Ada Lovelace"
    support.addLines(app, { "Coffee" })
    local order = app:model().orders[1]
    expect(order.net).to_be(14.25)
    expect(order.discount).to_be(1.43)
    expect(order.tax).to_be(1.83)
    expect(order.total).to_be(19.55)
    app:row("Lines"):tap():row("1 × Coffee"):tap():cell("Rebate"):type("5"):back()
    expect(order.lines[1].total).to_be(13.54)
  end)

  it("have no discount on nothing", function()
    choose "Ada Lovelace"
    expect(amounts()).to_equal {
      Lines = "0", Net = "$0.00", Shipping = "$4.90", Tax = "$0.93", Total = "$5.83",
    }
  end)

  it("have no shipping from 100 on", function()
    support.addLines(app, { "Installation" })
    app:row("Lines"):tap():row("1 × Installation"):tap():cell("Price"):type("99.5"):back():back()
    expect(amounts()).to_match { Net = "$99.50", Shipping = "$4.90" }
    app:row("Lines"):tap():row("1 × Installation"):tap():cell("Price"):type("100"):back():back()
    expect(amounts()).to_equal { Lines = "1", Net = "$100.00", Tax = "$19.00", Total = "$119.00" }
  end)

  it("depend on the delivery, at once", function()
    support.addLines(app, { "Coffee" })
    app:cell("Delivery"):choose "express"
    expect(amounts()).to_match { Shipping = "$9.90", Tax = "$2.88" }
    app:cell("Delivery"):choose "pickup"
    expect(amounts().Shipping).to_be(nil)
    expect(amounts().Total).to_be "$15.25"
  end)

  it("are red and cannot be shipped above the credit limit of the customer", function()
    choose "Alan Smith"
    support.addLines(app, { "Installation" })
    app:row("Lines"):tap():row("1 × Installation"):tap():cell("Quantity"):type("4"):back():back()
    expect(app:row("Total").color).to_be "#ff0000"
    app:tap "Ship"
    expect(app.alert.message).to_be "The total exceeds the credit limit."
    app.alert:tap "OK"
    expect(app.screen.subtitle).to_be "open"
  end)

  it("can be shipped after the customer got a higher limit in a form on top", function()
    choose "Alan Smith"
    support.addLines(app, { "Installation" })
    app:row("Lines"):tap():row("1 × Installation"):tap():cell("Quantity"):type("4"):back():back()
    app:tap("Open Customer"):tap "Edit"
    expect(app.stack).to_equal { "orders", "order", "customer" }
    app:cell("Credit Limit"):type("500"):tap("Done"):back()
    expect(app:row("Total").color).to_be(nil)
    app:tap "Ship"
    expect(app.screen.subtitle).to_be "shipped"
  end)

  it("can reach the credit limit", function()
    choose "Konrad Zuse"
    support.addLines(app, { "Installation" })
    app:tap("Open Customer"):tap("Edit"):cell("Credit Limit"):type("142.80"):tap("Done"):back()
    expect(app:row("Total")).to_match { detail = "$142.80" }
    expect(app:row("Total").color).to_be(nil)
    app:tap "Ship"
    expect(app.screen.subtitle).to_be "shipped"
  end)
end)

describe("The fields of an order", function()
  before_each(function()
    app = support.launch():row("No. 1003, Ada Lovelace"):tap()
  end)

  it("accept a date as it is shown, and as ISO 8601", function()
    app:cell("Date"):type("01/20/2020"):doneKey()
    expect(app:row("Due").detail).to_be "02/19/2020"
    app:cell("Date"):type("2020-01-21"):doneKey()
    expect(app:cell("Date").control.value).to_be "01/21/2020"
    expect(app:row("Due").detail).to_be "02/20/2020"
  end)

  it("reject what is not a date, and a date in the future", function()
    app:cell("Date"):type("soon"):doneKey()
    expect(app:cell("Date"):error()).to_be "Enter a date up to today."
    app:cell("Date"):type("02/01/2020"):doneKey()
    expect(app:cell("Date")).to_match { control = { value = "02/01/2020", error = "Enter a date up to today." } }
    expect(app:row("Due").detail).to_be "02/27/2020"
    app:cell("Date"):type("soon"):cancelKey()
    expect(app:cell("Date")).to_match { control = { value = "01/28/2020" } }
    expect(app:cell("Date"):error()).to_be(nil)
  end)

  it("accept today from its first second on", function()
    app.clock:set "2020-02-01"
    app:cell("Date"):type("02/01/2020"):doneKey()
    expect(app:cell("Date"):error()).to_be(nil)
    expect(app:row("Due").detail).to_be "03/02/2020"
  end)

  it("keep invalid input until the user discards it", function()
    app:cell("Date"):type("soon"):back()
    expect(app.stack).to_equal { "orders", "order" }
    app.alert:tap(app.alert.actions[1].title)
    expect(app.stack).to_equal { "orders" }
  end)

  it("have the date due that the terms of the customer give", function()
    choose "Alan Smith"
    expect(app:row("Due")).to_match { detail = "01/28/2020", color = "#ff0000" }
    choose "Konrad Zuse"
    expect(app:row("Due")).to_match { detail = "02/11/2020" }
    expect(app:row("Due").color).to_be(nil)
  end)

  it("have an address unless the customer comes", function()
    app:cell("Address"):type "12 Main Street"
    app:cell("Delivery"):choose "pickup"
    expect(app:dump()).not_to_contain "Main Street"
    app:cell("Delivery"):choose "standard"
    expect(app:cell("Address").control.value).to_be "12 Main Street"
  end)

  it("are disabled when the order is shipped", function()
    app:tap "Ship"
    expect(function() app:cell("Date"):type "01/01/2020" end).to_fail "enabledPath"
    expect(function() app:cell("Delivery"):choose "pickup" end).to_fail "enabledPath"
    expect(function() app:cell("Address"):type "1 Main Street" end).to_fail "enabledPath"
    expect(function() app:row("Customer"):tap() end).to_fail "enabledPath"
    expect(function() app:tap "Ship" end).to_fail "disabled"
    app:row("Lines"):tap()
    expect(support.titles(app.screen.right)).to_equal { "Add" }
    expect(function() app:tap "Add" end).to_fail "disabled"
  end)
end)

-- The database, the background and undo.

local support = require "support"

local app

describe("The application", function()
  before_each(function() app = support.launch() end)

  it("reads everything from the database again", { tags = "smoke" }, function()
    app:tap("Add"):row("Customer"):tap()
    app:cell("Customer"):choose "Konrad Zuse"
    support.addLines(app, { "Coffee", "German Grammar" })
    app:cell("Delivery"):choose("pickup"):back()
    app:tab("Customers"):row("Konrad Zuse"):tap():tap("Edit"):cell("Phone"):type("0999 123456"):tap "Done"
    support.restart(app)
    expect(app:get "customers[1]/phone").to_be "0999123456"
    app:row("No. 1004, Konrad Zuse"):tap()
    expect(app:row("Customer").control.text).to_be "Konrad Zuse"
    expect(support.details(app, "Amounts")).to_equal {
      Lines = "2", Net = "$34.15", Tax = "$2.39", Total = "$36.54",
    }
  end)

  it("begins with a sample", function()
    expect(app:get "products/price").to_equal { 48.5, 19.9, 14.25, 6.4, 120 }
    expect(app:get "products/stock").to_equal { 12, 3, 80, 0, 0 }
    expect(app:get "products/capacity").to_equal { 20, 20, 100, 100, 100 }
    expect(app:get "customers/creditLimit").to_equal { 5000, 1000, 300 }
    expect(app:get "customers/newsletter").to_equal { true, false, false }
    expect(app:get "orders/total").to_equal { 99.24, 66.82, 1285.2 }
  end)

  it("creates its sample only once", function()
    for _, name in ipairs(app:rows "open") do
      app:row(name):delete()
      app.alert:tap "Yes"
    end
    app:model().orders:clear()
    support.restart(app)
    expect(app:rows()).to_equal {}
    expect(app.screen.subtitle).to_be "0 Orders"
    app:tap "Add"
    expect(app.screen.title).to_be "Order 1004"
  end)

  it("writes held input when it goes to the background", function()
    app:row("No. 1003, Ada Lovelace"):tap():cell("Address"):type "1 Main Street"
    expect(app:get "orders[2]/address").to_be(nil)
    app:background():foreground()
    expect(app:get "orders[2]/address").to_be "1 Main Street"
    support.restart(app)
    expect(app:get "orders[2]/address").to_be "1 Main Street"
  end)

  it("keeps invalid input in its field in the background", function()
    app:row("No. 1003, Ada Lovelace"):tap():cell("Date"):type "soon"
    app:background():foreground()
    expect(app:cell("Date").control).to_match { value = "soon", error = "Enter a date up to today." }
    expect(app.stack).to_equal { "orders", "order" }
  end)

  it("keeps input in a form below another one", function()
    app:row("No. 1003, Ada Lovelace"):tap():cell("Date"):type("01/02/2020"):tap "Open Customer"
    app:tap("Edit"):cell("Name"):type "Countess Lovelace"
    app:tab("Products"):tab "Orders"
    expect(app.stack).to_equal { "orders", "order", "customer" }
    app:tap("Done"):back()
    expect(app:cell("Date").control.value).to_be "01/02/2020"
    app:doneKey()
    expect(app:row("Due").detail).to_be "02/01/2020"
    expect(app:back():rows "open").to_equal { "No. 1003, Countess Lovelace" }
  end)

  it("undoes and redoes an edit", function()
    app:row("No. 1003, Ada Lovelace"):tap():cell("Date"):type("01/02/2020"):doneKey()
    app:undo()
    expect(app:cell("Date").control.value).to_be "01/28/2020"
    app:redo()
    expect(app:row("Due").detail).to_be "02/01/2020"
  end)
end)

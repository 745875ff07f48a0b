-- The customers: masks by country, validation of one field and of several, and the terms.

local support = require "support"

local app

local function customer(id) return app:model().customers:find(function(entry) return entry.id == id end) end

describe("The customers", function()
  before_each(function() app = support.launch():tab "Customers" end)

  it("are added by name and then edited", function()
    app:tap "Add"
    app.alert:type("Grace Hopper"):tap "OK"
    expect(app.screen).to_match { name = "customer", editing = true }
    expect(app:cell("Credit Limit").control.value).to_be "$1,000.00"
    app:cell("Postal Code"):type("22201"):tap("Done"):back()
    expect(app:rows()).to_equal { "Ada Lovelace", "Alan Smith", "Grace Hopper", "Konrad Zuse" }
  end)

  it("are found by their name and by their address", function()
    app:search "zuse"
    expect(app:rows()).to_equal { "Konrad Zuse" }
    app:search "ada@example"
    expect(app:rows()).to_equal { "Ada Lovelace" }
  end)

  it("have a title with their number, and their kind", function()
    expect(app.screen).to_match { title = "Customers", subtitle = "3 Customers" }
    expect(app:row("Ada Lovelace").detail).to_be "partner"
  end)

  it("are deleted only without orders", function()
    app:row("Alan Smith"):delete()
    app.alert:tap "Yes"
    expect(app:rows()).to_equal { "Ada Lovelace", "Konrad Zuse" }
    expect(function() app:row("Ada Lovelace"):delete() end).to_fail "."
    app:undo()
    expect(app:rows()).to_contain "Alan Smith"
  end)
end)

describe("The form of a customer", function()
  before_each(function() app = support.launch():tab("Customers"):row("Konrad Zuse"):tap():tap "Edit" end)

  it("needs a name", function()
    app:cell("Name"):clear():tap "Done"
    expect(app.alert.title).to_be "Invalid Input"
    expect(app.alert.message).to_be "Please enter a valid value for Name."
    app.alert:tap "OK"
    expect(app.screen.editing).to_be(true)
    expect(customer("konrad").name).to_be "Konrad Zuse"
    app:cell("Name"):type("K. Zuse"):tap "Done"
    expect(app.screen).to_match { editing = false, subtitle = "K. Zuse" }
  end)

  it("has the masks of the country, at once", { tags = "smoke" }, function()
    expect(app:cell("Phone").control.value).to_be "0301 234567"
    app:cell("Country"):choose "US"
    expect(app:cell("Phone").control.value).to_be "(030) 123-4567"
    expect(customer("konrad").country).to_be "US"
    app:cell("Country"):choose "CA"
    app:cell("Postal Code"):type("k1a0b1"):doneKey()
    expect(app:cell("Postal Code").control.value).to_be "K1A 0B1"
    expect(customer("konrad").postalCode).to_be "K1A0B1"
  end)

  it("accepts a telephone number with and without its literals", function()
    app:cell("Phone"):type("0309876543"):doneKey()
    expect(app:cell("Phone").control.value).to_be "0309 876543"
    app:cell("Phone"):type("0401 234567"):doneKey()
    expect(customer("konrad").phone).to_be "0401234567"
  end)

  it("rejects what does not fit the mask", function()
    app:cell("Postal Code"):type("1011"):doneKey()
    expect(app:cell("Postal Code").control).to_match {
      value = "1011", error = "Please enter a valid value for Postal Code. (column 5)",
    }
    expect(customer("konrad").postalCode).to_be "10115"
    app:cell("Postal Code"):clear():doneKey()
    expect(app:cell("Postal Code"):error()).not_to_be(nil)
    app:cell("Postal Code"):type("10117"):doneKey()
    expect(customer("konrad").postalCode).to_be "10117"
  end)

  it("checks the e-mail address while the user types", function()
    app:cell("E-mail"):type "konrad"
    expect(app:cell("E-mail"):error()).to_be "The address needs an @."
    app:cell("E-mail"):type "konrad@example.com"
    expect(app:cell("E-mail"):error()).to_be(nil)
    expect(customer("konrad").email).to_be ""
    app:doneKey()
    expect(customer("konrad").email).to_be "konrad@example.com"
    app:cell("E-mail"):clear()
    expect(app:cell("E-mail"):error()).to_be(nil)
    app:doneKey()
    expect(customer("konrad").email).to_be ""
  end)

  it("checks fields that depend on each other when it is submitted", function()
    app:cell("Newsletter"):set(true):submit()
    expect(app.alert.message).to_be "The newsletter needs an e-mail address."
    app.alert:tap "OK"
    expect(app:cell("Newsletter"):error()).to_be "The newsletter needs an e-mail address."
    expect(app.screen.editing).to_be(true)
    app:cell("E-mail"):type("konrad@example.com"):tap "Done"
    expect(app.screen.editing).to_be(false)
    expect(customer("konrad")).to_match { newsletter = true, email = "konrad@example.com" }
  end)

  it("writes a choice at once, as a step of the history", function()
    app:cell("Kind"):choose "partner"
    expect(customer("konrad").kind).to_be "partner"
    app:undo()
    expect(app:cell("Kind").control.text).to_be "regular"
  end)

  it("has a picker of texts for the terms", function()
    app:row("Terms"):tap()
    expect(app:cell("Terms").control).to_match { options = { "0 days", "14 days", "30 days" }, title = "Days to pay" }
    app:cell("Terms"):choose("30 days"):tap "Done"
    expect(customer("konrad").terms).to_be "30 days"
    app:tab("Orders"):row("No. 1002, Konrad Zuse"):tap()
    expect(app:row("Due").detail).to_be "02/09/2020"
  end)

  it("limits the credit to nothing at least, and to 10 000 at most", function()
    for _, limit in ipairs { "-0.5", "10,000.50" } do
      app:cell("Credit Limit"):type(limit):doneKey()
      expect(app:cell("Credit Limit"):error()).to_be "The limit is at most 10 000."
    end
    for _, limit in ipairs { 0, 10000 } do
      app:cell("Credit Limit"):type(tostring(limit)):doneKey()
      expect(customer("konrad").creditLimit).to_be(limit)
    end
  end)

  it("writes a credit limit with its currency", function()
    app:cell("Credit Limit"):type("10,000.50"):doneKey()
    expect(app:cell("Credit Limit"):error()).to_be "The limit is at most 10 000."
    app:cell("Credit Limit"):type("$7,500"):doneKey()
    expect(app:cell("Credit Limit").control.value).to_be "$7,500.00"
    expect(customer("konrad").creditLimit).to_be(7500)
  end)

  it("goes from text field to text field", function()
    for _, label in ipairs { "Name", "Since", "Postal Code", "Phone", "E-mail", "Credit Limit" } do
      app:next()
      expect(app:cell(label).control.focused).to_be(true)
    end
    expect(function() app:next() end).to_fail "."
  end)
end)

describe("A customer who is not valid", function()
  it("is not stored", function()
    app = support.launch()
    customer("konrad").newsletter = true
    app:background()
    expect(app.diagnostics).to_match { { code = "model.invalid" } }
    app:foreground():terminate():relaunch()
    expect(customer("konrad").newsletter).to_be(false)
  end)
end)

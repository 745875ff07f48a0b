-- The products: search, stock, number, picture and page.

local support = require "support"

local app

local function product(id) return app:model().products:find(function(entry) return entry.id == id end) end

describe("The products", function()
  before_each(function() app = support.launch():tab "Products" end)

  it("are grouped by kind, and marked when they are sold out", function()
    expect(support.headers(app)).to_equal { "book", "food", "service" }
    expect(app:rows "food").to_equal { "Coffee", "Green Tea (Sold Out)" }
  end)

  it("are sold out without a last piece", function()
    product("tea").stock = 1
    expect(app:rows "food").to_equal { "Coffee", "Green Tea" }
  end)

  it("are found by name and number, and filtered by what is available", function()
    app:search "tea"
    expect(app:rows()).to_equal { "Green Tea (Sold Out)" }
    app:search "fd0"
    expect(app:rows()).to_equal { "Coffee", "Green Tea (Sold Out)" }
    app:filter "Available"
    expect(app:rows()).to_equal { "Coffee" }
    app:search("")
    expect(app:rows()).to_equal { "Atlas of the World", "German Grammar", "Coffee", "Installation" }
    app:filter "Sold Out"
    expect(app:rows()).to_equal { "Green Tea (Sold Out)" }
  end)

  it("need a number and a price when they are added", function()
    app:tap "Add"
    app.alert:type("Map"):tap "OK"
    app:tap "Done"
    expect(app.alert.message).to_be "Two letters and four digits.\nPlease enter a valid value for Price."
    app.alert:tap "OK"
    app:cell("Number"):type "bk-0003"
    app:cell("Price"):type("7.5"):tap "Done"
    expect(app:row("Number").control.value).to_be "BK-0003"
    expect(app:back():rows "book").to_equal { "Atlas of the World", "German Grammar", "Map (Sold Out)" }
  end)

  it("have a title with their number, and are sorted by name", function()
    expect(app.screen).to_match { title = "Products", subtitle = "5 Products" }
    app:tap("Add").alert:type("Almanac"):tap "OK"
    app:cell("Number"):type "ZZ-0001"
    app:cell("Price"):type("0.5"):tap "Done"
    expect(app.screen).to_match { title = "Almanac", subtitle = "book" }
    expect(app:cell("Filled").control).to_match { value = 0, max = 100 }
    expect(app:back():rows "book").to_equal { "Almanac (Sold Out)", "Atlas of the World", "German Grammar" }
    expect(product(app:model().products[1].id).stock).to_be(0)
  end)

  it("do not change the orders that contain them", function()
    app:row("Coffee"):tap():tap("Edit"):cell("Price"):type("20"):tap "Done"
    expect(product("coffee").price).to_be(20)
    app:tab("Orders")
    expect(app:row("No. 1002, Konrad Zuse").detail).to_be "$66.82"
  end)
end)

describe("The form of a product", function()
  before_each(function() app = support.launch():tab("Products"):row("Atlas of the World"):tap() end)

  it("shows the picture, the description and the page", function()
    expect(app:cell("Picture").control).to_match { kind = "image", imageInfo = { format = "image/png", width = 16 } }
    expect(app:cell("About").control.text).to_contain "from Andorra to Zimbabwe (https://example.com/zw)"
    expect(app:cell("Page").control).to_match { kind = "web", value = "https://example.com/atlas", mode = "url" }
    app:back():row("German Grammar"):tap()
    expect(app:rows "About").to_equal {}
    product("grammar").about = "<p>For beginners.</p>"
    expect(app:rows "About").to_equal { "About" }
    product("grammar").page = "https://example.com/grammar"
    expect(app:rows "About").to_equal { "About", "Page" }
  end)

  it("shows how full the stock is, at once", function()
    expect(app:cell("Filled").control).to_match { kind = "progress", value = 12, max = 20, color = "#008000" }
    app:tap("Edit"):cell("Pieces"):step(-9)
    expect(app:cell("Filled").control).to_match { value = 3, color = "#ff0000" }
    app:cell("Pieces"):set(100)
    expect(product("atlas").stock).to_be(20)
  end)

  it("is red below a fifth of what there is room for", function()
    app:back():row("Coffee"):tap()
    product("coffee").stock = 20
    expect(app:cell("Filled").control).to_match { max = 100, color = "#008000" }
    product("coffee").stock = 19
    expect(app:cell("Filled").control.color).to_be "#ff0000"
  end)

  it("needs a name", function()
    app:tap("Edit"):cell("Name"):clear():tap "Done"
    expect(app.alert.message).to_be "Please enter a valid value for Name."
    app.alert:tap "OK"
    expect(app:cell("Name"):error()).to_be "Please enter a valid value for Name."
  end)

  it("has no stock for a service", function()
    app:tap("Edit"):cell("Kind"):choose "service"
    expect(support.headers(app)).to_equal { "General", "About" }
    app:tap "Done"
    expect(support.headers(app)).to_equal { "General", "About" }
    app:tap "Edit"
    app:cell("Kind"):choose "food"
    expect(support.headers(app)).to_equal { "General", "Stock", "About" }
  end)

  it("has a unit from a list of texts", function()
    app:tap("Edit"):row("Unit"):tap()
    app:cell("Unit"):choose("kg"):tap "Done"
    expect(product("atlas").unit).to_be "kg"
  end)

  it("rejects a price that is not a positive amount", function()
    app:tap "Edit"
    local message = "Please enter a valid value for Price."
    for text, error in pairs { ["0"] = message, ["-1"] = message, free = message .. " (column 1)" } do
      app:cell("Price"):type(text):doneKey()
      expect(app:cell("Price").control).to_match { value = text, error = error }
    end
    expect(product("atlas").price).to_be(48.5)
    app:cell("Price"):type("none"):cancelKey()
    expect(app:cell("Price").control.value).to_be "$48.50"
  end)
end)

-- The list of orders: groups, search, overdue orders, payment, adding and deleting.

local support = require "support"

local app

local zuse, ada, open = "No. 1002, Konrad Zuse", "No. 1001, Ada Lovelace", "No. 1003, Ada Lovelace"

describe("The orders", function()
  before_each(function() app = support.launch() end)

  it("are grouped by their status, the latest first", function()
    expect(support.headers(app)).to_equal { "open", "shipped" }
    expect(app:rows("shipped")).to_equal { zuse, ada }
    expect(app.screen.subtitle).to_be "3 Orders"
    expect(app:row(open)).to_match { detail = "$1,285.20" }
  end)

  it("are found by their number and by their customer", function()
    app:search "1002"
    expect(app:rows()).to_equal { zuse }
    app:search "lovelace"
    expect(app:rows()).to_equal { open, ada }
  end)

  it("are red when they are overdue", function()
    expect(app:row(zuse).color).to_be "#ff0000"
    expect(app:row(ada).color).to_be(nil)
    app.clock:set "2020-02-15"
    expect(app:row(ada).color).to_be "#ff0000"
  end)

  it("are overdue from the first second after they are due", function()
    app.clock:set(app:model().orders[1].due)
    expect(app:row(ada).color).to_be(nil)
    app.clock:advance(1)
    expect(app:row(ada).color).to_be "#ff0000"
    expect(app:get("orders[0]/due/formatISO")).to_be "2020-02-14T00:00:00Z"
  end)

  it("are paid with a swipe, after which they are not overdue", function()
    app:row(zuse):quick()
    expect(app:rows "paid").to_equal { zuse }
    expect(app:row(zuse).color).to_be(nil)
    expect(function() app:row(zuse):quick() end).to_fail "no quick action"
    expect(function() app:row(open):quick() end).to_fail "no quick action"
  end)

  it("count at the tab while they are open", function()
    expect(app.screen.tabs[1].badge).to_be "1"
    app:row(open):delete()
    app.alert:tap "Yes"
    expect(app.screen.tabs[1].badge).to_be(nil)
    app:undo()
    expect(app.screen.tabs[1].badge).to_be "1"
    expect(app:rows "open").to_equal { open }
  end)

  it("cannot be deleted after they were shipped", function()
    expect(function() app:row(zuse):delete() end).to_fail "."
    expect(app:row(zuse).trailing).to_equal {}
    app:tap "Edit"
    expect(function() app:row(zuse):delete() end).to_fail "."
    app:row(open):delete()
    app.alert:tap "Yes"
    expect(app:rows()).to_equal { zuse, ada }
  end)

  it("get the next number when they are added", function()
    app:tap "Add"
    expect(app.screen).to_match { name = "order", title = "Order 1004", subtitle = "open", editing = true }
    app:back():tap("Add"):back()
    expect(app:rows "open").to_equal { "No. 1005", "No. 1004", open }
    app:undo()
    expect(app:get "nextNumber").to_be(1005)
  end)
end)

-- The dates of a book, each one day after the previous one.

local support = require "support"

local app

support.describe("The dates of a book", function()
  before_each(function()
    app = support.launch()
    app:row("Emma"):tap()
    app:row("Dates"):tap()
  end)

  it("are always editable", function()
    expect(app.screen.editing).to_be(true)
    expect(support.titles(app.screen.right)).not_to_contain("Edit")
    expect(app.screen.title).to_be("Emma")
    expect(app.screen.subtitle).to_be("0 Dates")
  end)

  it("start today and continue day by day", function()
    for _ = 1, 3 do app:tap("Add") end
    expect(app:rows()).to_equal { "January 31, 2020", "February 1, 2020", "February 2, 2020" }
    expect(app.screen.subtitle).to_be("3 Dates")
    expect(app.screen.forceListUpdate).to_be(true)
    expect(app:cell(1).control).to_match { mode = "dateAndTime", text = "1/31/20, 12:00 PM" }
  end)

  it("move the later ones", function()
    for _ = 1, 4 do app:tap("Add") end
    app:row("February 1, 2020"):tap()
    app:cell("February 1, 2020"):pick("2020-02-27")
    expect(app:rows()).to_equal { "January 31, 2020", "February 27, 2020", "February 28, 2020", "February 29, 2020" }
  end)

  it("do not move the earlier ones", function()
    for _ = 1, 3 do app:tap("Add") end
    app:row("February 2, 2020"):tap()
    app:cell("February 2, 2020"):pick("2021-06-01")
    expect(app:rows()).to_equal { "January 31, 2020", "February 1, 2020", "June 1, 2021" }
  end)

  it("are undone as one step", function()
    for _ = 1, 3 do app:tap("Add") end
    app:row("January 31, 2020"):tap()
    app:cell("January 31, 2020"):pick("2020-05-01")
    expect(app:rows()).to_equal { "May 1, 2020", "May 2, 2020", "May 3, 2020" }
    app:undo()
    expect(app:rows()).to_equal { "January 31, 2020", "February 1, 2020", "February 2, 2020" }
  end)

  it("are deleted without confirmation and can be reordered", function()
    for _ = 1, 3 do app:tap("Add") end
    app:row("February 1, 2020"):delete()
    expect(app.alert).to_be(nil)
    expect(app:rows()).to_equal { "January 31, 2020", "February 2, 2020" }
    app:row("February 2, 2020"):move(1)
    expect(app:rows()).to_equal { "February 2, 2020", "January 31, 2020" }
  end)

  it("are found as they are shown", function()
    for _ = 1, 2 do app:tap("Add") end
    app:search("february")
    expect(app:rows()).to_equal { "February 1, 2020" }
  end)

  it("can be empty, which moves no others", function()
    for _ = 1, 2 do app:tap("Add") end
    app:model().books[2].dates[1].date = nil
    app:search("2020")
    expect(app:rows()).to_equal { "February 1, 2020" }
    app:search("")
    expect(app:cell(1).control.value).to_be(nil)
    expect(app.screen.subtitle).to_be("2 Dates")
  end)

  it("are unchanged after a relaunch", function()
    for _ = 1, 2 do app:tap("Add") end
    app:row("February 1, 2020"):tap()
    app:cell("February 1, 2020"):pick("2020-03-01")
    support.restart(app)
    app:row("Emma"):tap()
    expect(app:row("Dates")).to_match { detail = "2" }
    app:row("Dates"):tap()
    expect(app:rows()).to_equal { "January 31, 2020", "March 1, 2020" }
  end)
end)

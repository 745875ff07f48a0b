-- The list of books: its content, and every action of its rows.

local support = require "support"

local app

support.describe("The books list", function()
  before_each(function() app = support.launch() end)

  it("has a title with a count", { tags = "smoke" }, function()
    expect(app.screen.kind).to_be("list")
    expect(app.screen.name).to_be("books")
    expect(app.screen.title).to_be("Book Shop")
    expect(app.screen.subtitle).to_be("3 Books")
  end)

  it("counts one book in the singular", function()
    app:row("Dune"):delete()
    app.alert:tap("Yes")
    app:row("Emma"):delete()
    app.alert:tap("Yes")
    expect(app.screen.subtitle).to_be("1 Book")
  end)

  it("has bar buttons", function()
    expect(support.titles(app.screen.left)).to_equal { "Menu" }
    expect(support.titles(app.screen.right)).to_equal { "Add", "Edit", "?", "Directory" }
    expect(app.screen.right[4].image).to_be("organize")
  end)

  it("groups by day, the latest first", function()
    expect(support.headers(app)).to_equal { "Today", "Yesterday", "May 4, 2019" }
    expect(app:rows("Today")).to_equal { "Dune" }
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
  end)

  it("updates relative dates when the clock advances", function()
    app.clock:set("2020-02-01T12:00:00Z")
    expect(support.headers(app)).to_equal { "Yesterday", "January 30, 2020", "May 4, 2019" }
  end)

  it("shows the content and actions of a row", function()
    expect(app:row("Dune")).to_match {
      text = "Dune", detail = "not marked", image = "book", button = { title = "Mark", enabled = true },
      leading = { "Mark" }, trailing = { "Delete", "More..." },
    }
    expect(app:row("Persuasion")).to_match { detail = "marked" }
    expect(app:row("Persuasion").button).to_be(nil)
  end)

  it("opens the directory dialog", function()
    app:tap("Directory")
    expect(app.alert.title).to_be("Directory")
    expect(app.alert.message).to_be("Directory Content")
    app.alert:tap("OK")
    expect(app.alert).to_be(nil)
  end)
end)

support.describe("Search", function()
  before_each(function() app = support.launch() end)

  it.each {
    { text = "em", found = { "Emma" } },
    { text = "EM", found = { "Emma" } },
    { text = "dúne", found = { "Dune" } },
    { text = "ua", found = { "Persuasion" } },
    { text = "xyz", found = {} },
    { text = "", found = { "Dune", "Emma", "Persuasion" } },
  }("finds names, ignoring case and accents", function(case)
    app:search(case.text)
    expect(app:rows()).to_equal(case.found)
  end)

  it("shows only groups that have rows", function()
    app:search("emma")
    expect(support.headers(app)).to_equal { "Yesterday" }
    app:search("")
    expect(support.headers(app)).to_have_count(3)
  end)
end)

support.describe("Adding a book", function()
  before_each(function()
    app = support.launch()
    app:tap("Add")
  end)

  it("asks for the name", function()
    expect(app.alert.title).to_be("New Book")
    expect(app.alert.message).to_be("Enter name for this Book")
    expect(app.alert.fields[1]).to_match { placeholder = "Name" }
    app.alert:tap("Cancel")
  end)

  it("rejects an empty name", function()
    expect(function() app.alert:tap("OK") end).to_fail("disabled")
    app.alert:type("Kim")
    app.alert:type("")
    expect(function() app.alert:tap("OK") end).to_fail("disabled")
    app.alert:tap("Cancel")
  end)

  it("puts it under today, sorted by name", function()
    app.alert:type("Kim"):tap("OK")
    expect(app.screen.subtitle).to_be("4 Books")
    expect(app:rows("Today")).to_equal { "Dune", "Kim" }
    expect(app:row("Kim")).to_match { detail = "not marked", image = "book" }
  end)

  it("inserts it at the start of the list in the model", function()
    app.alert:type("Kim"):tap("OK")
    expect(app:get("/books[0]/name")).to_be("Kim")
    expect(app:model().books[1]).to_match { price = 0, copies = 0, type = "0", marked = false }
  end)

  it("changes nothing if it is cancelled", function()
    app.alert:type("Kim")
    local changes = app:changes(function() app.alert:tap("Cancel") end)
    expect(changes).to_equal {}
    expect(app.screen.subtitle).to_be("3 Books")
  end)

  it("prevents actions on the screen behind the dialog", function()
    expect(function() app:row("Dune"):tap() end).to_fail("alert")
    expect(function() app:tap("Edit") end).to_fail("alert")
    app.alert:tap("Cancel")
  end)
end)

support.describe("Deleting a book", function()
  before_each(function()
    app = support.launch()
    app:row("Dune"):delete()
  end)

  it("asks for confirmation", function()
    expect(app.alert.title).to_be("Confirm Deletion")
    expect(app.alert.message).to_be("Do you really want to delete entry?")
    app.alert:tap("No")
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
  end)

  it("removes the row and its group", function()
    app.alert:tap("Yes")
    expect(app:rows()).to_equal { "Emma", "Persuasion" }
    expect(support.headers(app)).to_equal { "Yesterday", "May 4, 2019" }
    expect(app.screen.subtitle).to_be("2 Books")
  end)

  it("keeps the author in the directory", function()
    app.alert:tap("Yes")
    expect(app:get("directory>/authors.@count")).to_be(4)
  end)
end)

support.describe("Marking", function()
  before_each(function() app = support.launch() end)

  it("works with the quick action", { tags = "smoke" }, function()
    app:row("Emma"):quick()
    expect(app:row("Emma")).to_match { detail = "marked" }
  end)

  it("works with the accessory button, which then disappears", function()
    app:row("Emma"):accessory()
    expect(app:row("Emma")).to_match { detail = "marked" }
    expect(app:row("Emma").button).to_be(nil)
    expect(app:model().books[2].marked).to_be(true)
  end)

  it("works with the More... sheet", { tags = "smoke" }, function()
    local changes = app:changes(function() app:row("Dune"):more("Set as Marked") end)
    expect(changes).to_equal { { path = "/books/0/marked", old = false, new = true } }
    expect(app:row("Dune")).to_match { detail = "marked" }
  end)

  it("works by selecting rows in edit mode", function()
    app:tap("Edit")
    expect(app.screen.editing).to_be(true)
    app:row("Dune"):select()
    app:row("Emma"):select()
    expect(app:row("Dune")).to_match { detail = "marked", selected = true }
    app:row("Emma"):deselect()
    app:tap("Done")
    expect(app.screen.editing).to_be(false)
    expect(app:get("/books/marked")).to_equal { true, false, true }
  end)

  it("is not available for a marked book", function()
    expect(app:row("Persuasion").leading).to_equal {}
    expect(function() app:row("Persuasion"):quick() end).to_fail(".")
    expect(app:row("Persuasion").button).to_be(nil)
    expect(function() app:row("Persuasion"):more("Set as Marked") end).to_fail("Set as Marked")
  end)

  it("can be undone and redone", function()
    app:row("Emma"):quick()
    app:undo()
    expect(app:row("Emma")).to_match { detail = "not marked" }
    app:redo()
    expect(app:row("Emma")).to_match { detail = "marked" }
  end)
end)

support.describe("The More... sheet", function()
  before_each(function() app = support.launch() end)

  it("has its actions and Cancel", function()
    app:row("Dune"):more()
    expect(support.titles(app.sheet.actions)).to_equal { "Activate", "Set as Marked", "Cancel" }
    app.sheet:tap("Cancel")
    expect(app.sheet).to_be(nil)
  end)

  it("omits disabled actions", function()
    app:row("Persuasion"):more()
    expect(support.titles(app.sheet.actions)).to_equal { "Activate", "Cancel" }
    app.sheet:tap("Cancel")
  end)

  it("activates a book", function()
    app:row("Dune"):more("Activate")
    expect(app.alert.title).to_be("Book")
    expect(app.alert.message).to_be("Activated")
    app.alert:tap("OK")
  end)
end)

support.describe("An action that is not possible", function()
  before_each(function() app = support.launch() end)

  it("is typing into a cell outside edit mode", function()
    app:row("Dune"):tap()
    expect(function() app:cell("Name"):type("x") end).to_fail("edit")
    expect(function() app:cell("price"):slide(5) end).to_fail("edit")
    expect(app:model().books[1].name).to_be("Dune")
  end)

  it("is tapping a missing row: the message has the nearest name", function()
    expect(function() app:row("Dun"):tap() end).to_fail("Dune")
    expect(function() app:tap("Ad") end).to_fail("Add")
    app:row("Dune"):tap()
    expect(function() app:cell("Nam"):type("x") end).to_fail("Name")
  end)

  it("is going back from the first screen", function()
    expect(function() app:back() end).to_fail(".")
  end)

  it("is answering a dialog that is not open", function()
    expect(app.alert).to_be(nil)
    expect(app.sheet).to_be(nil)
  end)

  it("is moving a row of a grouped list", function()
    app:tap("Edit")
    expect(function() app:row("Dune"):move(2) end).to_fail(".")
  end)
end)

-- One book: its content, every kind of cell in edit mode, its lead author.

local support = require "support"

local app

support.describe("A book", function()
  before_each(function() app = support.launch() end)

  it("shows its sections", function()
    app:row("Dune"):tap()
    expect(app.stack).to_equal { "books", "book" }
    expect(app.screen.kind).to_be("detail")
    expect(app.screen.title).to_be("Book")
    expect(app.screen.subtitle).to_be("Dune")
    expect(support.headers(app)).to_equal { "General", "Stock", "Details", "Dates" }
    expect(app.screen.sections[3].footer).to_be("Specifies the lead author of the book")
  end)

  it("shows its values", function()
    app:row("Dune"):tap()
    expect(app:row("Release Date")).to_match { detail = "January 31, 2020" }
    expect(app:row("Genre")).to_match { detail = "Science Fiction" }
    expect(app:row("Price: 9.99 EUR")).to_match { control = { kind = "slider", value = 9.99, min = 0, max = 100 } }
    expect(app:row("Copies")).to_match { detail = "3 Pieces" }
    expect(app:row("Authors")).to_match { detail = "1 Entry" }
    expect(app:row("Lead Author").button).to_match { title = "Frank Herbert", image = "book" }
    expect(app:row("Dates")).to_match { detail = "0" }
    local kinds = { "Non-Fiction", "Fiction", "Other" }
    expect(app:cell("Type").control).to_match { options = kinds, value = 1, width = 250 }
    expect(app:row("Copies").control).to_be(nil)
    expect(app:row { section = 1, index = 4 }.height).to_be(132)
  end)

  it("shows the date and the genre without their pickers", function()
    app:row("Dune"):tap()
    local rows = { "Dune", "not marked", "Release Date", "", "Type", "Genre" }
    expect(app:rows("General")).to_equal(rows)
    app:tap("Edit")
    expect(app:rows("General")).to_equal(rows)
  end)

  it("counts one piece in the singular, and shows cents", function()
    app:row("Emma"):tap()
    expect(app:row("Copies")).to_match { detail = "1 Piece" }
    expect(app:row("Price: 0.00 EUR").control.value).to_be(0)
  end)

  it("has no lead author button without one", function()
    app:row("Emma"):tap()
    expect(app:row("Lead Author").button).to_be(nil)
  end)

  it("is activated by a tap on the title", function()
    app:row("Dune"):tap()
    app:title():tap()
    expect(app.alert.message).to_be("Activated")
    app.alert:tap("OK")
  end)

  it("is marked by the bar button after confirmation", function()
    app:row("Dune"):tap()
    expect(app.screen.right[2]).to_match { title = "Mark", image = "fastForward", enabled = true }
    app:tap("Mark")
    expect(app.alert.title).to_be("Set As Marked")
    expect(app.alert.message).to_be("Set Book as Marked")
    app.alert:tap("Cancel")
    expect(app:cell("marked").control).to_match { value = false }
    app:tap("Mark")
    app.alert:tap("OK")
    expect(app:cell("marked").control).to_match { value = true }
    expect(function() app:tap("Mark") end).to_fail("disabled")
  end)

  it("has actions for the details and the catalog", function()
    local book = app:model().books[1]
    book:showDetails()
    expect(app.alert).to_match { title = "Book Details", message = "Show Book Details" }
    app.alert:tap("OK")
    book:openCatalog()
    expect(app.alert).to_match { title = "Catalog", message = "Catalog Content" }
    app.alert:tap("OK")
  end)

  it("has the names of its authors for bindings", function()
    app:model().books[1].authors:add("adams")
    expect(app:get("/books[0]/authorRefs/name")).to_equal { "Frank Herbert", "Douglas Adams" }
    expect(app:get("/books[0]/authorRef/name")).to_be("Frank Herbert")
  end)

  it("closes when its book is deleted", function()
    app:row("Dune"):tap()
    local shop = app:model()
    shop.books:remove(shop.books[1])
    expect(app.stack).to_equal { "books" }
    expect(app:rows()).to_equal { "Emma", "Persuasion" }
  end)
end)

support.describe("Editing a book", function()
  before_each(function()
    app = support.launch()
    app:row("Dune"):tap()
    app:tap("Edit")
  end)

  it("changes the name, here and in the list", { tags = "smoke" }, function()
    app:cell("Name"):type("Dune (1965)")
    app:tap("Done")
    expect(app.screen.subtitle).to_be("Dune (1965)")
    app:back()
    expect(app:rows()).to_equal { "Dune (1965)", "Emma", "Persuasion" }
  end)

  it("switches the mark", function()
    app:cell("marked"):set(true)
    expect(app:row("marked").control).to_match { kind = "switch", value = true }
    app:cell("marked"):set(false)
    expect(app:model().books[1].marked).to_be(false)
  end)

  it("sets the comment", function()
    app:cell("Comment"):type("Spice.\nAnd worms.")
    app:tap("Done")
    expect(app:model().books[1].comment).to_be("Spice.\nAnd worms.")
    app:tap("Edit")
    app:cell("Comment"):clear()
    app:tap("Done")
    expect(app:get("/books[0]/comment")).to_be("")
  end)

  it("chooses the type", function()
    app:cell("Type"):choose("Other")
    expect(app:model().books[1].type).to_be("2")
    expect(function() app:cell("Type"):choose("Poetry") end).to_fail("Poetry")
  end)

  it("slides the price within its bounds", function()
    app:cell("price"):slide(42.25)
    expect(app:cell("price").text).to_be("Price: 42.25 EUR")
    app:cell("price"):slide(500)
    expect(app:model().books[1].price).to_be(100)
    app:cell("price"):slide(-1)
    expect(app:model().books[1].price).to_be(0)
  end)

  it("steps the copies within their bounds", function()
    expect(app:cell("copies").text).to_be("Copies: 3")
    app:cell("copies"):step(2)
    expect(app:cell("copies").text).to_be("Copies: 5")
    app:cell("copies"):step(20)
    expect(app:model().books[1].copies).to_be(10)
    app:cell("copies"):step(-20)
    expect(app:model().books[1].copies).to_be(0)
    app:tap("Done")
    expect(app:row("Copies")).to_match { detail = "0 Pieces" }
  end)

  it("expands the date", function()
    expect(function() app:cell("date"):pick("2019-07-01") end).to_fail("date")
    app:row("Release Date"):tap()
    app:cell("date"):pick("2019-07-01")
    expect(app:row("Release Date")).to_match { detail = "July 1, 2019" }
  end)

  it.each {
    { pick = "1700-12-24", day = "first" },
    { pick = support.days.first, day = "first" },
    { pick = support.days.last, day = "last" },
    { pick = "2200-02-28", day = "last" },
  }("keeps the date between minimum and maximum", function(case)
    app:row("Release Date"):tap()
    app:cell("date"):pick(case.pick)
    local day = okit.day(support.days[case.day])
    expect(app:row("Release Date").detail).to_be(day.formatDate)
  end)

  it("expands the genres", function()
    app:row("Genre"):tap()
    expect(app:cell("genre").control).to_match {
      kind = "picker",
      options = { "Fantasy", "Science Fiction", "Westerns", "Romance", "Thriller", "Mystery" },
    }
    app:cell("genre"):choose("Mystery")
    expect(app:row("Genre")).to_match { detail = "Mystery" }
    expect(app:model().books[1].genre.refKey).to_be("MYSTERY")
  end)

  it("hides the details until the book is marked", function()
    expect(support.headers(app)).to_equal { "General", "Stock", "Dates" }
    app:cell("marked"):set(true)
    expect(support.headers(app)).to_equal { "General", "Stock", "Details", "Dates" }
    expect(app:rows("Details")).to_equal { "Authors", "Lead Author" }
    app:cell("marked"):set(false)
    app:tap("Done")
    expect(support.headers(app)).to_equal { "General", "Stock", "Details", "Dates" }
  end)

  it("is undone step by step", function()
    app:cell("copies"):step(1)
    app:cell("price"):slide(1.25)
    app:undo()
    expect(app:cell("price").text).to_be("Price: 9.99 EUR")
    expect(app:cell("copies").text).to_be("Copies: 4")
    app:undo()
    expect(app:cell("copies").text).to_be("Copies: 3")
  end)
end)

support.describe("The lead author", function()
  before_each(function() app = support.launch() end)

  it("is chosen from the directory", function()
    app:row("Emma"):tap()
    app:row("Lead Author"):tap()
    expect(app.screen.title).to_be("Lead Author")
    expect(app.screen.subtitle).to_be("4 Authors")
    expect(app:rows()).to_equal { "Douglas Adams", "Frank Herbert", "J. R. R. Tolkien", "Jane Austen" }
    app:row("Jane Austen"):tap():back()
    expect(app.stack).to_equal { "books", "book" }
    expect(app:row("Lead Author").button).to_match { title = "Jane Austen" }
  end)

  it("has the check mark in the selection", function()
    app:row("Dune"):tap()
    app:row("Lead Author"):tap()
    expect(app:row("Frank Herbert")).to_match { accessory = "checkmark" }
    expect(app:row("Jane Austen").accessory).not_to_be("checkmark")
    app:row("Douglas Adams"):tap()
    expect(app:model().books[1].author.refKey).to_be("adams")
  end)

  it("is deselected by choosing it again", function()
    app:row("Dune"):tap()
    app:row("Lead Author"):tap()
    app:row("Frank Herbert"):tap():back()
    expect(app:row("Lead Author").button).to_be(nil)
    expect(app:get("/books[0]/author/ref")).to_be(nil)
  end)

  it("is opened by its button", function()
    app:row("Dune"):tap()
    app:row("Lead Author"):accessory()
    expect(app.stack).to_equal { "books", "book", "authorRef" }
    expect(app.screen.title).to_be("Frank Herbert")
    expect(app:rows()).to_equal { "herbert", "Frank Herbert" }
    expect(support.titles(app.screen.right)).to_equal { "Select" }
    app:back()
    expect(app.screen.title).to_be("Book")
  end)

  it("is opened by its button in edit mode too, while the row selects", function()
    app:row("Dune"):tap()
    app:tap("Edit")
    app:cell("not marked"):set(true)
    expect(app:row("Lead Author").button).to_match { title = "Frank Herbert", enabled = true }
    app:byRole("button", "Frank Herbert"):tap()
    expect(app.screen.name).to_be("authorRef")
    app:tap("Select"):row("Douglas Adams"):tap():close()
    expect(app.screen.title).to_be("Douglas Adams")
    app:back()
    expect(app:row("Lead Author").button).to_match { title = "Douglas Adams" }
    expect(support.authorKeys(app, "dune")).to_equal { "herbert" }
  end)

  it("has a button without a name when the directory does not have it", function()
    app:apply { books = { { name = "Kim", author = { refKey = "kipling" } } } }
    app:row("Kim"):tap()
    expect(app:row("Lead Author").button).to_match { title = "book", image = "book" }
  end)

  it("keeps its screen open when it is deselected", function()
    app:row("Dune"):tap()
    app:row("Lead Author"):accessory()
    app:model().books[1].author = nil
    expect(app.stack).to_equal { "books", "book", "authorRef" }
    expect(app.screen.title).to_be("")
    expect(app:dump()).not_to_contain("herbert")
  end)

  it("is empty after its author is deleted from the directory", function()
    app:row("Dune"):tap()
    local directory = app:model("directory")
    directory.authors:remove(directory.authors[1])
    expect(app:row("Lead Author").button).to_be(nil)
    expect(app:row("Authors")).to_match { detail = "0 Entries" }
  end)
end)

-- The authors of a book, and the directory of all authors.

local support = require "support"

local app

support.describe("The authors of a book", function()
  before_each(function()
    app = support.launch()
    app:row("Dune"):tap()
    app:row("Authors"):tap()
  end)

  it("are listed by initial", function()
    expect(app.screen.title).to_be("Dune")
    expect(app.screen.subtitle).to_be("1 Author")
    expect(support.headers(app)).to_equal { "F" }
    expect(app:rows()).to_equal { "Frank Herbert" }
    expect(app.screen.index).to_contain("F")
  end)

  it("cannot be added here, only selected", function()
    expect(support.titles(app.screen.right)).to_equal { "Edit", "Add" }
    app:tap("Add")
    expect(app.alert).to_be(nil)
    expect(app.stack).to_equal { "books", "book", "bookAuthors", "selectAuthors" }
  end)

  it("open as references, of which each can refer to another author", function()
    app:row("Frank Herbert"):tap()
    expect(app.screen.title).to_be("Frank Herbert")
    app:tap("Select")
    expect(app.screen.title).to_be("Directory")
    expect(app:row("Frank Herbert")).to_match { accessory = "checkmark" }
    -- The same screen that selects several authors for the list selects one for the reference.
    app:row("Jane Austen"):tap()
    expect(app:row("Frank Herbert").accessory).to_be("none")
    expect(app:row("Jane Austen").accessory).to_be("checkmark")
    app:close()
    expect(app.screen.title).to_be("Jane Austen")
    expect(support.authorKeys(app, "dune")).to_equal { "austen" }
  end)

  it("are selected in a modal list", function()
    app:tap("Add")
    expect(app.screen.title).to_be("Directory")
    app:row("Jane Austen"):tap()
    app:row("Douglas Adams"):tap()
    expect(app:row("Jane Austen")).to_match { accessory = "checkmark" }
    expect(support.authorKeys(app, "dune")).to_equal { "adams", "austen", "herbert" }
    app:row("Frank Herbert"):tap()
    expect(support.authorKeys(app, "dune")).to_equal { "adams", "austen" }
    app:tap("Close")
    expect(app:rows()).to_equal { "Douglas Adams", "Jane Austen" }
    expect(app.screen.subtitle).to_be("2 Authors")
  end)

  it("are sorted by name, as in the directory", function()
    app:tap("Add")
    expect(support.titles(app.screen.right)).to_equal { "Clear" }
    expect(support.headers(app)).to_equal { "D", "F", "J" }
    expect(app:row("Jane Austen").trailing).to_equal {}
    expect(app.screen.index).to_contain("J")
    app:row("J. R. R. Tolkien"):tap():row("Jane Austen"):tap()
    app:close()
    expect(app:rows("J")).to_equal { "J. R. R. Tolkien", "Jane Austen" }
  end)

  it("are cleared", function()
    app:tap("Add")
    app:tap("Clear")
    expect(support.authorKeys(app, "dune")).to_equal {}
    expect(app:row("Frank Herbert").accessory).not_to_be("checkmark")
    app:close()
    expect(app:rows()).to_equal {}
    expect(app.screen.subtitle).to_be("0 Authors")
  end)

  it("can be removed, and stay in the directory", function()
    app:row("Frank Herbert"):delete()
    app.alert:tap("Yes")
    expect(app:rows()).to_equal {}
    expect(app:get("directory>/authors.@count")).to_be(4)
  end)

  it("are found by name", function()
    app:tap("Add")
    app:search("aus")
    expect(app:rows()).to_equal { "Jane Austen" }
    app:row("Jane Austen"):tap()
    app:close()
    app:search("jane")
    expect(app:rows()).to_equal { "Jane Austen" }
  end)

  it("stay references when the directory does not have them", function()
    app:back():back():apply { books = { { name = "Kim", authors = { { refKey = "kipling" } } } } }
    app:row("Kim"):tap():row("Authors"):tap()
    expect(app.screen.subtitle).to_be("1 Author")
    expect(support.headers(app)).to_equal {}
    app:search("kip")
    expect(app:rows()).to_equal {}
    app:search("")
    app:row(1):tap()
    expect(app.screen.title).to_be("")
    expect(app.screen.sections[1].rows[1].text).to_be("kipling")
    app:tap("Select"):row("Jane Austen"):tap():close()
    expect(app.screen.title).to_be("Jane Austen")
  end)

  it("are undone together with the selection", function()
    app:tap("Add")
    app:row("Jane Austen"):tap()
    app:undo()
    expect(support.authorKeys(app, "dune")).to_equal { "herbert" }
    app:close()
  end)
end)

support.describe("The directory of authors", function()
  before_each(function()
    app = support.launch()
    app:tab("Authors")
  end)

  it("is grouped by initial with an index", function()
    expect(app.screen.title).to_be("Directory")
    expect(app.screen.subtitle).to_be("4 Authors")
    expect(support.headers(app)).to_equal { "D", "F", "J" }
    expect(app:rows("J")).to_equal { "J. R. R. Tolkien", "Jane Austen" }
    expect(app.screen.index).to_contain("J")
  end)

  it("opens a new author for editing at once", function()
    app:tap("Add")
    expect(app.alert).to_be(nil)
    expect(app.screen.title).to_be("<New Author>")
    expect(app.screen.editing).to_be(true)
    app:cell("name"):type("Mary Shelley")
    app:tap("Done")
    expect(app.screen.title).to_be("Mary Shelley")
    app:back()
    expect(support.headers(app)).to_equal { "D", "F", "J", "M" }
    expect(app.screen.subtitle).to_be("5 Authors")
  end)

  it("renames an author everywhere", function()
    app:row("Frank Herbert"):tap()
    app:tap("Edit")
    app:cell("name"):type("F. Herbert")
    app:tap("Done")
    app:tab("Books")
    app:row("Dune"):tap()
    expect(app:row("Lead Author").button).to_match { title = "F. Herbert" }
  end)

  it("deletes an author and every reference to it", function()
    app:row("Frank Herbert"):delete()
    app.alert:tap("Yes")
    expect(app.screen.subtitle).to_be("3 Authors")
    expect(support.authorKeys(app, "dune")).to_equal {}
    expect(app:get("/books[0]/author/ref")).to_be(nil)
  end)

  it("finds authors by their names", function()
    app:search("jan")
    expect(app:rows()).to_equal { "Jane Austen" }
  end)

  it("stays open while another tab is shown", function()
    app:row("Frank Herbert"):tap()
    app:tab("Books")
    expect(app.stack).to_equal { "books" }
    app:tab("Authors")
    expect(app.stack).to_equal { "authors", "authorDetail" }
    app:tab("Authors")
    expect(app.stack).to_equal { "authors" }
  end)
end)

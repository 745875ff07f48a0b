-- The stock of the first start, relaunch, undo and languages.

local support = require "support"

local app

support.describe("The stock of the first start", function()
  before_each(function() app = support.launch_stocked() end)

  it("fills an empty shop", function()
    expect(app.screen.title).to_be("Book Shop")
    expect(#app:rows() >= 60).to_be(true)
    expect(app.screen.subtitle).to_be(#app:rows() .. " Books")
    expect(app:rows()).to_contain("The Hobbit")
  end)

  it("counts and prices every book", function()
    expect(app:get("/books.@sum.copies")).to_be(285)
    expect(app:get("/books.@sum.price")).to_be(1003.5)
    expect(app:get("/books.@count")).to_be(98)
    expect(app:get("directory>/authors.@count")).to_be(78)
  end)

  it("has groups with authors of their own", function()
    app:tab("Groups")
    expect(app:rows()).to_equal { "American Voices", "British Classics", "Crime and Mystery" }
    app:row("Crime and Mystery"):tap():row("Authors"):tap()
    expect(app:rows()).to_equal { "Agatha Christie", "Arthur Conan Doyle", "Raymond Chandler" }
  end)

  it("shows the latest book first", function()
    expect(app:rows()[1]).to_be("Project Hail Mary")
    expect(support.headers(app)[1]).to_be("May 4, 2021")
  end)

  it("contains each author once", function()
    app:tab("Authors")
    expect(app:rows()).to_contain("Jane Austen")
    local seen = {}
    for _, name in ipairs(app:rows()) do
      expect(seen[name]).to_be(nil)
      seen[name] = true
    end
  end)

  it("gives a book its authors, the first as lead author", function()
    app:search("good omens")
    app:row("Good Omens"):tap()
    expect(app:row("Authors")).to_match { detail = "2 Entries" }
    expect(app:row("Lead Author").button).to_match { title = "Terry Pratchett" }
    expect(app:row("Genre")).to_match { detail = "Fantasy" }
    expect(app:cell("Type").control.text).to_be("Fiction")
  end)

  it("fills the shop only once: a sold-out shop stays empty", function()
    app:model().books:clear()
    expect(app.screen.subtitle).to_be("0 Books")
    support.restart(app)
    expect(app:rows()).to_equal {}
  end)

  it("is not added again after a relaunch", function()
    local before = app:rows()
    support.restart(app)
    expect(app:rows()).to_equal(before)
  end)
end)

support.describe("The life cycle of the shop", function()
  before_each(function() app = support.launch() end)

  it("keeps changes over a relaunch", { tags = "smoke" }, function()
    app:tap("Add")
    app.alert:type("Kim"):tap("OK")
    app:row("Emma"):quick()
    support.restart(app)
    expect(app.screen.title).to_be("Book Shop")
    expect(app:rows()).to_equal { "Dune", "Kim", "Emma", "Persuasion" }
    expect(app:row("Emma")).to_match { detail = "marked" }
    expect(app:get("directory>/authors.@count")).to_be(4)
  end)

  it("returns from the background to the same screen", function()
    app:row("Dune"):tap()
    app:background()
    app:foreground()
    expect(app.stack).to_equal { "books", "book" }
  end)

  it("undoes and redoes whole turns", function()
    app:row("Dune"):delete()
    app.alert:tap("Yes")
    app:row("Emma"):quick()
    app:undo()
    app:undo()
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
    expect(app:row("Dune")).to_match { detail = "not marked" }
    app:redo()
    expect(app:rows()).to_equal { "Emma", "Persuasion" }
    app:redo()
    expect(app:row("Emma")).to_match { detail = "marked" }
  end)

  it("is unchanged after its own snapshot is applied", function()
    local before = app:snapshot()
    app:row("Dune"):delete()
    app.alert:tap("Yes")
    app:apply(before)
    expect(app:snapshot()).to_equal(before)
    expect(app:rows()).to_equal { "Dune", "Emma", "Persuasion" }
  end)

  it("reports nothing", function()
    app:row("Dune"):tap()
    app:back()
    expect(app.diagnostics).to_equal {}
  end)
end)

support.describe("In German", function()
  before_each(function() app = support.launch("de_DE") end)

  it("shows the list", function()
    expect(app.screen.title).to_be("Buchladen")
    expect(app.screen.subtitle).to_be("3 Bücher")
    expect(support.headers(app)).to_equal { "Heute", "Gestern", "4. Mai 2019" }
    expect(app:row("Dune")).to_match { detail = "nicht gemerkt", button = { title = "Merken" } }
  end)

  it("shows the actions", function()
    app:row("Dune"):more("Als gemerkt setzen")
    expect(app:row("Dune")).to_match { detail = "gemerkt" }
  end)

  it("shows a book", function()
    app:row("Dune"):tap()
    expect(app.screen.title).to_be("Buch")
    expect(support.headers(app)).to_equal { "Allgemein", "Bestand", "Einzelheiten", "Termine" }
    expect(app:row("Exemplare")).to_match { detail = "3 Stück" }
    expect(app:cell("price")).to_match { control = { text = "9,99" } }
    expect(app:row("Autoren")).to_match { detail = "1 Eintrag" }
    expect(app:row("Erscheinungsdatum")).to_match { detail = "31. Januar 2020" }
    expect(app:cell("Art").control).to_match { options = { "Sachbuch", "Belletristik", "Anderes" } }
  end)
end)

-- The groups of authors, each with a document of its own, and the covers of the books.

local support = require "support"

local app

-- Adds groups with the names, in this order.
local function addGroups(...)
  for _, name in ipairs { ... } do app:model("directory").groups:add { name = name, group = { name = name } } end
end

local function groupAuthors(index)
  return app:model("directory").groups[index].group.authors
end

support.describe("Groups", function()
  before_each(function()
    app = support.launch()
    app:model("directory").groups:add {
      id = "classics", name = "Classics", color = "#FF0000", group = { name = "Classics", color = "#FF0000" },
    }
    app:tab("Groups")
  end)

  it("are listed with their color", function()
    expect(app.screen.title).to_be("Directory")
    expect(app.screen.subtitle).to_be("1 Group")
    expect(app:row("Classics").ribbon).to_be("#ff0000")
  end)

  it("have the ribbon of the color that is typed", function()
    app:row("Classics"):tap()
    app:tap("Edit"):cell("Color"):type("#00FF00")
    app:tap("Done"):back()
    expect(app:row("Classics").ribbon).to_be("#00ff00")
    app:undo()
    expect(app:row("Classics").ribbon).to_be("#ff0000")
  end)

  it("take no text that is not a color", function()
    app:row("Classics"):tap()
    app:tap("Edit"):cell("Color"):type("a")
    app:tap("Done")
    expect(app.alert).to_match { title = "Invalid Input", message = "Please enter a valid value for Color." }
    app.alert:tap("OK")
    expect(app:model("directory").groups[1].color).to_be("#FF0000")
    app:cell("Color"):type("#00FF00")
    app:tap("Done"):back()
    expect(app:row("Classics").ribbon).to_be("#00ff00")
    expect(app.diagnostics).to_equal {}
  end)

  it("are added at the end, with a name", function()
    app:tap("Add")
    expect(app.alert).to_match { title = "New Group", message = "Enter name for this Group" }
    app.alert:type("Adventures"):tap("OK")
    expect(app:rows()).to_equal { "Classics", "Adventures" }
    expect(app:row("Adventures").ribbon).to_be("#0000ff")
    app:row("Adventures"):tap()
    expect(app.screen.title).to_be("Group")
    expect(app.screen.subtitle).to_be("Adventures")
    expect(app:rows()).to_equal { "Adventures", "open", "Color", "Authors" }
  end)

  it("have the scopes A and B, for their initials", function()
    addGroups("Adventures", "Biographies")
    expect(app.screen.search).to_match { scopes = { "All", "A", "B" }, scope = 0 }
    app:filter("B")
    expect(app:rows()).to_equal { "Biographies" }
    app:filter("A"):search("adv")
    expect(app:rows()).to_equal { "Adventures" }
    app:search("bio")
    expect(app:rows()).to_equal {}
    app:search(""):filter("All")
    expect(app:rows()).to_equal { "Classics", "Adventures", "Biographies" }
  end)

  it("are reordered in edit mode, and stay so", function()
    addGroups("Adventures", "Biographies")
    app:tap("Edit")
    app:row("Biographies"):move(1)
    app:tap("Done")
    expect(app:rows()).to_equal { "Biographies", "Classics", "Adventures" }
    support.restart(app)
    app:tab("Groups")
    expect(app:rows()).to_equal { "Biographies", "Classics", "Adventures" }
    app:filter("A"):tap("Edit")
    expect(function() app:row("Adventures"):move(1) end).to_fail(".")
  end)

  it("keep the name of the group and that of its entry equal", function()
    app:row("Classics"):tap()
    app:tap("Edit"):cell("Name"):type("Old Classics")
    app:tap("Done")
    expect(app.screen.subtitle).to_be("Old Classics")
    app:back()
    expect(app:rows()).to_equal { "Old Classics" }
    app:model("directory").groups[1].name = "Classics II"
    app:row("Classics II"):tap()
    expect(app.screen.subtitle).to_be("Classics II")
    app:undo()
    expect(app.screen.subtitle).to_be("Old Classics")
    app:model("directory").groups[1].color = "#123456"
    expect(app:cell("Color").control.value).to_be("#123456")
  end)

  it("have authors of their own", function()
    app:row("Classics"):tap()
    expect(app:row("Authors")).to_match { detail = "0" }
    app:row("Authors"):tap()
    expect(app.screen.title).to_be("Classics")
    app:tap("Add")
    expect(app.alert.title).to_be("New Author")
    app.alert:type("Mary Shelley"):tap("OK")
    app:tap("Add").alert:type("Jane Austen"):tap("OK")
    app:tap("Add").alert:type("Mary Ann Evans"):tap("OK")
    expect(app.screen.subtitle).to_be("3 Authors")
    expect(app.screen.index).to_contain("M")
    expect(support.headers(app)).to_equal { "J", "M" }
    expect(app:rows("M")).to_equal { "Mary Ann Evans", "Mary Shelley" }
    app:search("shel")
    expect(app:rows()).to_equal { "Mary Shelley" }
    app:search("")
    app:row("Mary Shelley"):tap()
    expect(app.stack).to_equal { "groups", "group", "groupAuthors", "groupAuthor" }
    app:tap("Edit"):cell("Mary Shelley"):type("M. Shelley")
    app:tap("Done"):back()
    expect(app:rows()).to_equal { "Jane Austen", "M. Shelley", "Mary Ann Evans" }
    expect(app:get("directory>/authors.@count")).to_be(4)
  end)

  it("keep their authors in a document of their own over a relaunch", function()
    groupAuthors(1):add { name = "Mary Shelley" }
    support.restart(app)
    app:tab("Groups"):row("Classics"):tap()
    expect(app:row("Authors")).to_match { detail = "1" }
    expect(groupAuthors(1)[1].name).to_be("Mary Shelley")
  end)

  it("come back with everything when their removal is undone", function()
    groupAuthors(1):add { name = "Mary Shelley" }
    app:background():foreground()
    app:row("Classics"):delete()
    app.alert:tap("Yes")
    app:background():foreground()
    expect(app:rows()).to_equal {}
    app:undo()
    support.restart(app)
    expect(groupAuthors(1)[1].name).to_be("Mary Shelley")
  end)
end)

support.describe("Covers", function()
  before_each(function() app = support.launch_stocked() end)

  it("are shown with the format and size of the image", function()
    app:search("the hobbit")
    expect(app:row("The Hobbit").image).to_be("The Hobbit")
    expect(app:row("The Hobbit").imageInfo).to_match { format = "image/png", width = 16, height = 24 }
    app:model().books:find(function(book) return book.name == "The Hobbit" end).cover = nil
    expect(app:row("The Hobbit").image).to_be("book")
    expect(app:row("The Hobbit").imageInfo).to_be(nil)
  end)

  it("without content are none", function()
    local book = app:model().books:find(function(candidate) return candidate.name == "The Hobbit" end)
    book.cover = {}
    expect(book.cover.size).to_be(0)
    app:search("the hobbit")
    expect(app:row("The Hobbit").image).to_be("book")
  end)

  it("are kept over a relaunch", function()
    support.restart(app)
    app:search("the hobbit")
    expect(app:row("The Hobbit").imageInfo).to_match { width = 16, height = 24, label = "The Hobbit" }
  end)
end)

-- The groups of authors, each with a document of its own, and the covers of the books.

local support = require "support"

local app

support.describe("Groups", function()
  before_each(function()
    app = support.launch()
    app:model("directory").groups:add {
      id = "classics", name = "Classics", color = "#FF0000", group = { name = "Classics", color = "#FF0000" },
    }
    app:tap("Groups")
  end)

  it("are listed with their color", function()
    expect(app.screen.subtitle).to_be("1 Group")
    expect(app:row("Classics").ribbon).to_be("#ff0000")
  end)

  it("keep the name of the group and that of its entry equal", function()
    app:row("Classics"):tap()
    app:tap("Edit"):cell("name"):type("Old Classics")
    app:tap("Done")
    expect(app.screen.title).to_be("Old Classics")
    app:back()
    expect(app:rows()).to_equal { "Old Classics" }
    app:model("directory").groups[1].name = "Classics II"
    app:row("Classics II"):tap()
    expect(app.screen.title).to_be("Classics II")
    app:undo()
    expect(app.screen.title).to_be("Old Classics")
  end)

  it("keep their authors in a document of their own over a relaunch", function()
    app:model("directory").groups[1].group.authors:add("austen")
    support.restart(app)
    app:tap("Groups"):row("Classics"):tap()
    expect(app:row("Authors")).to_match { detail = "1 Entry" }
    local group = app:model("directory").groups[1].group
    expect(group.authors[1].ref.name).to_be("Jane Austen")
    app:model("directory").authors:remove(group.authors[1].ref)
    expect(#group.authors).to_be(0)
  end)

  it("come back with everything when their removal is undone", function()
    app:model("directory").groups[1].group.authors:add("austen")
    app:background():foreground()
    app:row("Classics"):delete()
    app.alert:tap("Yes")
    app:background():foreground()
    expect(app:rows()).to_equal {}
    app:undo()
    support.restart(app)
    expect(app:model("directory").groups[1].group.authors[1].refKey).to_be("austen")
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

  it("are kept over a relaunch", function()
    support.restart(app)
    app:search("the hobbit")
    expect(app:row("The Hobbit").imageInfo).to_match { width = 16, height = 24, label = "The Hobbit" }
  end)
end)

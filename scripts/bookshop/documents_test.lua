-- Documents that OKit's own Bookshop has written.

describe("The documents of OKit's Bookshop", function()
  local app
  before_each(function()
    app = okit.launch("app.lua", { documents = "okit_documents", now = "2020-01-31T12:00:00Z" })
  end)

  it("are read with the icons of the books", function()
    expect(app:rows()).to_equal { "Dune", "Emma" }
    local icon = app:get("books[0]/icon")
    expect(icon).to_match { format = "image/png", scale = 2, size = 69, template = true }
    expect(app:row("Dune").imageInfo).to_match { format = "image/png", width = 1, height = 1 }
    expect(app:row("Emma").image).to_be("book")
    expect(app:get("books[0]/author/ref/name")).to_be("Frank Herbert")
    expect(app:get("books[0]/price")).to_be(9.99) -- okit: ignore rename.uncertain
    expect(app:get("books[0]/dates.@count")).to_be(1)
    expect(app.diagnostics).to_equal {}
  end)

  it("are stored and read again", function()
    app:row("Emma"):quick()
    app:background():relaunch()
    app:authenticate(true)
    expect(app:row("Emma").detail).to_be("marked")
    expect(app:get("books[0]/icon/size")).to_be(69)
    expect(app:row("Dune").imageInfo).to_match { width = 1 }
    expect(app.diagnostics).to_equal {}
  end)
end)

describe("The documents of version 1 of this bookshop", function()
  it("are read without the names of the icons", function()
    local app = okit.launch("app.lua", { documents = "earlier_documents", now = "2020-01-31T12:00:00Z" })
    expect(app:rows()).to_equal { "Dune" }
    expect(app:row("Dune").image).to_be("book")
    expect(app:get("books[0]/icon")).to_be(nil)
    expect(app.diagnostics).to_equal {}
  end)
end)

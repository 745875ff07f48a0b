describe("A model with content", function()
  it("begins with its document", function()
    local app = okit.launch("content_app.lua")
    expect(app:rows()).to_equal { "Dune", "Emma" }
    local dune, emma = app:get("books[0]"), app:get("books[1]")
    expect(dune.id).to_be("dune")
    expect(dune.author.ref.name).to_be("Frank Herbert")
    expect(dune.published.year).to_be(1965)
    expect(dune.tags:map(function(tag) return tag end)).to_equal { "sf", "sand" }
    expect(emma.copies.first).to_be(2)
    expect(emma.cover.name).to_be("green")
    expect(emma.author.ref).to_be(nil)
    -- The hook runs once for each entity, as for a stored one.
    expect(dune.loads).to_be(1)
    expect(app:get("notes>notes.text")).to_equal { "One", "Two" }
    expect(app:get("rows>notes.text")).to_equal { "One", "Two" }
  end)

  it("reads the document only as long as nothing is stored", function()
    local app = okit.launch("content_app.lua")
    app:model().books:clear()
    app:model("rows").notes:remove(1)
    app:model("notes").notes:clear()
    app:background():relaunch()
    expect(app:get("motto")).to_be("Read")
    expect(app:rows()).to_equal {}
    expect(app:get("rows>notes.text")).to_equal { "Two" }
    -- Nothing is stored of a transient model.
    expect(app:get("notes>notes.text")).to_equal { "One", "Two" }
  end)

  it("is changed by a fixture", function()
    local fixture = { books = { { title = "Persuasion", author = "herbert" } } }
    local app = okit.launch("content_app.lua", { fixture = fixture })
    expect(app:rows()).to_equal { "Persuasion" }
    expect(app:get("motto")).to_be("Read")
  end)

  it("cannot be undone", function()
    local app = okit.launch("content_app.lua")
    expect(function() app:undo() end).to_fail()
    app:set("motto", "Write")
    app:undo()
    expect(app:get("motto")).to_be("Read")
    expect(app:rows()).to_have_count(2)
  end)
end)

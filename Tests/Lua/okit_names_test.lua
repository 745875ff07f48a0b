-- Functions and properties under the names of OKit and of Action Data.
describe("An entity", function()
  local app, book
  before_each(function()
    app = okit.launch("okit_names_app.lua")
    book = app:get("books[0]")
  end)

  it("has OKit's getters and setters", function()
    expect(book:getFloat("price")).to_be(2.5)
    expect(book:getFloat("name")).to_be(nil)
    expect(book:getStrings("name,price")).to_equal { "Emma", "2.5" }
    expect(book:getStrings("name,author/ref,price")[3]).to_be("2.5")
    book:callSet("price", 3)
    expect(book.price).to_be(3.0)
  end)

  it("adds to collections by a path, removes and clears", function()
    expect(book:addChapter("One").name).to_be("One")
    expect(book.chapters[1].name).to_be("One")
    expect(app:call("books[0]/addSilently(#7)")).to_be(7)
    expect(app:get("books[0]/numbers.@count")).to_be(1)
    expect(book:removeNumber(8)).to_be(false)
    expect(book:removeNumber(7)).to_be(true)
    book:clearAll()
    expect(#book.chapters).to_be(0)
    expect(function() book:addTo("name") end).to_fail("\"name\" is not a collection")
    expect(function() book:addTo("map") end).to_fail("has keys")
  end)

  it("creates entities and references", function()
    expect(book:make("Author", { name = "New" })).to_be("New")
    expect(book:make("Author")).to_be("")
    expect(book:makeOf()).to_be("Author")
    expect(function() book:make("Auhtor") end).to_fail("Author")
    expect(function() book:make("Shop") end).to_fail("Shop is a model")
    expect(book:refer(app:get("authors[0]"))).to_be("jane")
    expect(book:refer("jane")).to_be("jane")
    expect(book:refer()).to_be(nil)
    expect(book:referByClass()).to_be("AuthorRef Jane")
    expect(function() book:referWrongly() end).to_fail("class of references")
  end)

  it("knows whether its content was read", function()
    expect(app:get("books[0]"):isRetrieved()).to_be(true)
    book:paint("\x89PNG")
    app:background():relaunch()
    local shop = app:model()
    expect(shop:pictureIsRead()).to_be(false)
    shop:readPicture()
    expect(shop:pictureIsRead()).to_be(true)
    shop:dropPicture()
    expect(shop:pictureIsRead()).to_be(false)
    expect(app:get("books[0]/picture/data/base64")).to_be("iVBORw==")
    expect(shop:pictureIsRead()).to_be(true)

    expect(shop:partIsRead()).to_be(false)
    shop:readPart()
    expect(shop:partIsRead()).to_be(true)
    expect(function() shop:dropPart() end).to_fail("stays in memory")
  end)
end)

describe("A reference", function()
  it("has a text with its class and key", function()
    local app = okit.launch("okit_names_app.lua")
    local book = app:get("books[0]")
    expect(book:getString("author")).to_be("empty-ref")
    book.author = "jane"
    expect(book:getString("author")).to_be("ref: Author(jane)")
    book.author = "nobody"
    expect(book:getString("author")).to_be("ref: Author(nobody)")
    expect(book:getString("author/description")).to_be("ref: Author(nobody)")
    expect(book.author.description).to_be("ref: Author(nobody)")
    expect(function() book.author.description = "x" end).to_fail("description")
    book:refer("nobody")
    expect(book:getString("any")).to_be("ref: ModelEntity(nobody)")
    book.authors = { "jane", "nobody" }
    expect(book:getString("authors")).to_be("ref: Author(jane), ref: Author(nobody)")
  end)
end)

describe("Bytes and images", function()
  local app, book
  before_each(function()
    app = okit.launch("okit_names_app.lua")
    book = app:get("books[0]")
  end)

  it("become Base64 texts", function()
    expect(book:encoded("\0\xff")).to_be("AP8=")
    expect(book:decoded("AP8=")).to_be("\0\xff")
    expect(function() book:decoded("A*") end).to_fail("is not Base64")
    book:paint("\x89PNG")
    expect(book:getString("photo/base64")).to_be("iVBORw==")
    expect(book:copyAsText("picture")).to_be("iVBORw==")
    expect(function() book:copyAsText("photo") end).to_fail("needs a String")
  end)

  it("of a color are one pixel", function()
    book.color = "#ff8000"
    local image = book:getImage("color/image")
    expect(image:sub(2, 4)).to_be("PNG")
    expect(book:encoded(image)).to_be(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAEElEQVR4AQEFAPr/AP+AAP8GgAJ/"
        .. "R18GrgAAAABJRU5ErkJggg==")
    local control = app:row { index = 6 }.control
    expect(control.kind).to_be("image")
    expect(app:row("Emma")).to_match {
      image = "data", imageInfo = { format = "image/png", width = 1, height = 1, size = 73 },
    }
  end)
end)

describe("A binding", function()
  it("without the name of a model begins at the default model", function()
    local app = okit.launch("okit_names_app.lua")
    expect(app:get(">/books[0]/name")).to_be("Emma")
    expect(app:get(">books[0]/name")).to_be("Emma")
    expect(app:get(">").type).to_be("Shop")
    expect(app:row { index = 5 }.text).to_be("Emma")
  end)
end)

describe("Properties of Action Data", function()
  local app
  before_each(function() app = okit.launch("okit_names_app.lua") end)

  it("dataPath gives the text of a label", function()
    expect(app.screen.toolbar[1].title).to_be("2.50")
    expect(app:row { index = 1 }.text).to_be("Book: Emma")
    app:set("books[0]/name", "Dune")
    expect(app:row { index = 1 }.text).to_be("Book: Dune")
  end)

  it("optionValues are texts, also those with the name of a property", function()
    app:tap("Unit")
    expect(app:cell("Unit").control.options).to_equal { "name", "size", "piece" }
    app:cell("Unit"):choose("size")
    app:tap("Size")
    expect(app:get("books[0]/unit")).to_be("size")
    expect(app:cell("Size").control.options).to_equal { "small", "M", "L" }
    -- A single name is a binding to what can be chosen.
    app:tap("One")
    expect(app:cell("One").control.options).to_equal { "tiny" }
  end)
end)

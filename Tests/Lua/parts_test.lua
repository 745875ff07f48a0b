-- Blobs and partials as a script uses them.
local png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05\0\0\0\x07\x08\x02\0\0\0\1\2\3\4"

-- Describes the same behavior in each kind of storage.
local function describe_each(name, body)
  for _, class in ipairs { "Model", "ModelEncrypted", "ModelSQLite" } do
    describe(name .. " of okit." .. class, function() body(class) end)
  end
end

describe_each("Blobs", function(class)
  local app, shop
  before_each(function()
    app = okit.launch("parts_app.lua", { arguments = { class } })
    shop = app:model()
    app:transaction(function() shop:fill(png) end)
  end)

  it("keep their bytes over a relaunch", function()
    local book = shop.books[1]
    book.contract = { data = "\0\1\xFF", label = "signed" }
    book.stamp = { data = "stamp", format = "image/gif" }
    book.note = { data = "note" }
    app:background():relaunch()
    book = app:model().books[1]
    expect(book.cover.data).to_be(png)
    expect(book.cover.size).to_be(#png)
    expect(book.contract.data).to_be("\0\1\xFF")
    expect(book.contract.label).to_be("signed")
    expect(book.stamp.data).to_be("stamp")
    expect(book.note.data).to_be("note")
    expect(book.cover.quality).to_be(0.5)
    expect(book.cover.scale).to_be(1)
    expect(book.cover.template).to_be(false)
    expect(book.cover.type).to_be("Cover")
  end)

  it("are as before when a turn stores and then fails", function()
    app:background():foreground()
    expect(function() app:transaction(function() shop:store_and_fail() end) end).to_fail("the turn fails")
    app:background():relaunch()
    shop = app:model()
    expect(shop.books[1].cover.data).to_be(png)
    expect(shop.books[1].cover.size).to_be(#png)
    expect(shop.groups[1].group.name).to_be("Classics")
    expect(shop.groups[1].name).to_be("Classics")
    expect(shop.groups[2].group.id).to_be("crime")
  end)

  it("show format and size of an image", function()
    local row = app:row("Emma")
    expect(row.detail).to_be(tostring(#png))
    expect(row.image).to_be("front")
    expect(row.imageInfo).to_equal {
      id = "c1", format = "image/png", width = 5, height = 7, label = "front", scale = 1, template = false, size = #png,
      checksum = "ef881b357ad87208",
    }
    shop.books[1].cover.data = "no image"
    local info = app:row("Emma").imageInfo
    expect(info).to_match { format = "image/png", size = 8 }
    -- Another image with as many bytes.
    shop.books[1].cover.data = "an image"
    expect(app:row("Emma").imageInfo).to_match { size = 8 }
    expect(app:row("Emma").imageInfo.checksum).not_to_be(info.checksum)
    expect(app:row("Emma").imageInfo.width).to_be(nil)
    shop.books[1].cover.label = ""
    expect(app:row("Emma").image).to_be("c1")
    shop.books[1].cover.data = nil
    expect(app:row("Emma").image).to_be(nil)
    expect(app:row("Emma").imageInfo).to_be(nil)
  end)

  it("have formats that can end the name of a file", function()
    local cover = shop.books[1].cover
    local ok, failure = pcall(function() cover.format = "image/" .. ("x"):rep(300) end)
    expect(ok).to_be(false)
    expect(failure.code).to_be("blob.id")
    expect(cover.format).to_be("image/png")
  end)

  it("are changed, undone and reported", function()
    local cover = shop.books[1].cover
    local patches = app:changes(function() cover.data = "abc" end)
    expect(patches).to_contain { op = "replace", path = "/books/0/cover/data", value = "YWJj" }
    expect(patches).to_contain { op = "replace", path = "/books/0/cover/size", value = 3, old = #png }
    expect(app:row("Emma").detail).to_be("3")
    app:undo()
    expect(cover.data).to_be(png)
    expect(app:row("Emma").detail).to_be(tostring(#png))
    app:redo()
    expect(cover.data).to_be("abc")
  end)

  it("come back by undo after their file was deleted", function()
    app:background():foreground()
    app:transaction(function() shop.books:clear() end)
    app:background():foreground()
    app:undo()
    expect(shop.books[1].cover.data).to_be(png)
    app:background():relaunch()
    expect(app:model().books[1].cover.data).to_be(png)
  end)

  it("have a size that cannot be written", function()
    expect(function() shop.books[1].cover.size = 5 end).to_fail("Cover.size is the number of bytes")
    expect(function() shop.books:add { contract = { size = 5 } } end).to_fail("cannot be written")
  end)

  it("have ids with any characters", function()
    for _, id in ipairs { "../../evil", "/etc/passwd", "..", "a/b\0c" } do
      shop.books:add { name = id, cover = { id = id, data = id, format = "../" .. id } }
    end
    app:background():relaunch()
    for index = 2, 5 do
      local book = app:model().books[index]
      expect(book.cover.data).to_be(book.name)
    end
  end)

  it("live in transient models without a file", function()
    app = okit.launch("parts_app.lua", { arguments = { class, "window" } })
    local window = app:model("window")
    window.book = { name = "Shown", cover = { data = png } }
    expect(window.book.cover.data).to_be(png)
    app:background():relaunch()
    expect(app:model("window").book).to_be(nil)
  end)

  it("are in snapshots", function()
    local before = shop:snapshot()
    shop.books[1].cover.data = "other"
    shop:apply(before)
    expect(shop.books[1].cover.data).to_be(png)
    expect(shop:snapshot()).to_equal(before)
  end)

  it("give their bytes as an image", function() expect(shop:getImage("books[0]/cover")).to_be(png) end)
end)

describe_each("Partials", function(class)
  local app, shop
  before_each(function()
    app = okit.launch("parts_app.lua", { arguments = { class } })
    app:model():fill(png)
    app:background():relaunch()
    shop = app:model()
  end)

  it("read their document when the property is used", function()
    expect(shop.groups[1].group.name).to_be("Classics")
    expect(shop.groups[1].group.parent).to_be(shop.groups[1])
    expect(shop.groups[2].group.id).to_be("crime")
  end)

  it("copy changes both ways", function()
    local first = shop.groups[1]
    first.group.name = "Old books"
    expect(first.name).to_be("Old books")
    first.name = "Older books"
    expect(first.group.name).to_be("Older books")
    first.group.color = "#FF0000"
    expect(first.color).to_be("#FF0000")
    expect(shop:rename("Now")).to_be("Now")
    app:background():relaunch()
    expect(app:model().groups[1].group).to_match { name = "Now", color = "#FF0000" }
    expect(app:model().groups[2].group.name).to_be("Crime")
  end)

  it("are undone in one step with what they copy", function()
    local first = shop.groups[1]
    first.group.name = "Old books"
    app:undo()
    expect(first.name).to_be("Classics")
    expect(first.group.name).to_be("Classics")
    app:redo()
    expect(first).to_match { name = "Old books" }
  end)

  it("give a new entity without a document", function()
    local third = shop.groups:add { name = "Empty" }
    expect(third.group.name).to_be("<New Group>")
    local id = third.group.id
    app:background():relaunch()
    expect(app:model().groups[3].group.id).to_be(id)
  end)

  it("show what is in the document, and images in it", function()
    local groups = shop.groups
    groups[1].group.icon = { data = png, label = "books" }
    groups[1].group.members:add { id = "ann", name = "Ann" }
    app:background():relaunch()
    expect(app:model():get("groups[0]/group/members/count")).to_be(1)
    expect(app:model().groups[1].group.icon.data).to_be(png)
  end)

  it("are looked into for the targets of references", function()
    shop.groups[1].group.members:add { id = "ann", name = "Ann" }
    shop.favorite = "ann"
    app:background():relaunch()
    shop = app:model()
    expect(shop:dangling()).to_be(0)
    expect(shop.favorite.ref).to_be(nil)
    expect(#shop.groups[1].group.members).to_be(1)
    expect(shop.favorite.ref.name).to_be("Ann")
    shop.groups:remove(shop.groups[1])
    expect(shop:dangling()).to_be(1)
  end)

  it("keep what was not stored over sync", function()
    shop.groups[1].group.name = "changed"
    app:relaunch()
    expect(app:model().groups[1].group.name).to_be("Classics")
  end)
end)

describe("Damaged files", function()
  local app, shop
  before_each(function()
    app = okit.launch("parts_app.lua", { documents = "parts_documents" })
    shop = app:model()
  end)

  local function codes()
    local found = {}
    for _, diagnostic in ipairs(app.diagnostics) do found[#found + 1] = diagnostic.code end
    table.sort(found)
    return found
  end

  it("are errors with code and place at first use", function()
    expect(shop:canRead(1)).to_be("blob.missing")
    expect(shop:canRead(2)).to_be("blob.damaged")
    expect(shop:canRead("group")).to_be("model.decode")
    expect(function() return shop.groups[1].group end).to_fail("/name: expected a String, found 5")
    expect(shop.groups[2].group.members[1].name).to_be("Ann")
    codes()
  end)

  it("are reported once by a screen, which shows the rest", function()
    expect(app:rows()).to_equal { "Missing", "Damaged", "Emma" }
    expect(app:row("Emma").imageInfo).to_equal {
      id = "c3", format = "image/jpeg", width = 20, height = 30, label = "front", scale = 2, template = true, size = 26,
      checksum = "223eecadc12b0b1e",
    }
    shop.books[3].name = "Emma II"
    expect(app:rows()).to_equal { "Missing", "Damaged", "Emma II" }
    expect(codes()).to_equal { "blob.damaged", "blob.missing" }
  end)

  it("are replaced by new bytes", function()
    shop.books[2].cover.data = "new"
    expect(app:row("Damaged").detail).to_be("3")
    codes()
    app:background():relaunch()
    expect(app:model().books[2].cover.data).to_be("new")
    expect(app:row("Damaged").detail).to_be("3")
    codes()
  end)
end)

describe("the first content of a partial", function()
  it("is copied by sync, from a fixture, a function and an assignment", function()
    local app = okit.launch("parts_app.lua", {
      fixture = { groups = { { group = { name = "Fixed", color = "#ff0000" } }, { id = "g2", name = "Named" } } },
    })
    expect(app:get "groups[0]/name").to_be "Fixed"
    expect(app:get "groups[1]/name").to_be "Named"
    app:model().groups:add { group = { name = "Added" } }
    expect(app:get "groups[2]/name").to_be "Added"
    app:model().groups[3].group = { name = "Assigned" }
    expect(app:get "groups[2]/name").to_be "Assigned"
    app:undo()
    expect(app:get "groups[2]/name").to_be "Added"
    app:apply { groups = { { id = "applied", group = { name = "Applied" } } } }
    expect(app:get "groups[0]/name").to_be "Applied"
  end)
end)

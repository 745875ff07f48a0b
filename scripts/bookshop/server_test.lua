-- The shop on a server: its documents, covers and groups at their paths, and two shops with one server.

local support = require "support"

local store

-- Returns the paths to which an application has written, with their numbers.
local function written(app)
  local paths = {}
  for _, request in ipairs(app.requests) do
    if request.method == "PUT" then paths[request.path] = (paths[request.path] or 0) + 1 end
  end
  return paths
end

local function book_named(document, name)
  for _, book in ipairs(document.books) do
    if book.name == name then return book end
  end
end

describe("The shop on a server", function()
  before_each(function() store = okit.endpoint_store() end)

  it("has its stock in one document, and each cover in a file", function()
    local app = support.launch_stocked(store)
    app:background()
    local hobbit = book_named(store:get("default.json"), "The Hobbit")
    expect(store:get("default.json")["$version"]).to_be(2)
    expect(hobbit.author.refKey).to_be("j-r-r-tolkien")
    local cover = store:get("_image/" .. hobbit.cover.id .. ".png")
    expect(cover:sub(2, 4)).to_be("PNG")
    expect(hobbit.cover.data).to_be(nil)
    expect(#store:get("directory.json").authors > 40).to_be(true)
  end)

  it("has each group in a document", function()
    local app = support.launch(nil, store)
    app:model("directory").groups:add {
      id = "classics", name = "Classics", group = { name = "Classics", authors = { { name = "Jane Austen" } } },
    }
    app:background()
    local group = store:get("directory/classics.json")
    expect(group.name).to_be("Classics")
    expect(group.authors[1].name).to_be("Jane Austen")
    expect(store:get("directory.json").groups[1].name).to_be("Classics")
    app:foreground():model("directory").groups:clear()
    app:background()
    expect(store:get("directory/classics.json")).to_be(nil)
  end)

  it("writes only what has changed", function()
    local app = support.launch_stocked(store)
    app:background():relaunch()
    local before = #app.requests
    app:search("the hobbit")
    app:row("The Hobbit"):quick()
    app:background()
    local after = {}
    for index = before + 1, #app.requests do after[#after + 1] = app.requests[index].path end
    expect(after).to_contain("/default.json")
    expect(after).not_to_contain("/directory.json")
    expect(written(app)["/directory.json"]).to_be(1)
  end)

  it("begins with its stock again if the server has lost the shop, and not the directory", function()
    local app = support.launch_stocked(store)
    app:background()
    local authors = #store:get("directory.json").authors
    store:delete("default.json")
    app:relaunch():background()
    expect(app.diagnostics).to_equal {}
    expect(book_named(store:get("default.json"), "The Hobbit").author.refKey).to_be("j-r-r-tolkien")
    expect(#store:get("directory.json").authors).to_be(authors)
    expect(#store:get("directory.json").groups).to_be(3)
  end)

  it("gets the changes of another shop", function()
    local first = support.launch_stocked(store)
    first:background():foreground()
    local second = support.launch_stocked(store)
    first:search("the hobbit")
    first:row("The Hobbit"):quick()
    first:background()
    second:search("emma")
    second:row("Emma"):quick()
    second:background():foreground()
    second:search("the hobbit")
    expect(second:row("The Hobbit")).to_match { detail = "marked" }
    local document = store:get("default.json")
    expect(book_named(document, "The Hobbit").marked).to_be(true)
    expect(book_named(document, "Emma").marked).to_be(true)
    expect(first.diagnostics).to_equal {}
    expect(second.diagnostics).to_equal {}
  end)
end)

local function launch(fixture, documents)
  local app = okit.launch("mapping_app.lua", { fixture = fixture, documents = documents })
  return app:model(), app
end

local function bodies(list) return list:map(function(comment) return comment.body end) end

describe("Keys of a service", function()
  it("give entities of two classes with the same key different ids", function()
    local shop = launch()
    local user, comment = shop.users:add { username = "1" }, shop.comments:add { id = 1, body = "x" }
    expect(user.id).to_be("User:1")
    expect(comment.id).to_be("Comment:1")
    expect(user:values().username).to_be("1")
    expect(comment:values("id")).to_equal { id = 1 }
    expect(okit.json.encode(shop.comments:add { id = "a-7" }:values("id"))).to_be('{"id":"a-7"}')
  end)

  it("keep ids that are complete", function()
    local shop = launch()
    expect(shop.comments:add { id = "Comment:2" }.id).to_be("Comment:2")
    expect(shop.comments:add { body = "no key" }.id).not_to_be("Comment:")
    expect(shop.plain:add { id = 3 }.id).to_be("3")
  end)

  it("are read in fixtures, with references to them", function()
    local shop = launch {
      users = { { username = "ada" } }, comments = { { id = 1, body = "x", author = "ada" }, { id = "Comment:2" } },
      articles = { { slug = "dune", readers = { "ada" } } },
    }
    expect(shop.comments[1].id).to_be("Comment:1")
    expect(shop.comments[1].author.ref).to_be(shop.users[1])
    expect(shop.comments[2].id).to_be("Comment:2")
    expect(shop.articles[1].id).to_be("Article:dune")
    expect(shop.articles[1].readers[1].ref).to_be(shop.users[1])
  end)

  it("are given to references by any write", function()
    local shop = launch { users = { { username = "7" } }, comments = { { id = 1 } } }
    shop.comments[1].author = 7
    expect(shop.comments[1].author.ref).to_be(shop.users[1])
    shop.comments[1].author = "User:7"
    expect(shop.comments[1].author.refKey).to_be("User:7")
    expect(shop.comments:add { id = 2, author = shop.users[1] }.author.refKey).to_be("User:7")
  end)

  it("leave the ids of documents as they are", function()
    local shop = launch(nil, "mapping_documents")
    expect(shop.comments[1].id).to_be("1")
    expect(shop.comments[1].author.ref).to_be(shop.users[1])
    shop.comments:merge { { id = 1, body = "new", author = { username = "ada" } } }
    expect(#shop.comments).to_be(1)
    expect(shop.comments[1].body).to_be("new")
    expect(shop.comments[1].author.refKey).to_be("ada")
    expect(shop.comments[1]:values("id").id).to_be(1)
  end)
end)

it("has keys in a database of okit, too", function()
  local app = okit.launch("mapping_app.lua", { documents = true })
  local comments = app:model("base").comments
  comments:add { id = 1, body = "x" }
  comments:add { body = "mine" }:fill { id = 2 }
  app:background():relaunch()
  comments = app:model("base").comments
  expect(comments[1].id).to_be("Comment:1")
  comments:merge({ { id = 2, body = "two" }, { id = 1, body = "one" } }, { remove = true })
  expect(bodies(comments)).to_equal { "two", "one" }
  expect(#comments).to_be(2)
end)

describe("fill", function()
  it("takes the members that the class knows, and ignores others", function()
    local shop = launch { users = { { username = "ada" } } }
    local comment = shop.comments:add { body = "old" }:fill {
      body = "new", createdAt = "2020-01-31T12:00:00Z", author = { username = "ada", image = "x" }, likes = "3",
      unknown = { 1, 2 }, other = okit.json.null, seen = okit.json.null,
    }
    expect(comment.body).to_be("new")
    expect(comment.created).to_be(okit.date("2020-01-31T12:00:00Z"))
    expect(comment.author.ref).to_be(shop.users[1])
    expect(comment.likes).to_be(3)
    comment:fill {}
    expect(comment.body).to_be("new")
  end)

  it("reads null as nil or the default", function()
    local article = launch().articles:add {
      slug = "a", title = "T", rating = 2, tags = { "x" }, place = { city = "Ulm" },
    }
    article:fill(okit.json.decode '{"title":null,"rating":null,"tags":null,"place":null}')
    expect(article.title).to_be("untitled")
    expect(article.rating).to_be(nil)
    expect(#article.tags).to_be(0)
    expect(article.place).to_be(nil)
  end)

  it("keeps owned entities, and merges lists of them by key", function()
    local article = launch().articles:add {
      slug = "a", place = { city = "Ulm" }, comments = { { id = 1 }, { id = 2 } },
    }
    local place, second = article.place, article.comments[2]
    article:fill { place = { city = "Bonn", day = "2020-02-01" }, comments = { { id = 2, body = "b" }, { id = 3 } } }
    expect(article.place).to_be(place)
    expect(place.city).to_be("Bonn")
    expect(article.comments[1]).to_be(second)
    expect(second.body).to_be("b")
    expect(#article.comments).to_be(2)
    expect(article.comments[2].id).to_be("Comment:3")
  end)

  it("gives an entity of no model its id, and one of a model its key", function()
    local app = okit.launch("mapping_app.lua", { documents = true })
    local shop = app:model()
    expect(shop:create("Comment"):fill { id = 8 }.id).to_be("Comment:8")
    local kept = shop.comments:add { body = "mine" }
    local id = kept.id
    kept:fill { id = 9, body = "sent" }
    expect(kept.id).to_be(id)
    expect(kept:values("id").id).to_be(9)
    shop.comments:merge { { id = 9, body = "again" } }
    expect(#shop.comments).to_be(1)
    expect(kept.body).to_be("again")
    app:background():relaunch()
    expect(app:model().comments[1]:values("id").id).to_be(9)
  end)

  for name, case in pairs {
    value = { { likes = "many" }, "Comment.likes needs an Int" },
    date = { { createdAt = "tomorrow" }, "Comment.created needs a Date" },
    reference = { { author = { username = { 1 } } }, "author refers to" },
  } do
    it("changes nothing when a " .. name .. " does not fit", function()
      local comment = launch().comments:add { body = "old" }
      case[1].body = "new"
      expect(function() comment:fill(case[1]) end).to_fail(case[2])
      expect(comment.body).to_be("old")
    end)
  end

  it("needs a table of members", function()
    local comment = launch().comments:add {}
    expect(function() comment:fill { 1 } end).to_fail("table with names of members")
    expect(function() comment:fill() end).to_fail("table with names of members")
  end)
end)

describe("values", function()
  it("are what the service has", function()
    local shop = launch { users = { { username = "ada" } } }
    local comment = shop.comments:add {
      id = 1, body = "x", created = "2020-01-31T12:00:00Z", author = "ada", likes = 2, seen = true,
    }
    expect(comment:values()).to_equal {
      id = 1, body = "x", createdAt = "2020-01-31T12:00:00Z", author = { username = "ada" }, likes = 2,
    }
    expect(comment:values("body", "author")).to_equal { body = "x", author = { username = "ada" } }
    expect(shop.comments:add { id = 2 }:fill(comment:values("body", "author")).author.ref).to_be(shop.users[1])
  end)

  it("of owned entities are inside", function()
    local article = launch().articles:add {
      slug = "a", place = { city = "Ulm", day = "2020-02-01" }, comments = { { id = 2 } }, readers = { "x" },
    }
    local values = article:values("slug", "place", "comments", "readers", "tags")
    expect(values.place).to_equal { city = "Ulm", day = "2020-02-01" }
    expect(values.comments[1].id).to_be(2)
    expect(values.readers).to_equal { "x" }
    expect(okit.json.encode(article:values("tags"))).to_be('{"tags":[]}')
  end)

  it("are not there for unknown names", function()
    expect(function() launch().comments:add {}:values("bdoy") end).to_fail('did you mean "body"?')
  end)
end)

describe("merge", function()
  local shop
  before_each(function()
    shop = launch { comments = { { id = 1, body = "a" }, { id = 2, body = "b" }, { id = 3, body = "c" } } }
  end)

  for name, case in pairs {
    ["updates and keeps what is in no row"] = { { { id = 2, body = "B" } }, nil, { "a", "B", "c" } },
    ["takes the order of the rows"] = { { { id = 3 }, { id = 1 } }, nil, { "c", "b", "a" } },
    ["adds rows at the end"] = { { { id = 4, body = "d" }, { id = 5, body = "e" } }, nil, { "a", "b", "c", "d", "e" } },
    ["adds rows before those that follow"] = { { { id = 4, body = "d" }, { id = 1 } }, nil, { "d", "a", "b", "c" } },
    ["adds rows after those before them"] = { { { id = 2 }, { id = 4, body = "d" } }, nil, { "a", "b", "d", "c" } },
    ["removes"] = { { { id = 3 }, { id = 4, body = "d" }, { id = 1 } }, { remove = true }, { "c", "d", "a" } },
    ["removes all for no rows"] = { {}, { remove = true }, {} },
    ["takes a row that is there twice once"] = { { { id = 1 }, { id = 4, body = "d" }, { id = 4, body = "D" } },
      { remove = true }, { "a", "D" } },
    ["finds by another member"] = { { { body = "b", likes = 7 } }, { key = "body", remove = true }, { "b" } },
  } do
    it(name, function()
      local known = {}
      for _, comment in ipairs(shop.comments) do known[comment.id] = comment end
      shop.comments:merge(case[1], case[2])
      expect(bodies(shop.comments)).to_equal(case[3])
      for _, comment in ipairs(shop.comments) do
        if known[comment.id] then expect(known[comment.id]).to_be(comment) end
      end
    end)
  end

  for name, case in pairs {
    option = { { {}, { rmove = true } }, 'did you mean "remove"?' },
    flag = { { {}, { remove = 1 } }, "remove needs a boolean, got number" },
    rows = { { { id = 1 } }, "list of rows" },
    row = { { { 7 } }, "row 1 needs a table" },
    member = { { {}, { key = "bdoy" } }, 'did you mean "body"?' },
  } do
    it("fails for a wrong " .. name, function()
      expect(function() shop.comments:merge(table.unpack(case[1])) end).to_fail(case[2])
    end)
  end

  it("needs a list of entities", function()
    expect(function() shop.words:merge {} end).to_fail("merge needs a list of entities")
  end)

  it("keeps the screen of an entity open, and is one step", function()
    local app = okit.launch("mapping_app.lua", { fixture = { comments = { { id = 1, body = "a" } } } })
    app:transaction(function() app:model().comments:merge({ { id = 2, body = "b" }, { id = 1, body = "A" } }) end)
    expect(app.screen).to_match { sections = { { rows = { { text = "b" }, { text = "A" } } } } }
    app:undo()
    expect(bodies(app:model().comments)).to_equal { "a" }
  end)
end)

it("rejects mistakes in from", function()
  local shop = launch()
  for _, case in ipairs {
    { { bdoy = "text" }, 'did you mean "body"?' }, { { body = 1 }, "from needs names" },
    { { "body" }, "from needs names" },
    { { body = "a..b" }, "is not a path" },
  } do
    expect(shop:declare(case[1])).to_match(case[2])
  end
end)

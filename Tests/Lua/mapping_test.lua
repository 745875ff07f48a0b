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

describe("A merge by key", function()
  local shop
  before_each(function()
    shop = launch {
      users = { { username = "ada", bio = "first" } },
      plain = { { id = "1", name = "a" }, { id = "2", name = "b" } }, comments = { { id = 1, body = "a" } },
      articles = { { slug = "dune", title = "Dune" }, { slug = "emma", title = "Emma" } },
    }
  end)

  local function error_of(fn, ...)
    local ok, problem = pcall(fn, ...)
    expect(ok).to_be(false)
    return problem
  end

  for _, options in ipairs { {}, { key = "id" } } do
    it("finds entities of a class without a key by the ids that it has given", function()
      shop.plain:merge({ { id = 2, name = "B" }, { id = 3, name = "c" } }, options)
      local added = shop.plain[3]
      expect(added.id).to_be("3")
      shop.plain:merge({ { id = 3, name = "C" }, { id = 4, name = "d" } }, options)
      expect(shop.plain:map(function(plain) return plain.id .. plain.name end)).to_equal { "1a", "2B", "3C", "4d" }
      expect(shop.plain[3]).to_be(added)
    end)

    it("finds them where another entity has the id", function()
      for _, name in ipairs { "x", "y" } do
        shop.others:merge({ { id = 2, name = name } }, options)
        expect(shop.others:map(function(plain) return plain.name end)).to_equal { name }
      end
      expect(shop.others[1]:values("id").id).to_be(2)
      expect(shop.plain[2].name).to_be("b")
    end)
  end

  it("finds by another member, for a class without a key and for one with", function()
    for _, name in ipairs { "plain", "others" } do
      shop[name]:merge({ { name = "b" }, { name = "z" } }, { key = "name" })
      local count = #shop[name]
      shop[name]:merge({ { name = "z" }, { name = "b" } }, { key = "name" })
      expect(#shop[name]).to_be(count)
    end
    shop.articles:merge({ { title = "Emma", rating = 3 }, { title = "New", slug = "new" } }, { key = "title" })
    shop.articles:merge({ { title = "New", rating = 4 } }, { key = "title" })
    expect(shop.articles:map(function(article) return article.rating or 0 end)).to_equal { 0, 3, 4 }
  end)

  it("follows keys that have changed", function()
    local dune = shop.articles[1]
    dune.slug = "dune-2"
    for number = 1, 2 do
      shop.articles:merge { { slug = "dune", title = "other " .. number }, { slug = "dune-2", rating = number } }
      expect(#shop.articles).to_be(3)
      expect(dune.rating).to_be(number)
    end
    expect(shop.articles:map(function(article) return article.slug .. ":" .. article.title end)).to_equal {
      "dune:other 2", "dune-2:Dune", "emma:Emma",
    }
    dune:fill { slug = "dune-3" }
    shop.articles:merge { { slug = "dune-3", title = "third" }, { slug = "dune-2", title = "new" } }
    expect(dune.title).to_be("third")
    expect(#shop.articles).to_be(4)
  end)

  it("adds an entity with a key that another one has had", function()
    shop.articles[1].slug = "dune-2"
    local added = shop.articles:add { slug = "dune", title = "added" }
    expect(added.id ~= "Article:dune").to_be(true)
    shop.articles:merge { { slug = "dune", title = "merged" } }
    expect(added.title).to_be("merged")
    expect(#shop.articles).to_be(3)
  end)

  for name, key in pairs {
    fraction = 1.5, boolean = true, table = {}, empty = "", nan = 0 / 0, list = { 1 }, infinite = math.huge,
  } do
    for _, list in ipairs { "comments", "plain", "articles" } do
      it(("refuses the key of a row of %s: %s"):format(list, name), function()
        local member = list == "articles" and "slug" or "id"
        local before = #shop[list]
        local problem = error_of(function() shop[list]:merge { { [member] = 1 }, { [member] = key } } end)
        expect(problem.code).to_be("model.key")
        expect(problem.message).to_match("^merge: row 2: %a+%." .. member .. " needs a whole number or a text")
        expect(#shop[list]).to_be(before)
      end)
    end

    it("refuses the key of data: " .. name, function()
      expect(error_of(function() shop.comments[1]:fill { id = key } end).code).to_be("model.key")
      expect(error_of(function() shop:create("Comment"):fill { id = key } end).code).to_be("model.key")
      expect(shop.comments[1].id).to_be("Comment:1")
    end)
  end

  it("adds rows without a key", function()
    shop.comments:merge { { body = "x" }, { id = okit.json.null, body = "y" } }
    expect(bodies(shop.comments)).to_equal { "a", "x", "y" }
  end)

  it("takes a key in all its forms as one", function()
    for _, key in ipairs { 1, "1", 1.0, "Comment:1" } do shop.comments:merge { { id = key, body = tostring(key) } } end
    expect(bodies(shop.comments)).to_equal { "Comment:1" }
    shop.comments:merge({ { id = "Comment:1" }, { id = 1 }, { id = 2 }, { id = "Comment:2" } }, { remove = true })
    expect(#shop.comments).to_be(2)
  end)

  it("gives no entity another key", function()
    local comment = shop.comments[1]
    for _, key in ipairs { 1, "1", "Comment:1" } do expect(comment:fill { id = key }).to_be(comment) end
    local problem = error_of(function() comment:fill { id = 2, body = "other" } end)
    expect(problem.code).to_be("model.key")
    expect(problem.message).to_be("Comment(Comment:1) has the key 1; the data has the key 2")
    expect(comment.body).to_be("a")
    local kept = shop.comments:add { body = "mine" }:fill { id = 7 }
    expect(error_of(function() kept:fill { id = 8 } end).code).to_be("model.key")
    expect(error_of(function() shop.comments:merge({ { id = 8, body = "mine" } }, { key = "body" }) end).code)
      .to_be("model.key")
    expect(kept:values("id").id).to_be(7)
  end)

  it("has one entity for all references to it", function()
    shop.posts:merge {
      { slug = "a", writer = { username = "ada", bio = "x" } }, { slug = "b", writer = { username = "ada" } },
    }
    expect(shop.posts[1].writer.ref).to_be(shop.users[1])
    expect(shop.posts[2].writer.ref).to_be(shop.users[1])
  end)

  it("says that an entity has one owner, and how several have it", function()
    for _, rows in ipairs {
      { { slug = "a", owner = { username = "bob" } }, { slug = "b", owner = { username = "bob" } } },
      { { slug = "a", pieces = { { id = 1 } } }, { slug = "b", pieces = { { id = 1 } } } },
    } do
      local problem = error_of(function() shop.posts:merge(rows) end)
      expect(problem.code).to_be("model.duplicateId")
      expect(problem.hint).to_match('t%.ref "%a+"')
      expect(#shop.posts).to_be(0)
    end
  end)

  it("lets an entity follow its data to another owner", function()
    shop.posts:merge { { slug = "a", owner = { username = "bob", bio = "1" }, pieces = { { id = 1 } } } }
    local rows = { { slug = "b", owner = { username = "bob", bio = "2" }, pieces = { { id = 1 } } } }
    shop.posts:merge(rows, { remove = true })
    expect(#shop.posts).to_be(1)
    expect(shop.posts[1].owner.bio).to_be("2")
    expect(shop.posts[1].owner.id).to_be("User:bob")
    expect(shop.posts[1].pieces[1].id).to_be("Part:1")
  end)

  it("keeps nested entities of a class without a key, also where two owners have the same ids", function()
    local rows = {
      { slug = "a", parts = { { id = 1, name = "x" } } }, { slug = "b", parts = { { id = 1, name = "y" } } },
    }
    shop.posts:merge(rows)
    local first, second = shop.posts[1].parts[1], shop.posts[2].parts[1]
    rows[1].parts[1].name, rows[2].parts[1].name = "X", "Y"
    shop.posts:merge(rows)
    expect(shop.posts[1].parts[1]).to_be(first)
    expect(shop.posts[2].parts[1]).to_be(second)
    expect(first.name .. second.name).to_be("XY")
  end)
end)

-- The order of a merge as the articles describe it, in a few lines: new rows follow the row before them, the first ones
-- come before the first element of a row, or to the end.
local function merged(list, keys)
  local is_row, present, result = {}, {}, {}
  for _, key in ipairs(keys) do is_row[key] = true end
  for _, key in ipairs(list) do present[key] = true end
  local rest, taken, has_begun = {}, {}, false
  for _, key in ipairs(keys) do
    if not taken[key] then rest[#rest + 1] = key end
    taken[key] = true
  end
  local function take_new()
    while rest[1] and not present[rest[1]] do result[#result + 1] = table.remove(rest, 1) end
  end
  for _, key in ipairs(list) do
    if is_row[key] then
      if not has_begun then take_new() end
      has_begun = true
      result[#result + 1] = table.remove(rest, 1)
      take_new()
    else
      result[#result + 1] = key
    end
  end
  for _, key in ipairs(rest) do result[#result + 1] = key end
  return result
end

-- Random merges and other changes of a long list, whose index follows them, and of a short one.
for _, case in ipairs { { "comments", "id", 100 }, { "articles", "slug", 100 }, { "comments", "id", 3 } } do
  local name, member, length = table.unpack(case)
  it(("finds the elements of %s of %d after any changes"):format(name, length), function()
    for seed = 1, 4 do
      local state = seed * 7919
      local function random(limit)
        state = (state * 1103515245 + 12345) % 2147483648
        return state // 65536 % limit + 1
      end
      local shop, app = launch()
      local list, keys = shop[name], {}
      local function text(entity) return tostring(entity:values(member)[member]) end
      local function check(step)
        local found = {}
        for index, entity in ipairs(list) do found[index] = text(entity) end
        expect(("%d %s %s"):format(seed, step, table.concat(found, " "))).to_be(
          ("%d %s %s"):format(seed, step, table.concat(keys, " ")))
      end
      local function merge(some)
        local rows = {}
        for index, key in ipairs(some) do rows[index] = { [member] = key } end
        list:merge(rows)
      end
      local first = {}
      for number = 1, length do first[number] = tostring(number) end
      merge(first)
      keys = first
      for step = 1, 60 do
        local kind, some = random(8), {}
        for number = 1, random(3) do some[number] = tostring(random(length * 2)) end
        if kind <= 3 then
          merge(some)
          keys = merged(keys, some)
        elseif kind == 4 and #list > 0 then
          local index = random(#list)
          list:remove(list[index])
          table.remove(keys, index)
        elseif kind == 5 then
          -- A key that the service gives later, or that changes.
          local key = "k" .. step
          local index = random(#list + 1)
          if name == "comments" then
            list:insert(index, { body = "local" })
            table.insert(keys, index, key)
          else
            index = random(#list)
            keys[index] = key
          end
          list[index]:fill { [member] = key }
        elseif kind == 6 then
          expect(function()
            app:transaction(function()
              merge(some)
              list:move(1, #list)
              if name == "articles" then list[1].slug = "lost" end
              error "no"
            end)
          end).to_fail("no")
        elseif kind == 7 then
          app:transaction(function()
            merge(some)
            shop.words:add("not empty")
            if #list > 2 then list:remove(list[2]) end
            if name == "articles" then list[1].slug = "lost" end
          end)
          app:undo()
        elseif #list > 1 then
          list:move(1, #list)
          table.insert(keys, table.remove(keys, 1))
        end
        check(step .. "/" .. kind)
      end
    end
  end)
end

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

-- Documents of another program, which lack ids and dates.

local function server()
  return okit.endpoint_store {
    ["default.json"] = {
      motto = "first", books = { { title = "Dune" }, { title = "Emma" } }, authors = { { name = "Ann" } },
      groups = { { id = "g" } },
    },
    ["default/g.json"] = { members = { { name = "Bob" }, { name = "Cid" } } },
  }
end

local function launch(store, seed, now)
  return okit.launch("http_documents_app.lua", { endpoint = store, seed = seed, now = now })
end

describe("A document without ids and dates", function()
  local store, first, second
  before_each(function()
    store = server()
    first, second = launch(store, 1, "2026-01-01T12:00:00Z"), launch(store, 2, "2026-03-01T12:00:00Z")
  end)

  it("has the same entities in each application", function()
    for index = 1, 2 do
      expect(first:model().books[index].id).to_be(second:model().books[index].id)
    end
    expect(first:model().id).to_be(second:model().id)
    expect(first:model().books[1].id ~= first:model().books[2].id).to_be(true)
    expect(first:model().groups[1].group.members[1].id).to_be(second:model().groups[1].group.members[1].id)
  end)

  it("gets the changes of both sides", function()
    second:model().books[1].price = 5
    second:model().books:add { title = "Ulysses" }
    second:background()
    first:model().motto = "mine"
    first:model().books[2].price = 7
    first:background()
    local stored = store:get("default.json")
    expect(stored.motto).to_be("mine")
    expect(#stored.books).to_be(3)
    expect(stored.books[1].price).to_be(5.0)
    expect(stored.books[2].price).to_be(7.0)
    expect(first:rows()).to_equal { "Dune", "Emma", "Ulysses" }
  end)

  it("has the date that was stored first", function()
    second:model().motto = "theirs"
    second:background()
    first:model().books[1].price = 3
    first:background()
    local stored = store:get("default.json")
    expect(stored.motto).to_be("theirs")
    expect(stored.books[1].price).to_be(3.0)
    expect(first:model().books[1].added).to_be(second:model().books[1].added)
  end)

  it("keeps a date that was set", function()
    second:model().motto = "theirs"
    first:model().books[1].added = "2020-02-02T00:00:00Z"
    first:background()
    second:background()
    expect(store:get("default.json").motto).to_be("theirs")
    expect(second:model().books[1].added).to_be(first:model().books[1].added)
  end)

  it("keeps its entities when it is read again", function()
    local id = first:model().books[2].id
    first:model().groups[1].group.members[1].name = "Bea"
    first:background()
    first:foreground()
    expect(store:get("default/g.json").members[1].name).to_be("Bea")
    store:put("default.json", { motto = "new", books = { { title = "Dune" }, { title = "Emma" } } })
    first:call("read")
    second:call("read")
    expect(first:model().motto).to_be("new")
    expect(first:model().books[2].id).to_be(second:model().books[2].id)
    expect(first:model().books[2].id ~= id).to_be(true)
    first:model().books[1].price = 4
    first:background()
    second:model().books[2].price = 6
    second:background()
    local stored = store:get("default.json")
    expect(#stored.books).to_be(2)
    expect(stored.books[1].price).to_be(4.0)
    expect(stored.books[2].price).to_be(6.0)
  end)

  it("gets the changes of both sides in a partial", function()
    second:model().groups[1].group.members[1].name = "Bea"
    second:background()
    first:model().groups[1].group.members[2].name = "Cleo"
    first:background()
    local stored = store:get("default/g.json")
    expect(#stored.members).to_be(2)
    expect(stored.members[1].name).to_be("Bea")
    expect(stored.members[2].name).to_be("Cleo")
  end)
end)

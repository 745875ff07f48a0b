describe("a table that a list gets", function()
  local app, shop
  before_each(function()
    app = okit.launch("adding_app.lua")
    shop = app:model()
  end)

  local function code(body)
    local ok, failure = pcall(body)
    expect(ok).to_be(false)
    return failure.code
  end

  it("gives its values to a new entity", function()
    local item = shop.items:add { name = "ä", price = 3, weight = 2, isNew = true, day = "2026-01-31" }
    expect(item.name).to_be("ä")
    expect(item.price).to_be(3)
    expect(item.weight).to_be(2.0)
    expect(item.isNew).to_be(true)
    expect(item.day).to_be(okit.day("2026-01-31"))
    expect(shop.items[1]).to_be(item)
    expect(shop.items:insert(1, { name = "before" })).to_be(shop.items[1])
    expect(shop.items[2]).to_be(item)
    expect(#shop.items:add({}).id).to_be(36)
  end)

  it("may have many members, parts and a metatable", function()
    local many = { name = "many" }
    for i = 1, 20 do many["n" .. i] = i end
    local item = shop.items:add(many)
    for i = 1, 20 do expect(item["n" .. i]).to_be(i) end
    expect(shop.boxes:add({ part = { name = "inner" } }).part.name).to_be("inner")
    expect(shop.boxes:add({ name = "empty" }).part).to_be(nil)
    expect(shop.items:add(setmetatable({ name = "own" }, {})).name).to_be("own")
  end)

  it("may name the id, which no other entity has", function()
    expect(shop.items:add({ id = "a1" }).id).to_be("a1")
    expect(code(function() shop.items:add { id = "a1" } end)).to_be("model.duplicateId")
    expect(#shop.items).to_be(1)
  end)

  it("has only values that its class takes", function()
    expect(code(function() shop.items:add { colour = 1 } end)).to_be("model.unknownProperty")
    expect(code(function() shop.items:add { price = "x" } end)).to_be("model.type")
    expect(code(function() shop.items:add { name = "\xFF" } end)).to_be("model.type")
    expect(code(function() shop.items:add { ["\xFF"] = 1 } end)).to_be("lua.value")
    expect(code(function() shop.items:add { __class = "Item" } end)).to_be("lua.value")
    expect(code(function() shop.items:add { 1, name = "x" } end)).to_be("lua.value")
    expect(code(function() shop.items:insert(3, { name = "x" }) end)).to_be("model.index")
    expect(#shop.items).to_be(0)
  end)

  it("makes one step of the history", function()
    local item = shop.items:add { name = "a" }
    app:undo()
    expect(#shop.items).to_be(0)
    app:redo()
    expect(shop.items[1]).to_be(item)
  end)

  it("runs the hook of its class, whose failure takes it back", function()
    shop.guests:add { name = "a" }
    shop.set:add { name = "b" }
    expect(shop.told).to_be("a1 b1 ")
    expect(code(function() shop.guests:add { name = "nobody" } end)).to_be("lua.error")
    expect(#shop.guests).to_be(1)
    expect(code(function() shop:addTwo() end)).to_be("lua.error")
    expect(#shop.guests).to_be(1)
    expect(shop.told).to_be("a1 b1 ")
  end)

  it("is added however the script uses the result", function()
    local items, names = shop.items, {}
    local function pass(...) return ... end
    local function last(name) return items:add { name = name } end
    items:add { name = "statement" }
    local one = items:add { name = "one" }
    local first, second = items:add { name = "first of two" }
    local listed = { items:add { name = "listed" }, (items:add { name = "in parentheses" }) }
    local passed = pass(items:add { name = "passed" })
    local returned = last("returned")
    last("returned for nothing")
    local _, protected = pcall(items.add, items, { name = "protected" })
    local resumed = coroutine.wrap(function() return items:add { name = "in a coroutine" } end)()
    local wrapped = coroutine.wrap(items.add)(items, { name = "as a coroutine" })
    coroutine.wrap(function() items:add { name = "statement in a coroutine" } end)()
    if items:add { name = "condition" } then items:insert(1, { name = "before" }) end
    for _, item in ipairs(items) do
      names[#names + 1] = item.name
      expect(#item.id).to_be(36)
    end
    expect(names).to_equal {
      "before", "statement", "one", "first of two", "listed", "in parentheses", "passed", "returned",
      "returned for nothing", "protected", "in a coroutine", "as a coroutine", "statement in a coroutine", "condition",
    }
    expect(second).to_be(nil)
    for position, item in pairs {
      [3] = one, [4] = first, [5] = listed[1], [6] = listed[2], [7] = passed, [8] = returned, [10] = protected,
      [11] = resumed, [12] = wrapped,
    } do expect(items[position]).to_be(item) end
    for _ = 1, 14 do app:undo() end
    expect(#items).to_be(0)
    app:redo()
    expect(items[1].name).to_be("statement")
  end)

  it("stays only where it was added when nothing holds it", function()
    local box = shop.boxes:add { name = "box" }
    shop:create("Box", { name = "nowhere", part = { id = "p1" } })
    shop.guests:add { name = "a" }
    shop.guests:remove(1)
    app:undo()
    expect(shop.guests[1].name).to_be("a")
    expect(app:get("told")).to_be("a1 ")
    shop.items:add { id = "p1" }
    expect(shop.items[1].id).to_be("p1")
    expect(shop.boxes[1]).to_be(box)
  end)
end)

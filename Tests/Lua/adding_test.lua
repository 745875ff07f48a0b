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
end)

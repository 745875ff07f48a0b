describe("ipairs of a collection", function()
  local app, shop
  before_each(function()
    app = okit.launch("iteration_app.lua")
    shop = app:model()
  end)

  local function names(change)
    local all = {}
    for i, item in ipairs(shop.items) do
      all[#all + 1] = item.name
      if change then change(i, item) end
      if i > 300 then error("endless") end
    end
    return all
  end

  it("passes all elements", function()
    local all = names()
    expect(#all).to_be(100)
    for i = 1, 100 do expect(all[i]).to_be("n" .. i) end
    local count = 0
    for i, name in ipairs(shop.names) do
      expect(name).to_be("t" .. i)
      count = count + 1
    end
    expect(count).to_be(100)
    for i, item in ipairs(shop.best) do expect(item.ref).to_be(shop.items[i]) end
    for _ in ipairs(app:model().tags) do error("none is there") end
  end)

  it("sees removals, insertions, moves and additions", function()
    local all = names(function(i)
      if i == 5 then shop.items:remove(shop.items[6]) end
      if i == 10 then shop.items:insert(1, { name = "new" }) end
      if i == 20 then shop.items:move(21, 22) end
      if i == 30 then while #shop.items > 35 do shop.items:remove(shop.items[#shop.items]) end end
      if i == 34 then shop.items:add { name = "late" } end
    end)
    expect(table.concat(all, " ", 4, 13)).to_be("n4 n5 n7 n8 n9 n10 n11 n11 n12 n13")
    expect(table.concat(all, " ", 20, 24)).to_be("n20 n22 n21 n23 n24")
    expect(table.concat(all, " ", 34)).to_be("n34 n35 late")
  end)

  it("ends when the collection is cleared", function()
    expect(#names(function(i) if i == 40 then shop.items:clear() end end)).to_be(40)
  end)

  it("sees what undo does", function()
    shop.items:remove(shop.items[1])
    local all = names(function(i) if i == 2 then app:undo() end end)
    expect(table.concat(all, " ", 1, 4)).to_be("n2 n3 n3 n4")
  end)

  it("is as every iterator of ipairs", function()
    local step, list, start = ipairs(shop.items)
    expect(start).to_be(0)
    expect(select(2, step(list, 41)).name).to_be("n42")
    expect(select(2, step(list, 3)).name).to_be("n4")
    expect((step(list, 100))).to_be(nil)
    expect((step(list, math.maxinteger))).to_be(nil)
    expect(select(2, step({ "a" }, 0))).to_be("a")
    expect(select(2, step(shop.names, 0))).to_be("t1")
    expect(function() step(list, "x") end).to_fail("number expected, got string")
    expect(function() ipairs() end).to_fail("bad argument #1 to 'ipairs'")
    expect((ipairs {})).to_be((ipairs { 1 }))
  end)

  it("tells computed properties what they depend on", function()
    expect(#shop.all).to_be(#table.concat(names(), " "))
    shop.items[50].name = "changed"
    expect(shop.all).to_match("n49 changed n51")
    shop.items:insert(1, { name = "front" })
    expect(shop.all).to_match("^front n1 n2")
    shop.items:remove(shop.items[2])
    expect(shop.all).to_match("^front n2 n3")
  end)

  it("tells them also when the iterator is an older one", function()
    shop:prepare()
    expect(shop.first).to_be("n1")
    shop.items:insert(1, { name = "front" })
    expect(shop.first).to_be("front")
  end)

  it("keeps two applications apart", function()
    local other = okit.launch("iteration_app.lua"):model()
    local mine, others = 0, 0
    for i, item in ipairs(shop.items) do
      mine = mine + 1
      if i == 10 then other.items:clear() end
      for _ in ipairs(other.items) do others = others + 1 end
      expect(item.name).to_be("n" .. i)
    end
    expect(mine).to_be(100)
    expect(others).to_be(900)
  end)
end)

describe("didSet of a collection", function()
  it("runs for a function that takes no elements", function()
    local app = okit.launch("iteration_app.lua")
    local tags = app:model().tags
    tags:add("a")
    tags:add("b")
    tags:remove("a")
    expect(app:get("told")).to_be("1 2 1 ")
  end)
end)

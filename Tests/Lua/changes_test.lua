describe("changes of long collections", function()
  local app, shop

  before_each(function()
    app = okit.launch("changes_app.lua")
    shop = app:model()
    shop:fill(1500)
    shop:collected()
  end)

  it("have their position in the paths of patches", function()
    shop.items:insert(1, { id = "front" })
    expect(shop:collected()).to_be("add /items/0")
    shop.items[1400].name = "near the end"
    expect(shop:collected()).to_be("replace /items/1399/name")
    shop.items:remove(shop.items[700])
    expect(shop:collected()).to_be("remove /items/699")
    shop.items:remove(shop.items[#shop.items])
    expect(shop:collected()).to_be("remove /items/1499")
    shop.items:move(1, 1200)
    expect(shop:collected()).to_be("move /items/0 /items/1199")
    shop.items:move(1200, 1)
    expect(shop:collected()).to_be("move /items/1199 /items/0")
    shop.items[900].items:add { id = "below" }
    expect(shop:collected()).to_be("add /items/899/items/0")
    shop.labels:remove("label 800")
    expect(shop:collected()).to_be("remove /labels/799")
    expect(shop.labels:remove("label 800")).to_be(false)
  end)

  it("appear only if they last", function()
    local function turn()
      shop.items:remove(shop.items[700])
      shop.items:insert(1, { id = "front" })
      shop.items:move(5, 1000)
      shop.items[900].name = "changed"
      return true
    end
    local changes = app:changes(function()
      app:transaction(turn)
      app:undo():redo():undo()
    end)
    expect(changes).to_equal {}
    changes = app:changes(function()
      app:transaction(turn)
      app:undo()
      shop.items[900].name = "other"
    end)
    expect(changes).to_equal { { op = "replace", path = "/items/899/name", old = "item 900", new = "other" } }
  end)

  it("are right beyond ten thousand", function()
    shop:count(12000)
    shop:collected()
    local changes = app:changes(function()
      shop.numbers:clear()
      app:undo()
    end)
    expect(changes).to_equal {}
    changes = app:changes(function()
      shop.numbers:clear()
      app:undo()
      shop.numbers:insert(1, 0)
    end)
    expect(changes).to_equal { { op = "add", path = "/numbers/0", value = 0 } }
  end)
end)

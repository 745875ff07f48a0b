local function names(app)
  local list = {}
  for _, item in ipairs(app:model().items) do list[#list + 1] = item.name end
  return list
end

local function open(name)
  return okit.launch("get_entity_app.lua", { arguments = { name } })
end

for _, name in ipairs { "reversed", "inherited" } do
  describe("rows in another order: " .. name, function()
    it("shows the entities of the function", function()
      expect(open(name):rows()).to_equal { "d", "c", "b", "a" }
    end)

    it("acts on the entity that a row shows", function()
      local app = open(name)
      for row, item in ipairs { "d", "c", "b", "a" } do
        app:row(row):tap()
        expect(app:model().last).to_be("tap " .. item)
        app:row(item):quick()
        expect(app:model().last).to_be("quick " .. item)
        app:row(item):more "Print"
        expect(app:model().last).to_be("print " .. item)
        app:row(row):accessory()
        expect(app:model().last).to_be("accessory " .. item)
      end
    end)

    it("deletes the entity that a row shows, and selects no other row", function()
      local app = open(name)
      app:row("c"):tap()
      expect(app:row("c").selected).to_be(true)
      app:row(1):delete()
      expect(app:rows()).to_equal { "c", "b", "a" }
      expect(names(app)).to_equal { "a", "b", "c" }
      expect(app:row("c").selected).to_be(true)
      app:row("c"):delete()
      expect(names(app)).to_equal { "a", "b" }
      for _, row in ipairs { 1, 2 } do expect(app:row(row).selected).to_be(false) end
      app:undo()
      expect(app:rows()).to_equal { "c", "b", "a" }
    end)

    it("follows changes of the data", function()
      local app = open(name)
      app:model().items:add { name = "e" }
      expect(app:rows()).to_equal { "e", "d", "c", "b", "a" }
      app:model().items[1].name = "A"
      expect(app:rows()).to_equal { "e", "d", "c", "b", "A" }
      app:model().items:move(1, 5)
      expect(app:rows()).to_equal { "A", "e", "d", "c", "b" }
      app:row("e"):tap()
      expect(app:model().last).to_be "tap e"
    end)
  end)
end

describe("rows in another order", function()
  it("moves the entity that a row shows to the place of another one", function()
    local app = open "reversed"
    app:tap "Edit"
    app:row(1):move(3)
    expect(app:rows()).to_equal { "c", "b", "d", "a" }
    expect(names(app)).to_equal { "a", "d", "b", "c" }
  end)

  it("marks the entity that a row shows", function()
    local app = open "marking"
    app:tap "Edit"
    app:row("d"):select()
    expect(app:model().items[4].marked).to_be(true)
    expect(app:row(1).selected).to_be(true)
    expect(app:row(4).selected).to_be(false)
  end)

  it("checks the row with the entity that is selected", function()
    local app = open "choosing"
    app:row("d"):tap()
    expect(app:model().chosen.ref.name).to_be "d"
    expect(app:row(1).accessory).to_be "checkmark"
    expect(app:row(4).accessory).to_be "none"
  end)
end)

describe("one entity in several rows", function()
  it("acts on the row", function()
    local app = open "lines"
    expect(app:rows()).to_equal { "a", "b", "a" }
    app:row(3):tap()
    expect(app:model().last).to_be "tap a"
    expect(app:row(3).selected).to_be(true)
    expect(app:row(1).selected).to_be(false)
    app:model().lines:remove(1)
    expect(app:rows()).to_equal { "b", "a" }
    expect(app:row(2).selected).to_be(true)
    app:row(2):quick()
    expect(app:model().last).to_be "quick a"
  end)
end)

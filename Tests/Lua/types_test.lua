-- Values of wrong types: each is refused or reported where it is written or returned, with its path.
describe("Selections", function()
  for name, path in pairs { tag = "tags", single = "first" } do
    it("of another class than that of the references are refused: " .. path, function()
      local app = okit.launch("types_app.lua", { arguments = { name } })
      app:row("North"):tap()
      local found = app.diagnostics
      expect(#found).to_be(1)
      expect(found[1]).to_match { code = "model.type" }
      expect(found[1].message).to_contain(path .. " refers to an Order, got Region")
      expect(app:get(name == "tag" and "tags.@count" or "first.refKey")).to_be(name == "tag" and 0 or nil)
    end)
  end
end)

describe("References", function()
  it("do not take the target of a reference to another class", function()
    local app = okit.launch("types_app.lua")
    local shop = app:model()
    shop.links:add({ refKey = "north" })
    expect(function() shop.first = shop.links[1] end).to_fail("refers to an Order, got Region")
    expect(function() shop.tags:add(shop.links[1]) end).to_fail("refers to an Order, got Region")
    shop.links[1].refKey = "one"
    shop.first = shop.links[1]
    shop.last = shop.first
    expect(shop.last.ref.name).to_be("One")
  end)
end)

describe("The result of rowFor", function()
  local function launch(value)
    return okit.launch("types_app.lua", { arguments = { "regions" }, fixture = { regions = { { name = value } } } })
  end

  for _, case in ipairs {
    { '{ detial = "x" }', 'unknown field "detial"', 'did you mean "detail"?' }, { '"x"', "must return a table" },
    { '{ accessory = "check" }', 'got String "check"' },
    { '{ accessory = "checkmrk" }', "accessory needs one of none, disclosure", 'did you mean "checkmark"?' },
    { "{ accessory = 7 }", "accessory needs" }, { '{ height = "tall" }', "height needs a number" },
    { '{ ribbon = "rainbow" }', "ribbon needs a color" }, { "{ image = {} }", "image needs the name" },
    { "3", "or nil, got" }, { "true", "or nil, got" },
  } do
    it("is checked: " .. case[1], function()
      local app = launch(case[1])
      app:rows()
      local found = app.diagnostics
      expect(#found).to_be(1)
      expect(found[1].code).to_be("controller.result")
      expect(found[1].place).to_contain("types_app.lua:24")
      expect(found[1].message).to_contain("home: rowFor: ")
      expect(found[1].message).to_contain(case[2])
      if case[3] then expect(found[1].hint).to_be(case[3]) end
    end)
  end

  for _, value in ipairs {
    '{ text = "A", detail = 3, height = 10.5, accessory = "checkmark", ribbon = "#aabbcc", image = "star" }',
    "{}", "nil", "{ accessory = 1 }",
  } do
    it("is valid: " .. value, function()
      local app = launch(value)
      app:rows()
      expect(app.diagnostics).to_equal {}
    end)
  end
end)

describe("Fixtures", function()
  local cycle, deep = {}, { regions = {} }
  cycle.link = cycle
  deep.regions[1] = { name = deep.regions }
  for _, case in ipairs {
    { "a dangling Link", { links = { { refKey = "a" } } }, "model.danglingReference",
      'links[0].refKey: no entity has the id "a"' },
    { "a dangling single Link", { link = { refKey = "nroth" } }, "model.danglingReference", "link.refKey: " },
    { "an id of the script", { orders = { { name = "A" }, { id = "north" } } }, "model.duplicateId",
      "orders[1]: the id" },
    { "a function", { regions = { { name = print } } }, "lua.value", "regions[0].name: a function" },
    { "a number that is none", { orders = { { price = 0 / 0 } } }, "model.type", "orders[0].price: Order.price needs" },
    { "a mixed table", { orders = { { 1, price = 2 } } }, "lua.value", "orders[0]: a table must have either" },
    { "a table as a key", { orders = { { [{}] = 2 } } }, "lua.value", "orders[0]: the keys of a table" },
    { "a cycle", cycle, "lua.error", "fixture.link: a table that contains itself" },
    { "a cycle in a list", deep, "lua.error", "fixture.regions[0].name: a table that contains itself" },
  } do
    it("name the path of " .. case[1], function()
      local ok, problem = pcall(okit.launch, "types_app.lua", { fixture = case[2] })
      expect(ok).to_be(false)
      if case[3] ~= "lua.error" then expect(problem.code).to_be(case[3]) end
      expect(tostring(problem)).to_contain(case[4])
    end)
  end

  it("may refer to entities that the fixture or the script has", function()
    local app = okit.launch("types_app.lua", {
      fixture = {
        links = { { refKey = "north" }, { refKey = "new" }, { note = "none" } }, orders = { { id = "new" } },
      },
    })
    expect(app:get("links[1]/ref/id")).to_be("new")
  end)
end)

describe("app:get", function()
  for _, case in ipairs {
    { "custmers", "Shop has no property", nil }, { "regionss", "Shop has no", 'did you mean "regions"?' },
    { "regions[0]/nmae", "Region has no", 'did you mean "name"?' },
    { "regions[8]/nmae", "Region has no", 'did you mean "name"?' }, { "count/upercased", "String has no" },
    { "shop>regions", 'unknown model "shop"', nil, "binding.unknownModel" },
  } do
    it("raises an error for a wrong path: " .. case[1], function()
      local app = okit.launch("types_app.lua")
      local ok, problem = pcall(app.get, app, case[1])
      expect(ok).to_be(false)
      expect(problem.code).to_be(case[4] or "binding.unknownName")
      expect(problem.message).to_contain(case[2])
      if case[3] then expect(problem.hint).to_be(case[3]) end
      expect(app.diagnostics).to_equal {}
    end)
  end

  for _, path in ipairs { "regions[8]/name", "first/ref/name", "link/refKey", "link/ref/name", "", "regions[0]" } do
    it("returns what a valid path leads to: " .. path, function()
      local app = okit.launch("types_app.lua")
      app:get(path)
      expect(app.diagnostics).to_equal {}
    end)
  end
end)

describe("A number in a text", function()
  it("is read and written as one", function()
    local app = okit.launch("types_app.lua", { arguments = { "controls" } })
    app:cell("Count"):step(2)
    expect(app:get("count")).to_be("2")
    expect(app.diagnostics).to_equal {}
  end)
end)

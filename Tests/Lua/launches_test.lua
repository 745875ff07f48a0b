-- Launches are independent, although they may use the same memory one after the other.
local before

local function launch(script)
  local app = okit.launch("launches_app.lua", { input = script or "" })
  return app, app.output:match("^[^\n]*")
end

local scripts = {
  ["globals"] = "x = 1 print = nil string.format = nil",
  ["the metatable of texts"] = "function string.leak() end",
  ["members of okit"] = "rawset(okit, 'leak', true) rawset(okit.json, 'leak', 1)",
  ["all members"] = [[
    for _, t in ipairs { okit, string, table, _G } do
      for name in pairs(t) do rawset(t, name, nil) end
    end]],
  ["classes"] = "Leak = okit.ModelEntity:extend('Leak', { n = 0 }) function okit.ModelEntity:leak() end",
  ["a suspended coroutine"] = "co = coroutine.wrap(function() coroutine.yield() end) co() x = 1",
  ["memory"] = "x = {} for i = 1, 50000 do x[i] = { i } end",
  ["an error"] = "x = 1 error({})",
  ["an end"] = "x = 1 okit.exit(2)",
}

describe("a launch", function()
  before_each(function() before = before or select(2, launch()) end)

  for name, script in pairs(scripts) do
    it("finds nothing of one that has changed " .. name, function()
      launch(script)
      expect(select(2, launch())).to_be(before)
    end)
  end

  it("finds nothing of one that a limit has stopped", function()
    expect(function() launch("x = {} while true do x[#x + 1] = ('x'):rep(1 << 20) .. #x end") end).to_fail("memory")
    expect(select(2, launch())).to_be(before)
  end)

  it("finds nothing of one that runs at the same time", function()
    local first = okit.launch("driver_app.lua")
    local second = okit.launch("driver_app.lua")
    expect(first:dump()).to_be(second:dump())
    first:terminate()
    local third = okit.launch("driver_app.lua")
    expect(third:dump()).to_be(second:dump())
    first:relaunch()
    expect(first:dump()).to_be(third:dump())
  end)

  it("runs its own functions of properties, also with a table like that of another class", function()
    local script = [[
      local t, calls = okit.types, 0
      local Counter = okit.ModelEntity:extend("Counter", {
        n = t.int(0, { didSet = %s }),
        text = t.computed(function(self) calls = calls + 1 return self.n .. "/" .. calls end),
      })
      local counter = Counter { n = 1 }
      print(counter.text)
      counter.n = 5
      print(counter.text)]]
    local one = script:format("function(_, old, new) calls = calls + old + new end")
    local other = script:format("function() calls = calls + 100 end")
    for _ = 1, 3 do
      expect(launch(one).output).to_contain("1/1\n5/8\n")
      expect(launch(other).output).to_contain("1/1\n5/102\n")
    end
  end)

  it("finds the properties of its own classes", function()
    local texts = {}
    for round = 1, 3 do
      for _, count in ipairs { "0", "9", "30" } do
        local app = okit.launch("launches_layout_app.lua", { arguments = { count } })
        local text = app:dump()
        texts[count] = texts[count] or text
        expect(text).to_be(texts[count])
        expect(text).to_contain("Tea 1" .. count)
        expect(text).to_contain("costs 6")
        expect(app:get("name")).to_be("Tea")
        expect(app:get("= price + " .. count)).to_be(3 + tonumber(count))
        app:set("price", 4)
        expect(app:dump()).to_contain("costs 8")
        expect(app:dump()).to_contain("DRINK4")
        if round == 2 then app:relaunch() end
      end
    end
  end)

  it("finds the properties of its own classes beside another application with the same bindings", function()
    local first = okit.launch("launches_layout_app.lua", { arguments = { "2" } })
    local second = okit.launch("launches_layout_app.lua", { arguments = { "20" } })
    second:set("price", 5)
    expect(first:dump()).to_contain("costs 6")
    expect(second:dump()).to_contain("costs 10")
    first:set("name", "Milk")
    expect(first.screen.title).to_be("Shop Milk")
    expect(second.screen.title).to_be("Shop Tea")
  end)

  it("runs its own functions of equal tables, whatever their order", function()
    for _ = 1, 3 do
      for _, label in ipairs { "a", "b", "c", "b", "long" } do
        local app = okit.launch("launches_functions_app.lua", { arguments = { label } })
        expect(app.screen.title).to_be(label .. " first 0")
        app:tap("Add")
        expect(app.screen.title).to_be(label .. " first " .. #label + 5)
        expect(app.screen.tabs[1].title).to_be(label == "c" and "Other" or "Shop")
        app:tab("More")
        app:tap("Add")
        expect(app.screen.title).to_be(label .. " second " .. 2 * #label + 11)
      end
    end
  end)

  it("finds nothing of the process before it", function()
    local app = launch("x = 1 Leak = okit.ModelEntity:extend('Leak', {})")
    app:relaunch()
    expect(app.output:match("^[^\n]*")).to_be(before)
  end)
end)

-- Measures each operation at two numbers of elements. A line has the least time of one call: `growth/KIND/NAME`, tab,
-- microseconds with few elements, tab, microseconds with many.
local operations = require "operations"

local function open(path, count)
  local app = okit.launch(path, { arguments = { tostring(count) }, endpoint = okit.endpoint_store {} })
  repeat until app:call("fill()")
  local model = app:model()
  app:tap("Items")
  return {
    app = app, count = count, model = model, items = model.items, numbers = model.numbers, prices = model.prices,
  }
end

local function time(fn, shop, calls)
  local best = math.huge
  for _ = 1, 3 do
    local start = os.clock()
    for _ = 1, calls do fn(shop) end
    best = math.min(best, (os.clock() - start) / calls)
  end
  return best * 1e6
end

-- options.few, options.many: the numbers of elements; options.calls: of each operation.
return function(options)
  it("measures", function()
    local few, many = open(options.app, options.few), open(options.app, options.many)
    for _, kind in ipairs { "flat", "linear" } do
      local names = {}
      for name in pairs(operations[kind]) do names[#names + 1] = name end
      table.sort(names)
      for _, name in ipairs(names) do
        local fn = operations[kind][name]
        local calls = kind == "flat" and options.calls or 1
        fn(few)
        fn(many)
        print(("growth/%s/%s\t%.6f\t%.6f"):format(kind, name, time(fn, few, calls), time(fn, many, calls)))
      end
      expect(#few.items).to_be(options.few)
      expect(#many.items).to_be(options.many)
    end
  end)
end

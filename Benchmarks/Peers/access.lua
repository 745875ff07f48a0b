-- The loops of scripts over plain tables: the least time of each.

local function measure(name, n, loop)
  local best = math.huge
  for _ = 1, 7 do
    local start = os.clock()
    loop(n)
    best = math.min(best, (os.clock() - start) / n)
  end
  print(("%s %.6f 0"):format(name, best * 1e9))
end

local e = { n = 0, child = { child = { child = { price = 7 } } } }
local items

measure("split", 100000, function(n)
  local s = 0
  for _ = 1, n do
    local value = e
    for name in ("child/child/child/price"):gmatch("[^/]+") do value = value[name] end
    s = s + value
  end
  return s
end)
measure("assign", 1000000, function(n) local own = e for i = 1, n do own.n = i end end)
measure("add", 100000, function(n)
  items = {}
  for i = 1, n do items[#items + 1] = { price = i, name = "abc" } end
end)
measure("ipairs", 100000, function() local s = 0 for _, item in ipairs(items) do s = s + item.price end return s end)

-- The unit of what scripts see: a path is split at each get, and its names lead through plain tables.

package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local bench = require "bench"

local count, rounds = 128, 100
local nodes = {}
for i = 1, count do nodes[i] = { child = { child = { child = { price = i } } } } end

bench.run("split", count * rounds, function()
  local sum = 0
  for _ = 1, rounds do
    for i = 1, count do
      local value = nodes[i]
      for name in ("child/child/child/price"):gmatch("[^/]+") do value = value[name] end
      sum = sum + value
    end
  end
  return sum
end)

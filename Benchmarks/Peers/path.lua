-- Four fields one after the other, as a person would write it, on a thousand chains.

package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local bench = require "bench"

local count, rounds = 1000, 200
local nodes = {}
for i = 0, count - 1 do
  local node = { price = i }
  for _ = 1, 3 do node = { price = i, child = node } end
  nodes[i + 1] = node
end

local function read()
  local sum = 0
  for i = 1, count do
    local node = nodes[i].child
    node = node and node.child
    node = node and node.child
    sum = sum + (node and node.price or 0)
  end
  return sum
end

bench.run("path", count * rounds, function()
  local sum
  for _ = 1, rounds do sum = read() end
  return sum
end)

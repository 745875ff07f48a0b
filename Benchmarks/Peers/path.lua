-- A chain of four fields, written by hand. The price at the end determines the next chain.

package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local bench = require "bench"

local count, rounds = 128, 2000
local nodes = {}
for i = 0, count - 1 do
  local price = (5 * i + 3) % count
  local node = { price = price }
  for _ = 1, 3 do node = { price = price, child = node } end
  nodes[i] = node
end

local function read()
  local sum, index = 0, 0
  for _ = 1, count do
    local node = nodes[index].child
    node = node and node.child
    node = node and node.child
    index = node and node.price or 0
    sum = sum + index
  end
  return sum
end

bench.run("path", count * rounds, function()
  local sum
  for _ = 1, rounds do sum = read() end
  return sum
end)

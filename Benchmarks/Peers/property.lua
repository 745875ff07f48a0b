-- Reading and writing a field of 256 tables.

package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local bench = require "bench"

local count, rounds = 256, 2000
-- Each price, or the table when writing, determines the next one.
local order, items = {}, {}
for i = 0, count - 1 do
  order[i + 1] = (5 * i + 3) % count
  items[i + 1] = { price = order[i + 1] }
end

local function read()
  local sum, index = 0, 0
  for _ = 1, count do
    index = items[index + 1].price
    sum = sum + index
  end
  return sum
end

local function total()
  local sum = 0
  for i = 1, count do sum = sum + items[i].price end
  return sum
end

local number = 0
local function write()
  number = number + 1
  local offset = number % 2
  local index = 0
  for i = 0, count - 1 do
    index = order[index + 1]
    items[index + 1].price = i + offset
  end
end

bench.run("get", count * rounds, function()
  local sum
  for _ = 1, rounds do sum = read() end
  return sum
end)
bench.run("set", count * rounds, function()
  for _ = 1, rounds do write() end
  number = 0
  write()
  return total()
end)

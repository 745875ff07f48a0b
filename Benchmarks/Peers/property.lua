-- Reading and writing a field of a thousand tables.

package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local bench = require "bench"

local count, rounds = 1000, 500
local items = {}
for i = 0, count - 1 do items[i + 1] = { price = i } end

local function read()
  local sum = 0
  for i = 1, count do sum = sum + items[i].price end
  return sum
end

local number = 0
local function write()
  number = number + 1
  local offset = number % 2
  for i = 1, count do items[i].price = i - 1 + offset end
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
  return read()
end)

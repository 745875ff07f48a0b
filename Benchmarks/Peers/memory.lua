-- Bytes for each of 100,000 tables of six fields.

package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua"
local same_work = require "same_work"

local function in_use()
  collectgarbage() collectgarbage()
  return collectgarbage("count") * 1024
end

local count = 100000
local before = in_use()
local items = same_work.items(count)
local bytes = (in_use() - before) / count
local sum = 0
for _, item in ipairs(items) do sum = sum + item.price end
print(string.format("entity %.6f %d", bytes, sum))

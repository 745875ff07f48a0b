-- What differs from process to process without a seed, in lines: for order_app.lua and order_test.lua in their states.
local words = {}
for word in ("a list of texts numbers and truth values that tables have as keys in some order"):gmatch("%a+") do
  words[#words + 1] = word
end

local concat = table.concat

local function keys(of)
  local found = {}
  for key in pairs(of) do found[#found + 1] = tostring(key):sub(1, 12) end
  local count, key = 0, next(of)
  while key ~= nil do count, key = count + 1, next(of, key) end
  assert(count == #found)
  return concat(found, " ")
end

local function tables()
  local filled, emptied, mixed, long = {}, {}, { "first", "second", x = 1, y = 2, z = 3, [true] = 1, [false] = 2 }, {}
  for number, word in ipairs(words) do
    filled[word], emptied[word] = number, number
    mixed[number * 7], mixed[number / 4], mixed[word] = word, word, number
    long[word:rep(20)] = number
  end
  for number = 1, #words, 2 do emptied[words[number]] = nil end
  for number = 1, 5 do emptied["new" .. number] = number end
  return { filled, emptied, mixed, long, { red = 1, green = 2, blue = 3, white = 4, black = 5 }, math, string, _G }
end

return function()
  local lines = {}
  for _, of in ipairs(tables()) do lines[#lines + 1] = keys(of) end
  local thread, object, named = coroutine.create(print), {}, setmetatable({}, { __name = "thing" })
  lines[#lines + 1] = concat({ tostring(object), tostring(print), tostring(keys), tostring(thread), tostring(named),
    ("%s %p %p %8.3s|"):format(object, object, "text", object), tostring(object) }, " ")
  local failed = select(2, pcall(error, setmetatable({}, { __tostring = function() return "error " .. #words end })))
  lines[#lines + 1] = tostring(failed)
  lines[#lines + 1] = math.random(1 << 40) .. " " .. math.random() .. " " .. concat({ math.randomseed() }, " ")
  lines[#lines + 1] = math.random(1 << 40) .. ""
  math.randomseed(7)
  lines[#lines + 1] = math.random(1 << 40) .. ""
  table.sort(words, function(a, b) return #a < #b end)
  lines[#lines + 1] = concat(words, " ")
  return lines
end

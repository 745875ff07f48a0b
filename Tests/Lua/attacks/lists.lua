-- Functions of tables, with lists that lie or are long.
local function long(length) return setmetatable({}, { __len = function() return length end }) end
local function same(value, length)
  return setmetatable({}, { __index = function() return value end, __len = function() return length end })
end

return {
  { "limit", "insert", function() table.insert(long(1 << 40), 1, "x") end },
  { "limit", "remove", function() table.remove(long(1 << 40), 1) end },
  { "limit", "move over nothing", function() table.move({}, 1, math.maxinteger - 1, 2) end },
  { "limit", "move backwards", function() table.move(setmetatable({}, {}), 1, 1 << 60, 1 << 59) end },
  { "limit", "concat", function() return table.concat(same("", 1 << 40)) end },
  { "limit", "unpack", function() while true do select("#", table.unpack({}, 1, 200000)) end end },
  { "limit", "pack", function() while true do table.pack(table.unpack({}, 1, 200000)) end end },
  { "limit", "sort", function() table.sort(same(1, 1 << 30)) end },
  { "limit", "sort, many times", function()
    local t = {}
    for i = 1, 300000 do t[i] = (i * 7919) % 300007 end
    while true do table.sort(t) table.sort(t, function(a, b) return a > b end) end
  end },
  { "limit", "sort of long texts", function()
    local a, b = ("x"):rep(8000000) .. "a", ("x"):rep(8000000) .. "b"
    local t = {}
    for i = 1, 100000 do t[i] = i % 2 == 0 and a or b end
    table.sort(t)
  end },
  { "limit", "a comparison that loops", function() table.sort({ 2, 1 }, function() while true do end end) end },
  { "limit", "elements that compare slowly", function()
    local mt = { __lt = function() for i = 1, 1e9 do end end }
    table.sort { setmetatable({}, mt), setmetatable({}, mt) }
  end },
  { "limit", "next in a table that was emptied", function()
    local t = {}
    for i = 1, 500000 do t["k" .. i] = true end
    for key in pairs(t) do t[key] = nil end
    while true do next(t) end
  end },
  { "error", "orders that are none", function()
    local t = {}
    for i = 1, 1000 do t[i] = i % 10 end
    for _, order in ipairs {
      function() return true end, function(a, b) return a <= b end, function() return math.random() < 0.5 end,
      function(a, b) t[#t + 1] = a return a < b end, function() error("no") end, function() coroutine.yield() end,
      function(a, b) for i = 1, #t do t[i] = nil end return a < b end,
      coroutine.wrap(function() while true do coroutine.yield(true) end end),
      function(a, b) setmetatable(t, { __index = error, __newindex = error }) return a < b end,
    } do pcall(table.sort, t, order) setmetatable(t, nil) end
    error("done")
  end },
  { "error", "lengths that are none", function()
    for _, length in ipairs { -1, 0.5, "x", "10", 0 / 0, math.huge, math.mininteger, math.maxinteger, {}, false } do
      local t = long(length)
      for _, name in ipairs { "concat", "sort", "unpack", "remove" } do
        if length ~= math.maxinteger then pcall(table[name], t) end
      end
      pcall(table.insert, t, 1)
      pcall(table.insert, t, -5, 1)
    end
    pcall(table.unpack, {}, math.mininteger, math.maxinteger)
    pcall(table.unpack, {}, 0, math.maxinteger)
    pcall(table.concat, {}, "x", 1, math.maxinteger)
    pcall(table.move, {}, math.mininteger, math.maxinteger, 1)
    pcall(table.move, {}, 1, 5, math.maxinteger)
    pcall(select, math.mininteger, 1)
    pcall(next, {}, "none")
    pcall(rawset, {}, 0 / 0, 1)
    pcall(rawlen, 5)
    error("done")
  end },
}

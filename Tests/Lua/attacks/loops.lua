-- Scripts that never end.
local function endless() while true do end end
local function spin() repeat until false end

return {
  { "limit", "a loop", endless },
  { "limit", "a loop of jumps", function() ::again:: goto again end },
  { "limit", "a for loop", function() for i = 1, math.huge do local x = i end end },
  { "limit", "errors that are caught", function() while true do pcall(error) pcall(error, {}) end end },
  { "limit", "protected calls in each other", function()
    local function deeper() pcall(deeper) deeper() end
    while true do pcall(deeper) end
  end },
  { "limit", "protected calls in each other, in a coroutine, where there can be any number", function()
    local function deeper() pcall(deeper) deeper() end
    coroutine.wrap(function() while true do pcall(deeper) end end)()
  end },
  { "limit", "a handler that calls itself", function()
    local function handler() while true do xpcall(error, handler) end end
    xpcall(endless, handler)
  end },
  { "limit", "a handler that loops", function() xpcall(error, endless, "x") end },
  { "limit", "short coroutines", function()
    local function node(depth)
      if depth == 0 then for i = 1, 100 do local x = i end return end
      for _ = 1, 15 do coroutine.wrap(node)(depth - 1) end
    end
    node(9)
  end },
  { "limit", "coroutines that take turns", function()
    local a, b
    a = coroutine.wrap(function() while true do coroutine.yield() end end)
    b = coroutine.wrap(function() while true do a() coroutine.yield() end end)
    while true do b() end
  end },
  { "limit", "a coroutine in a comparison", function()
    table.sort({ 3, 2, 1 }, function() coroutine.wrap(endless)() end)
  end },
  { "limit", "a coroutine that is closed", function()
    local co = coroutine.create(function()
      local x <close> = setmetatable({}, { __close = spin })
      coroutine.yield()
    end)
    coroutine.resume(co)
    coroutine.close(co)
  end },
  { "limit", "variables that are closed while a limit stops the script", function()
    local x <close> = setmetatable({}, { __close = spin })
    local y <close> = setmetatable({}, { __close = function() pcall(spin) end })
    endless()
  end },
  { "limit", "closing in a killed coroutine", function()
    pcall(coroutine.wrap(function()
      local x <close> = setmetatable({}, { __close = spin })
      endless()
    end))
    print("ESCAPED: went on")
  end },
  { "limit", "metamethods", function()
    local t = setmetatable({}, { __index = spin, __lt = spin, __concat = spin, __len = spin, __eq = spin })
    local u = setmetatable({}, getmetatable(t))
    local _ = pcall(function() return t < u end), pcall(function() return t == u end)
    print("ESCAPED: went on")
  end },
  { "limit", "a text that is never made", function()
    return tostring(setmetatable({}, { __tostring = function(self) return tostring({ pcall(spin) }) end }))
  end },
  { "limit", "an error that never has a text", function() error(setmetatable({}, { __tostring = endless })) end },
  { "limit", "pairs without end", function()
    for _ in pairs(setmetatable({}, { __pairs = function() return function() return 1 end end })) do end
  end },
  { "limit", "an iterator that is closed", function()
    for _ in next, { 1 }, nil, setmetatable({}, { __close = spin }) do end
  end },
}

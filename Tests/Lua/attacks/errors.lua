-- Errors that are hard to report, and misuse that has to stay one.
return {
  { "error", "nil", function() error() end },
  { "error", "an object without a text", function()
    error(setmetatable({}, { __tostring = function() error("again") end, __name = 42 }))
  end },
  { "error", "an object with a text that is none",
    function() error(setmetatable({}, { __tostring = function() return {} end })) end },
  { "error", "a coroutine", function() error(coroutine.create(print)) end },
  { "error", "a long message", function() error(("x"):rep(5000000)) end },
  { "error", "a message that is not UTF-8", function() error("\xff\xfe\0\x80") end },
  { "error", "levels that do not exist", function() error("x", 1 << 31 - 1) end },
  { "error", "a handler that fails", function()
    local ok, problem = xpcall(error, function(m) local x = nil return x.y end, "x")
    error(tostring(problem))
  end },
  { "error", "handlers in each other", function()
    local function handler(m) return xpcall(error, handler, m) end
    xpcall(error, handler, "x")
    error("done")
  end },
  { "error", "errors while variables are closed", function()
    local x <close> = setmetatable({}, { __close = function() error({}) end })
    local y <close> = setmetatable({}, { __close = function(_, e) error(e) end })
    error("first")
  end },
  { "error", "recursion of metamethods", function()
    local t = setmetatable({}, { __index = function(s, k) return s[k .. "x"] end })
    pcall(function() return t.a end)
    local u = setmetatable({}, { __tostring = function(s) return tostring(s) end })
    pcall(tostring, u)
    local v = setmetatable({}, { __eq = function(a, b) return a == b end })
    pcall(function() return v == setmetatable({}, getmetatable(v)) end)
    local function sort() table.sort({ 3, 2, 1 }, function(a, b) sort() return a < b end) end
    sort()
  end },
  { "error", "long chains", function()
    local t, c = {}, print
    for _ = 1, 100000 do t = setmetatable({}, { __index = t, __newindex = t }) end
    for _ = 1, 5000 do c = setmetatable({}, { __call = c }) end
    pcall(function() return t.x end)
    pcall(function() t.x = 1 end)
    pcall(c)
    error("done")
  end },
  { "error", "coroutines in each other", function()
    local function deeper() return coroutine.wrap(deeper)() end
    pcall(deeper)
    local function closer()
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = closer })
        coroutine.yield()
      end)
      coroutine.resume(co)
      coroutine.close(co)
    end
    pcall(closer)
    error("done")
  end },
  { "error", "coroutines that are misused", function()
    local co
    co = coroutine.create(function()
      assert(not coroutine.resume(co))
      assert(not pcall(coroutine.close, co))
    end)
    assert(coroutine.resume(co))
    assert(not coroutine.resume(co))
    local w
    w = coroutine.wrap(function() w() end)
    pcall(w)
    pcall(w)
    pcall(coroutine.close, coroutine.running())
    coroutine.resume(coroutine.running())
    pcall(coroutine.wrap(function() table.sort({ 3, 2, 1 }, coroutine.yield) end))
    pcall(coroutine.wrap(function() ("x"):gsub("x", coroutine.yield) end))
    pcall(coroutine.wrap(function() load(coroutine.yield) end))
    error("done")
  end },
  { "limit", "errors that are reported among many names", function()
    for i = 1, 200000 do _G["k" .. i] = math end
    while true do
      coroutine.resume(coroutine.create(function() math.foo() end))
      coroutine.resume(coroutine.create(function() error(_G) end))
    end
  end },
  { "error", "numbers", function()
    assert(not pcall(function() local t = {} t[0 / 0] = 1 end))
    assert(not pcall(function() return 1 // 0 end))
    assert(not pcall(function() return 1 % 0 end))
    assert(not pcall(function() for i = 1, 10, 0 do end end))
    assert(not pcall(function() return 2^53 | 0.5 end))
    assert(math.mininteger // -1 == math.mininteger and math.mininteger % -1 == 0)
    error("done")
  end },
}

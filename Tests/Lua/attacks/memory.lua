-- Scripts that want all memory.
return {
  { "limit", "a text that doubles", function() local s = "x" while true do s = s .. s end end },
  { "limit", "a long chain of concatenations", function()
    local s, parts = ("x"):rep(1 << 20), {}
    for i = 1, 100 do parts[i] = "s" end
    load("local s = ... return " .. table.concat(parts, " .. "))(s)
  end },
  { "limit", "a table that grows", function() local t = {} while true do t[#t + 1] = { t } end end },
  { "limit", "a table with one far key after the other", function()
    local t, key = {}, 1
    while true do t[key] = key key = key + 7 end
  end },
  { "limit", "caught again and again", function()
    while true do pcall(function() local t = {} while true do t[#t + 1] = ("x"):rep(#t) end end) end
  end },
  { "limit", "suspended coroutines", function()
    local t = {}
    while true do
      local co = coroutine.create(function() coroutine.yield() end)
      coroutine.resume(co)
      t[#t + 1] = co
    end
  end },
  { "limit", "closures", function()
    local t = {}
    while true do
      local a, b, c = {}, {}, {}
      t[#t + 1] = function() return a, b, c end
    end
  end },
  { "limit", "a text repeated", function() return ("x"):rep(1 << 30) end },
  { "limit", "a text repeated with something between", function() return ("x"):rep(1 << 20, ("y"):rep(1000)) end },
  { "limit", "lists joined", function()
    local t = {}
    for i = 1, 1000 do t[i] = "x" end
    return table.concat(t, ("y"):rep(1 << 20))
  end },
  { "limit", "a replacement that is longer", function() return (("x"):rep(1 << 16):gsub("x", ("y"):rep(1 << 12))) end },
  { "limit", "a replacement made of captures", function()
    return (("x"):rep(1 << 14):gsub(".*", ("%0"):rep(1 << 14)))
  end },
  { "limit", "fields that are filled up", function()
    return string.pack(("c1000000"):rep(1000),
      table.unpack(setmetatable({}, { __index = function() return "" end }), 1, 1000))
  end },
  { "limit", "a stack that grows", function()
    local function deeper(...) return select("#", deeper(1, ...)) end
    while true do pcall(deeper) end
  end },
  { "error", "calls in each other", function() local function f() return 1 + f() end f() end },
  { "limit", "texts of the host", function()
    local keep = {}
    while true do keep[#keep + 1] = tostring(#keep):rep(1000) .. tostring({}) end
  end },
  { "limit", "a reader without end", function() return load(function() return ("x"):rep(1 << 16) end) end },
}

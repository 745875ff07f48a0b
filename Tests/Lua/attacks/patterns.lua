-- Searching that takes ages.
local letters = ("a"):rep(30000)

return {
  { "limit", "many stars", function() return letters:find(("a*"):rep(30) .. "b") end },
  { "limit", "many lazy repeats", function() return letters:match(("(.-)"):rep(20) .. "b") end },
  { "limit", "options", function() return ("a"):rep(60):match(("a?"):rep(60) .. ("a"):rep(60) .. "b") end },
  { "limit", "quoted parts", function() return ('"'):rep(300):find(('(".-")'):rep(4) .. "!") end },
  { "limit", "sets", function() return letters:gsub(("[ab]*[a-c]*"):rep(10) .. "$x", "") end },
  { "limit", "captures that come again", function() return letters:rep(3):find("(.*)(.*)%1%2b") end },
  { "limit", "parentheses that are never closed", function() return ("("):rep(1000000):find("%b()") end },
  { "limit", "a frontier everywhere", function()
    while true do letters:gsub("%f[a]a-%f[b]", "") end
  end },
  { "limit", "a long text that is almost there", function()
    return ("a"):rep(2000000):find(("a"):rep(1000000) .. "b", 1, true)
  end },
  { "limit", "almost there, as a pattern", function() return ("a"):rep(2000000):match(("a"):rep(1000000) .. "b") end },
  { "limit", "an iteration", function() for _ in letters:rep(100):gmatch(".-.-.-b") do end end },
  { "limit", "an iteration that is caught", function()
    for _ = 1, math.huge do pcall(string.gsub, letters, ".-.-.-.-b", "%1") end
  end },
  { "limit", "a callback that starts again", function()
    local function again(s) return (s:gsub(".", again)) end
    while true do pcall(again, "xy") end
  end },
  { "limit", "a callback that loops", function() return ("x"):gsub("x", function() while true do end end) end },
  { "limit", "a table that answers slowly", function()
    return letters:gsub("a", setmetatable({}, { __index = function() for i = 1, 1e9 do end end }))
  end },
  { "error", "patterns that are too much", function()
    for _, pattern in ipairs {
      ("("):rep(100), ("()"):rep(100), (".?"):rep(100000), ("a*"):rep(201), "%", "[", "[^", "[a-", "%f", "%b",
      "%bx", "(",
      "(()", ")x*", "%1", "(%1)", "[%", ("["):rep(100000), "%f[", ("%b()"):rep(1000) .. "%",
    } do
      pcall(string.find, letters, pattern)
      pcall(string.gsub, "()()", pattern, "%1%2%9")
      pcall(function() for _ in letters:gmatch(pattern) do return end end)
    end
    error("done")
  end },
}

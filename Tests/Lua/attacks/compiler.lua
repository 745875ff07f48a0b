-- Texts that are hard to compile.
local function nested(depth)
  local parts = {}
  for level = 1, depth do
    local names = {}
    for i = 1, 190 do names[i] = ("l%d_%d"):format(level, i) end
    parts[level] = "local " .. table.concat(names, ",") .. " local function f() "
  end
  return table.concat(parts)
end

return {
  { "limit", "names that are looked up through 190 functions", function()
    load(nested(190) .. ("x = 1 "):rep(2000000))
  end },
  { "limit", "pieces without end", function() load(function() return " " end) end },
  { "limit", "a reader that loops", function() load(function() while true do end end) end },
  { "limit", "comments without end", function() load(function() return "--" .. ("x"):rep(1000) .. "\n" end) end },
  { "limit", "compiling again and again", function() while true do pcall(load, ("x = 1 "):rep(1000)) end end },
  { "limit", "labels", function()
    local block = { "do " }
    for i = 1, 10000 do block[#block + 1] = ("::l%d::"):format(i) end
    block[#block + 1] = " end "
    local text = table.concat(block)
    while true do load(text) end
  end },
  { "error", "texts that are too deep", function()
    local n = 100000
    for _, text in ipairs {
      "return " .. ("("):rep(n), "return " .. ("{"):rep(n), ("function f() "):rep(n), ("do "):rep(n),
      ("while 1 do "):rep(n),
      "return " .. ("- "):rep(n) .. "1", "return " .. ("not "):rep(n) .. "1", "return " .. ("~"):rep(n) .. "1",
      "return " .. ("a.."):rep(n) .. "a", "return " .. ("a^"):rep(n) .. "a", "local a" .. ("<const>"):rep(n),
      "return " .. ("a{"):rep(n), "return " .. ("f("):rep(n), ("if x then "):rep(n), ("for i=1,2 do "):rep(n),
      ("repeat "):rep(n),
      ("goto a "):rep(n), "return " .. ("[["):rep(n), "return [" .. ("="):rep(n), "local " .. ("a,"):rep(n) .. "a",
      "return " .. ("function() return "):rep(n), ("::a::"):rep(n), "x = " .. ("a = "):rep(n),
      "return '" .. ("\\"):rep(n * 2 + 1),
    } do if load(text) then print("ESCAPED: compiled " .. text:sub(1, 20)) end end
    error("all refused")
  end },
  { "error", "many locals and upvalues", function()
    local names = {}
    for i = 1, 300 do names[i] = "a" .. i end
    local all = table.concat(names, ",")
    pcall(load, "local " .. all)
    pcall(load, "local function f(" .. all .. ") end")
    local parts = {}
    for part = 0, 1 do
      parts[#parts + 1] = "local " .. table.concat(names, ",", part * 150 + 1, part * 150 + 150)
        .. " local function f() "
    end
    load(table.concat(parts) .. "return function() return " .. all)
    local constants = {}
    for i = 1, 300000 do constants[i] = i + 0.5 end
    load("return {" .. table.concat(constants, ",") .. "}")()
    error("done")
  end },
}

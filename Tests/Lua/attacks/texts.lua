-- Functions of texts with absurd arguments.
local endless = setmetatable({}, { __tostring = function() while true do end end })

return {
  { "limit", "nothing, repeated", function() return (""):rep(math.maxinteger) end },
  { "limit", "nothing, with nothing between", function() return (""):rep(1 << 60, "") end },
  { "limit", "formats of many numbers", function()
    while true do
      pcall(string.format, ("%99.99f"):rep(250),
        table.unpack(setmetatable({}, { __index = function() return 1e308 end }), 1, 250))
    end
  end },
  { "limit", "a format that asks for a text", function() return ("%s%10s"):format(1, endless) end },
  { "limit", "codes of a long text", function()
    local text = utf8.char(0x10FFFF):rep(1000000)
    while true do
      utf8.len(text)
      utf8.offset(text, -1000000)
      pcall(utf8.codepoint, text, 1, -1)
      for _ in utf8.codes(text) do end
    end
  end },
  { "limit", "bytes of a long text", function()
    local text = ("x"):rep(900000)
    while true do pcall(string.char, text:byte(1, -1)) end
  end },
  { "limit", "layouts without end", function()
    local layout = ("i1"):rep(500000)
    while true do string.packsize(layout) pcall(string.unpack, layout, ("x"):rep(500000)) pcall(string.pack, layout) end
  end },
  { "limit", "long numbers",
    function() local s = ("9"):rep(5000000) while true do tonumber(s) tonumber(s, 36) end end },
  { "limit", "comparisons of long texts", function()
    local a, b = ("x"):rep(8000000) .. "a", ("x"):rep(8000000) .. "b"
    while true do local _ = a < b, a == b end
  end },
  { "limit", "dates", function() local format = ("%c"):rep(1000000) while true do os.date(format) end end },
  { "ok", "formats at the end of their buffer", function()
    for length = 800, 1200 do
      local before, long = ("x"):rep(length), ("y"):rep(length)
      assert(string.format(before .. "%5s|%-3s|%.2s%s", "a", "b", long, "c") == before .. "    a|b  |yyc")
      assert(string.format("%s%20s|%s%.1s", before, "a", long, long) == before .. (" "):rep(19) .. "a|" .. long .. "y")
    end
  end },
  { "error", "sizes that are absurd", function()
    for _, call in ipairs {
      { string.format, "%99999d", 1 }, { string.format, "%" .. ("0"):rep(1000) .. "d", 1 },
      { string.format, ("%d"):rep(100000), 1 },
      { string.format, "%99.99f", -1e308 }, { string.format, "%.99a", 0 / 0 }, { string.format, "%q", 0 / 0 },
      { string.format, "%q", {} }, { string.format, "%s", setmetatable({}, { __tostring = function() return 1 end }) },
      { string.format, "%s", setmetatable({}, { __name = 5 }) }, { string.format, "%99s", ("x"):rep(100000) },
      { string.format, "%.99s", "a\0b" }, { string.format, "%c%c", 256, -1 }, { string.format, "%" },
      { string.format, "%-+ #0" },
      { string.pack, "!17i17", 1 }, { string.pack, ("i16"):rep(100000) }, { string.pack, "Xc1" },
      { string.pack, "s1", ("x"):rep(300) },
      { string.pack, "i0", 1 }, { string.packsize, "c2147483647c2147483647" },
      { string.packsize, "!16" .. ("Xi16"):rep(100) .. "c2147483640i16" }, { string.unpack, "s8", ("\xff"):rep(8) },
      { string.unpack, "z", "abc" }, { string.unpack, "i16", ("\xff"):rep(15) .. "\1" },
      { string.unpack, "c2147483647", "x" },
      { string.unpack, "i4", "abcd", math.mininteger }, { string.unpack, "i4", "abcd", math.maxinteger },
      { utf8.char, -1, 1 << 40 }, { utf8.codepoint, ("\xf4"):rep(100), 1, -1 },
      { utf8.codepoint, "x", 1, math.maxinteger },
      { utf8.offset, "x", math.mininteger }, { utf8.offset, "x", math.maxinteger, 2 },
      { utf8.len, "\xff", math.mininteger },
      { string.byte, ("x"):rep(2000000), 1, -1 }, { string.byte, "x", math.mininteger, math.maxinteger },
      { string.sub, "x", math.mininteger, math.maxinteger }, { string.rep, "x", math.maxinteger },
      { string.rep, "xy", 1 << 62, "z" },
      { string.find, "x", "x", math.maxinteger }, { string.find, "x", "", math.mininteger },
      { string.gsub, "x", "", "", math.mininteger },
      { os.date, "%" }, { os.date, "%E" }, { os.date, "*t", math.maxinteger }, { os.date, "%\0" },
      { os.time, { year = 1 << 60 } },
      { math.random, 0, math.mininteger }, { math.random, math.mininteger, math.maxinteger }, { math.tointeger, "x" },
      { math.fmod, math.mininteger, -1 }, { math.fmod, 1, 0 }, { tonumber, "x", 99 }, { tostring },
    } do pcall(table.unpack(call)) end
    error("done")
  end },
}

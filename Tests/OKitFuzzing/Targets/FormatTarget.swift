import OKitLua

extension FuzzTarget {
  /// A line with a format, a layout or any text; lines with arguments, which are numbers where they look like it.
  public static let format = FuzzTarget(name: "format") {
    let free = try LuaPair(formatChunk, limits: LuaLimits(memory: 64 << 20, time: .seconds(20)))
    let bounded = try LuaPair(
      formatChunk, limits: LuaLimits(memory: 16 << 20, time: .seconds(1), instructions: 300_000))
    return { input in
      let (layout, rest) = input.splitLine()
      let texts = [Array(layout), Array(rest)]
      if isSmall(texts[0]), input.count <= 400 { try free.compare(texts) } else { try bounded.run(texts) }
    }
  }
}

/// Whether Lua's own functions answer it with texts that are not large, and that say nothing of addresses.
private func isSmall(_ layout: [UInt8]) -> Bool {
  let runs = layout.split { !(0x30...0x39).contains($0) }
  return runs.allSatisfy { $0.count <= 3 } && !layout.contains(UInt8(ascii: "p"))
}

private let formatChunk =
  LuaPair.notes + #"""
    local layout, rest = ...
    local arguments = {}
    for line in (rest .. "\n"):gmatch("(.-)\n") do
      if #arguments == 20 then break end
      arguments[#arguments + 1] = tonumber(line) or line
    end
    -- The reported one of two errors differs.
    local isRight, text = pcall(string.format, layout, table.unpack(arguments))
    lines[#lines + 1] = "format: " .. (isRight and shown(text) or "fails")
    try("pack", string.pack, layout, table.unpack(arguments))
    try("packsize", string.packsize, layout)
    try("unpack", string.unpack, layout, rest)
    try("unpack from", string.unpack, layout, rest, -3)
    try("concat", table.concat, arguments, layout, 1, 3)
    local first, second = math.tointeger(arguments[1]), math.tointeger(arguments[2])
    for _, text in ipairs { layout, rest } do
      try("len", utf8.len, text, first or 1, second or -1)
      try("len lax", utf8.len, text, 1, -1, true)
      try("offset", utf8.offset, text, first or 2, second)
      try("codepoint", utf8.codepoint, text, first or 1, second)
      for _, lax in ipairs { false, true } do
        -- okit always rejects invalid UTF-8; some versions of Lua accept unexpected continuation bytes.
        if utf8.len(text, 1, -1, lax) then
          try("codes", function() for at, code in utf8.codes(text, lax) do lines[#lines + 1] = shown(at, code) end end)
        end
      end
      try("sub", string.sub, text, first or 2, second)
      try("byte", string.byte, text, first or 1, second)
      try("reverse", string.reverse, text)
      try("upper", string.upper, text)
      try("lower", string.lower, text)
    end
    try("rep", string.rep, layout, #arguments, arguments[1])
    try("char", string.char, table.unpack(arguments))
    try("utf8 char", utf8.char, table.unpack(arguments))
    try("date", os.date, "!" .. layout, first or 86400)
    try("date table", function() for name, value in pairs(os.date("!*t", first)) do assert(type(name) == "string") \#
    end end)
    return answer()
    """#

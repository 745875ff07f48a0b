import OKitLua
import Testing

@testable import OKitFuzzing

/// `string.format` with long texts between and in what it writes does as a plain Lua does.
@Suite struct FormatTests {
  /// Gets a seed; makes formats that end near where a buffer is full.
  private static let chunk =
    LuaPair.notes + #"""
      local state = tonumber((...))
      local function random(most)
        state = (state * 1103515245 + 12345) % 2147483648
        return state // 65536 % most + 1
      end
      local lengths = { 0, 1, 5, 98, 99, 100, 200, 900, 1000, 1024, 1100, 3000 }
      local modifiers = { "", "5", "-20", "99", ".2", ".99", "-30.10", "." }
      local function length() return math.max(0, lengths[random(#lengths)] + random(7) - 4) end
      local function value(letter)
        if letter == "d" then return random(30000) - 15000 end
        if letter == "g" then return (random(30000) - 15000) / 7 end
        local kind = random(4)
        local text = ("y"):rep(length())
        if kind == 1 then return setmetatable({}, { __tostring = function() return ("%9s"):format(text) end }) end
        if kind == 2 then return #text end
        return text
      end
      for _ = 1, 100 do
        local parts, values = {}, {}
        for i = 1, random(6) do
          local letter = ({ "s", "s", "s", "d", "g", "q" })[random(6)]
          values[i] = value(letter)
          if letter == "q" and type(values[i]) == "table" then letter = "s" end
          local modifier = letter == "q" and "" or modifiers[random(#modifiers)]
          parts[#parts + 1] = ("x"):rep(length()) .. (random(9) == 1 and "%%" or "") .. "%" .. modifier .. letter
        end
        try("format", string.format, table.concat(parts, "-"), table.unpack(values))
      end
      return answer()
      """#

  @Test func manyFormats() throws {
    let pair = try LuaPair(Self.chunk, limits: LuaLimits(memory: 256 << 20, time: .seconds(600)))
    for _ in 1...20 {
      let seed = Int.random(in: 0..<(1 << 31))
      #expect(throws: Never.self, "seed \(seed)") { try pair.compare([Array("\(seed)".utf8)]) }
    }
  }
}

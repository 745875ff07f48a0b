import OKitLua

extension FuzzTarget {
  /// A line with a pattern, a line with a replacement, and a subject.
  public static let pattern = FuzzTarget(name: "pattern") {
    let free = try LuaPair(patternChunk, limits: LuaLimits(memory: 64 << 20, time: .seconds(20)))
    let bounded = try LuaPair(
      patternChunk, limits: LuaLimits(memory: 16 << 20, time: .seconds(1), instructions: 300_000))
    return { input in
      let (pattern, rest) = input.splitLine()
      let (replacement, subject) = Array(rest).splitLine()
      let texts = [pattern, replacement, subject].map(Array.init)
      if isQuick(texts[0], texts[2]), replacement.count <= 64 {
        try free.compare(texts)
      } else {
        try bounded.run(texts)
      }
    }
  }
}

/// Whether Lua's own matcher, which can take exponential time, finishes.
private func isQuick(_ pattern: [UInt8], _ subject: [UInt8]) -> Bool {
  let choices = pattern.count { "*+-?".utf8.contains($0) }
  return pattern.count <= 64 && subject.count <= (choices <= 2 ? 100 : 24) && choices <= 4
}

private let patternChunk =
  LuaPair.notes + #"""
    local pattern, replacement, subject = ...
    try("find", string.find, subject, pattern)
    try("find from the end", string.find, subject, pattern, -3)
    try("find plain", string.find, subject, pattern, 2, true)
    try("match", string.match, subject, pattern)
    try("match from", string.match, subject, pattern, 3)
    try("gsub", string.gsub, subject, pattern, replacement)
    try("gsub twice", string.gsub, subject, pattern, replacement, 2)
    try("gsub table", string.gsub, subject, pattern, { a = "<a>", b = 1, [replacement] = "<r>", [1] = false, [2] = \#
    2.5 })
    try("gsub function", string.gsub, subject, pattern, function(...)
      lines[#lines + 1] = "called: " .. shown(...)
      if #lines % 3 == 0 then return replacement end
    end)
    try("gmatch", function()
      for a, b in string.gmatch(subject, pattern) do lines[#lines + 1] = "found: " .. shown(a, b) end
    end)
    try("gmatch from", function()
      for a, b in string.gmatch(subject, pattern, 4) do lines[#lines + 1] = "found: " .. shown(a, b) end
    end)
    return answer()
    """#

extension LuaPair {
  /// The beginning of the chunks: `try(name, f, …)` notes what a call answers or how it fails, `answer()` gives all of
  /// it.
  static let notes = #"""
    local lines = {}
    local function shown(...)
      local parts = {}
      for i = 1, select("#", ...) do
        local value = select(i, ...)
        if type(value) == "string" then
          parts[i] = '"' .. value:gsub('[^%w%p ]', function(c) return "\\" .. c:byte() end) .. '"'
        elseif value ~= value then
          parts[i] = "nan"
        elseif type(value) == "table" then
          parts[i] = "table"
        else
          parts[i] = (math.type(value) or type(value)) .. " " .. tostring(value)
        end
      end
      return table.concat(parts, ", ")
    end
    local function try(name, f, ...)
      lines[#lines + 1] = name .. ": " .. shown(pcall(f, ...))
    end
    local function answer() return table.concat(lines, "\n") end

    """#
}

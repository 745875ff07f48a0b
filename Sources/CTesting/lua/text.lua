-- How values are printed (in messages on one line, in snapshots on many), how texts differ, and nearest names.

local format = string.format

-- A value in a message is cut here; the difference of two long texts is shown around where they part.
local BRIEF, AROUND = 160, 20

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true
    until while]]):gmatch("%a+") do
  KEYWORDS[word] = true
end

return function(kit)
  local values = kit.values
  local text = {}

  local ESCAPES = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ['"'] = '\\"', ["\\"] = "\\\\" }
  local function escape(byte) return ESCAPES[byte] or format("\\x%02X", byte:byte()) end

  local function quote(value)
    local class = utf8.len(value) and '[%c"\\]' or '[%c"\\\128-\255]'
    return '"' .. value:gsub(class, escape) .. '"'
  end

  local function number(value)
    if math.type(value) == "integer" then return format("%d", value) end
    if value ~= value then return "nan" end
    if value == math.huge or value == -math.huge then return value > 0 and "inf" or "-inf" end
    local digits = format("%.15g", value)
    if tonumber(digits) ~= value then digits = format("%.17g", value) end
    return digits:find("[.e]") and digits or digits .. ".0"
  end

  -- Addresses say nothing to a reader and differ from run to run.
  local function object(value)
    local printed = tostring(value):gsub("^(.-): 0x%x+$", "%1")
    return printed
  end

  local function key_name(key)
    if type(key) == "string" and key:find("^[%a_][%w_]*$") and not KEYWORDS[key] then return key end
    return nil
  end

  local function scalar(value)
    local kind = type(value)
    if kind == "string" then return quote(value) end
    if kind == "number" then return number(value) end
    if kind == "nil" or kind == "boolean" then return tostring(value) end
    return object(value)
  end

  -- Writes `value` in pieces; `indent` is nil for one line. Stops early once `budget` bytes are out.
  local function write(out, value, indent, open)
    local entries, count
    if not values.metamethod(value, "__tostring") then
      entries, count = values.list(value)
      if not entries and type(value) == "table" then entries = values.entries(value) end
    end
    local function put(piece)
      out[#out + 1] = piece
      out.size = out.size + #piece
    end
    if not entries then return put(scalar(value)) end
    if open[value] then return put("<cycle>") end
    local keys = not count and values.sorted_keys(entries)
    local total = count or #keys
    if total == 0 then return put("{}") end
    open[value] = true
    local inner = indent and indent .. "  "
    put(indent and "{\n" or "{ ")
    for i = 1, total do
      if out.size > out.budget then break end
      if inner then put(inner) elseif i > 1 then put(", ") end
      local key = i
      if keys then
        key = keys[i]
        put((key_name(key) or "[" .. scalar(key) .. "]") .. " = ")
      end
      write(out, entries[key], inner, open)
      if inner then put(",\n") end
    end
    put(indent and indent .. "}" or " }")
    open[value] = nil
  end

  -- The longest beginning of a text with at most `limit` bytes that splits no character.
  local function beginning(value, limit)
    while limit > 0 and (value:byte(limit + 1) or 0) & 0xC0 == 0x80 do limit = limit - 1 end
    return value:sub(1, limit)
  end

  --- A value on one line, cut where it gets long.
  function text.brief(value)
    local out = { size = 0, budget = BRIEF }
    write(out, value, nil, {})
    local line = table.concat(out)
    return #line <= BRIEF and line or beginning(line, BRIEF) .. "…"
  end

  --- A value on many lines, whole, the same whenever the value is the same.
  function text.serialize(value)
    local out = { size = 0, budget = math.huge }
    write(out, value, "", {})
    return table.concat(out)
  end

  --- Two unequal values for a message; long texts are shown from shortly before where they part.
  function text.pair(expected, actual)
    if type(expected) ~= "string" or type(actual) ~= "string" or #expected + #actual <= BRIEF then
      return text.brief(expected), text.brief(actual)
    end
    local same = 0
    while same < #expected and expected:byte(same + 1) == actual:byte(same + 1) do same = same + 1 end
    local skip = #beginning(expected, math.max(0, same - AROUND))
    if skip == 0 then return text.brief(expected), text.brief(actual) end
    return "…" .. text.brief(expected:sub(skip + 1)), "…" .. text.brief(actual:sub(skip + 1))
  end

  --- The next step of a path: `.name`, `[1]`, `["odd name"]`.
  function text.step(path, key)
    local name = key_name(key)
    if not name then return path .. "[" .. scalar(key) .. "]" end
    return path == "" and name or path .. "." .. name
  end

  local function lines_of(value)
    local lines = {}
    for line in (value .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
    return lines
  end

  -- For lines first…last of both: how long the longest common run of lines is from (i, j) on.
  local function common_table(old, new, first, old_last, new_last)
    local longest = {}
    for i = old_last + 1, first, -1 do
      longest[i] = {}
      for j = new_last + 1, first, -1 do
        if i > old_last or j > new_last then
          longest[i][j] = 0
        elseif old[i] == new[j] then
          longest[i][j] = longest[i + 1][j + 1] + 1
        else
          longest[i][j] = math.max(longest[i + 1][j], longest[i][j + 1])
        end
      end
    end
    return longest
  end

  --- The lines in which two texts differ (`-` expected, `+` got), each group under its line number in the expected
  --- text; and how many lines they are. Above 500 × 500 differing lines the middle is shown as one group.
  function text.line_diff(expected, actual)
    local old, new = lines_of(expected), lines_of(actual)
    local first, old_last, new_last = 1, #old, #new
    while first <= old_last and first <= new_last and old[first] == new[first] do first = first + 1 end
    while old_last >= first and new_last >= first and old[old_last] == new[new_last] do
      old_last, new_last = old_last - 1, new_last - 1
    end
    local small = (old_last - first + 1) * (new_last - first + 1) <= 250000
    local longest = small and common_table(old, new, first, old_last, new_last)
    local out, changed, header = {}, 0, nil
    local function put(sign, line, at)
      if not header then
        header = at
        out[#out + 1] = format("line %d:", at)
      end
      changed = changed + 1
      out[#out + 1] = sign .. " " .. line
    end
    local i, j = first, first
    while i <= old_last or j <= new_last do
      if i <= old_last and j <= new_last and old[i] == new[j] then
        i, j, header = i + 1, j + 1, nil
      elseif i <= old_last and (j > new_last or not longest or longest[i + 1][j] >= longest[i][j + 1]) then
        put("-", old[i], i)
        i = i + 1
      else
        put("+", new[j], i)
        j = j + 1
      end
    end
    return out, changed
  end

  --- ` (did you mean "x"?)` for the candidate that is near enough to be meant, else an empty text.
  function text.hint(name, candidates)
    local hint = kit.host.nearest(name, candidates)
    return hint and format(" (%s)", hint) or ""
  end

  return text
end

-- Describes values at a prompt and completes names. `host` knows the host's own objects.
return function(host)
  local getmetatable, next, pairs, pcall, rawget, rawlen, rawset, select, tostring, type =
    getmetatable, next, pairs, pcall, rawget, rawlen, rawset, select, tostring, type
  local math_type, concat, sort, globals = math.type, table.concat, table.sort, _G
  local find, format, gsub, sub, byte = string.find, string.format, string.gsub, string.sub, string.byte

  -- The limits of the description of a value.
  local DEPTH, ENTRIES, TOTAL, TEXT, WIDTH = 4, 60, 400, 2000, 72

  -- Values --------------------------------------------------------------------------------------------------------

  local escapes = { ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r", ['"'] = '\\"', ["\\"] = "\\\\" }

  local function quoted(text)
    local shown = #text > TEXT and sub(text, 1, TEXT) or text
    shown = gsub(shown, '[%c"\\\127]', function(char) return escapes[char] or format("\\%03d", byte(char)) end)
    return '"' .. shown .. '"' .. (#text > TEXT and format(" … (%d bytes)", #text) or "")
  end

  local keywords = {}
  for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true "
    .. "until while"):gmatch("%a+") do keywords[word] = true end

  local function is_name(key) return type(key) == "string" and find(key, "^[%a_][%w_]*$") and not keywords[key] end

  local ranks = { number = 1, string = 2, boolean = 3 }

  local function before(a, b)
    local rank_a, rank_b = ranks[type(a)] or 4, ranks[type(b)] or 4
    if rank_a ~= rank_b then return rank_a < rank_b end
    if rank_a <= 2 then return a < b end
    return tostring(a) < tostring(b)
  end

  local show

  local function show_table(value, state, depth, indent)
    if state.path[value] then return "<cycle>" end
    if next(value) == nil then return "{}" end
    if depth > DEPTH then return "{…}" end
    state.path[value] = true
    local length, keys, parts, width = rawlen(value), {}, {}, 0
    local function add(text)
      parts[#parts + 1] = text
      width = width + #text + 2
      state.left = state.left - 1
    end
    local count, inner = 0, indent .. "  "
    for i = 1, length do
      if count == ENTRIES or state.left <= 0 then break end
      count = count + 1
      add(show(rawget(value, i), state, depth + 1, inner))
    end
    local total = 0
    for key in next, value do
      total = total + 1
      if not (math_type(key) == "integer" and key >= 1 and key <= length) then keys[#keys + 1] = key end
    end
    sort(keys, before)
    for _, key in pairs(keys) do
      if count == ENTRIES or state.left <= 0 then break end
      count = count + 1
      local name = is_name(key) and key or "[" .. show(key, state, DEPTH + 1, inner) .. "]"
      add(name .. " = " .. show(rawget(value, key), state, depth + 1, inner))
    end
    if total > count then add(format("… %d more", total - count)) end
    state.path[value] = nil
    local line = concat(parts, ", ")
    if width + #indent <= WIDTH and not find(line, "\n", 1, true) then return "{ " .. line .. " }" end
    return "{\n" .. inner .. concat(parts, ",\n" .. inner) .. "\n" .. indent .. "}"
  end

  function show(value, state, depth, indent)
    local kind = type(value)
    if kind == "string" then return quoted(value) end
    if kind == "userdata" then return host.describe(value) or tostring(value) end
    if kind ~= "table" then return tostring(value) end
    local meta = getmetatable(value)
    -- A value with a protected metatable may still have a name.
    if meta == false or type(meta) == "table" and rawget(meta, "__tostring") ~= nil then
      local ok, text = pcall(tostring, value)
      -- One that only says where the table is, tells less than what is in it.
      if ok and not find(text, format("%p", value), 1, true) then return text end
    end
    return show_table(value, state, depth, indent)
  end

  -- Runs what was typed; its first result is the global `_` afterwards. Answers a text for each result.
  local function run(chunk)
    local function collect(...)
      local texts = {}
      if select("#", ...) > 0 then rawset(globals, "_", (...)) end
      for i = 1, select("#", ...) do
        texts[i] = show((select(i, ...)), { path = {}, left = TOTAL }, 1, "")
      end
      return texts
    end
    return collect(chunk())
  end

  -- Names ---------------------------------------------------------------------------------------------------------

  local function names_of(value, only_functions)
    local names = {}
    local function add(name, member)
      if is_name(name) and (not only_functions or type(member) == "function") then names[#names + 1] = name end
    end
    if type(value) == "userdata" then
      for _, name in pairs(host.members(value, only_functions)) do add(name, print) end
      return names
    end
    if type(value) == "string" then value = string end
    for _ = 1, 10 do
      if type(value) ~= "table" then break end
      local class = host.class_members(value)
      if class then
        for _, name in pairs(class) do add(name, print) end
      end
      for name, member in next, value do add(name, member) end
      local meta = getmetatable(value)
      value = type(meta) == "table" and rawget(meta, "__index") or nil
    end
    return names
  end

  -- The names that may follow a path of names and numbers, without calling anything but what reading a member calls.
  local function complete(path, only_functions)
    if #path == 0 then
      local names = names_of(globals, false)
      for word in pairs(keywords) do names[#names + 1] = word end
      return names
    end
    if #path == 2 and path[1] == "okit" and path[2] == "app" then return host.application end
    local value = rawget(globals, path[1])
    for i = 2, #path do
      local ok, member = pcall(function() return value[path[i]] end)
      if not ok then return {} end
      value = member
    end
    local names = names_of(value, only_functions)
    -- The module makes it when it is read.
    if #path == 1 and path[1] == "okit" and not only_functions then names[#names + 1] = "app" end
    return names
  end

  return run, complete
end

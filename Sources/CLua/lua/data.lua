-- `okit.json` and `okit.url`, in applications and in tests. Texts and tables only: nothing here knows models.
return function(host)
  local byte, char, find, format, gsub, match, sub = string.byte, utf8.char, string.find, string.format, string.gsub,
    string.match, string.sub
  local concat, sort, tointeger, length = table.concat, table.sort, math.tointeger, utf8.len
  local getmetatable, next, pairs, setmetatable, tonumber, tostring, type =
    getmetatable, next, pairs, setmetatable, tonumber, tostring, type
  local huge = math.huge
  local fail, unknown = host.fail, host.unknown

  -- Fails where an option does not exist.
  local function check_options(options, names, what, class)
    if type(options) ~= "table" then fail("lua.argument", what .. " needs a table, got " .. type(options)) end
    for name in pairs(options) do
      if not names[name] then unknown(what, "option", tostring(name), class) end
    end
  end

  local function check_text(text, what)
    if type(text) ~= "string" then fail("lua.argument", what .. " needs a string, got " .. type(text)) end
  end

  -- Options after the only argument would be lost. Other values may be those that a caller passes to any function.
  local function check_last(surplus, what)
    if type(surplus) == "table" then fail("lua.argument", what .. " takes one argument, and no table after it") end
  end

  -- The nesting that other readers and writers of JSON in okit accept, too.
  local maximum_depth = 512

  local json = {}
  json.null = setmetatable({}, {
    __metatable = false, __name = "JSON null", __tostring = function() return "null" end,
    __index = function() fail("lua.object", "okit.json.null has no fields") end,
    __newindex = function() fail("lua.object", "okit.json.null cannot be changed") end,
  })
  local null = json.null

  -- The tables that are arrays also when they are empty.
  local arrays = setmetatable({}, { __mode = "k" })

  function json.array(elements, surplus)
    check_last(surplus, "okit.json.array")
    if elements == nil then elements = {} end
    if type(elements) ~= "table" then
      fail("lua.argument", "okit.json.array needs a table of elements, got " .. type(elements))
    end
    arrays[elements] = true
    return elements
  end

  -- An empty list from the host has a metatable of this name.
  local function is_array(elements)
    local meta = getmetatable(elements)
    return arrays[elements] or type(meta) == "table" and meta.__name == "JSON array"
  end

  -- Reading -------------------------------------------------------------------------------------------------------

  local escapes = {
    ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
  }

  local function decode(text, what)
    check_text(text, what)
    local position, depth = 1, 0

    local function problem(message, at)
      at = at or position
      local line, start = 1, 1
      while true do
        local stop = find(text, "\n", start, true)
        if not stop or stop >= at then break end
        line, start = line + 1, stop + 1
      end
      local column = (length(text, start, at - 1) or at - start) + 1
      fail("json.syntax", format("%s: line %d, column %d: %s", what, line, column, message))
    end

    local _, invalid = length(text)
    if invalid then problem("the text is not UTF-8", invalid) end

    local function found()
      if position > #text then return "the end of the text" end
      return '"' .. sub(text, position, (utf8.offset(text, 2, position) or #text + 1) - 1) .. '"'
    end

    local function skip() position = find(text, "[^ \t\r\n]", position) or #text + 1 end

    local function hexadecimal(at)
      local digits = match(text, "^%x%x%x%x", at)
      if not digits then problem("expected four hexadecimal digits after \\u", at) end
      return tonumber(digits, 16)
    end

    -- Reads a string from its quote on.
    local function string_value()
      local opening = position
      local stop = find(text, '["\\%c]', opening + 1)
      if stop and byte(text, stop) == 34 then
        position = stop + 1
        return sub(text, opening + 1, stop - 1)
      end
      local parts, start = {}, opening + 1
      while true do
        stop = find(text, '["\\%c]', start)
        if not stop then problem("the string is not closed", opening) end
        parts[#parts + 1] = sub(text, start, stop - 1)
        local letter = byte(text, stop)
        if letter == 34 then
          position = stop + 1
          return concat(parts)
        elseif letter == 92 then
          local escape = sub(text, stop + 1, stop + 1)
          start = stop + 2
          if escape == "u" then
            local code = hexadecimal(start)
            start = start + 4
            if code >= 0xD800 and code < 0xDC00 and sub(text, start, start + 1) == "\\u" then
              local low = hexadecimal(start + 2)
              if low >= 0xDC00 and low < 0xE000 then
                code, start = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00), start + 6
              end
            end
            if code >= 0xD800 and code < 0xE000 then
              problem("half of a character, which the other half has to follow", stop)
            end
            parts[#parts + 1] = char(code)
          else
            if not escapes[escape] then problem("unknown escape; a backslash is \\\\", stop) end
            parts[#parts + 1] = escapes[escape]
          end
        elseif letter == 127 then
          parts[#parts + 1], start = "\127", stop + 1
        else
          problem("a string needs an escape such as \\n for a control character", stop)
        end
      end
    end

    local function number_value()
      local whole, fraction, exponent = match(text, "^(-?%d+)(%.?%d*)([eE]?[+-]?%d*)", position)
      if not whole then problem("expected a value, found " .. found()) end
      if find(whole, "^-?0%d") then problem("a number cannot begin with 0") end
      if fraction ~= "" and not find(fraction, "%d") then problem("expected digits after the decimal point") end
      if exponent ~= "" and not find(exponent, "^[eE][+-]?%d+$") then problem("expected a number") end
      local number = tonumber(whole .. fraction .. exponent)
      if number == huge or number == -huge then problem("the number is too large") end
      position = position + #whole + #fraction + #exponent
      return number
    end

    local value

    local function array_value()
      local result, count = json.array(), 0
      position = position + 1
      skip()
      if byte(text, position) == 93 then
        position = position + 1
        return result
      end
      while true do
        count = count + 1
        result[count] = value()
        skip()
        local letter = byte(text, position)
        if letter ~= 44 and letter ~= 93 then problem('expected "," or "]", found ' .. found()) end
        position = position + 1
        if letter == 93 then return result end
      end
    end

    local function object_value()
      local result = {}
      position = position + 1
      skip()
      if byte(text, position) == 125 then
        position = position + 1
        return result
      end
      while true do
        skip()
        if byte(text, position) ~= 34 then problem("expected a key in quotes, found " .. found()) end
        local at = position
        local key = string_value()
        if result[key] ~= nil then problem('duplicate key "' .. key .. '"', at) end
        skip()
        if byte(text, position) ~= 58 then problem('expected ":", found ' .. found()) end
        position = position + 1
        result[key] = value()
        skip()
        local letter = byte(text, position)
        if letter ~= 44 and letter ~= 125 then problem('expected "," or "}", found ' .. found()) end
        position = position + 1
        if letter == 125 then return result end
      end
    end

    function value()
      skip()
      local letter = byte(text, position)
      if letter == 34 then return string_value() end
      if letter == 123 or letter == 91 then
        depth = depth + 1
        if depth > maximum_depth then problem("nested deeper than " .. maximum_depth .. " levels") end
        local result
        if letter == 123 then result = object_value() else result = array_value() end
        depth = depth - 1
        return result
      end
      local word = match(text, "^%a+", position)
      if word == "true" or word == "false" or word == "null" then
        position = position + #word
        if word == "null" then return null end
        return word == "true"
      end
      return number_value()
    end

    local result = value()
    skip()
    if position <= #text then problem("expected the end of the text, found " .. found()) end
    return result
  end

  function json.decode(text, surplus)
    check_last(surplus, "okit.json.decode")
    return decode(text, "okit.json.decode")
  end

  -- Writing -------------------------------------------------------------------------------------------------------

  local escaped = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
  for code = 0, 31 do
    local letter = char(code)
    escaped[letter] = escaped[letter] or format("\\u%04X", code)
  end

  -- `form` is what the text is for.
  local function number_text(number, form, problem)
    if tointeger(number) and math.type(number) == "integer" then return tostring(number) end
    if number ~= number then problem("NaN (0/0), which has no form in " .. form) end
    if number == huge or number == -huge then
      problem((number > 0 and "" or "-") .. "infinity, which has no form in " .. form)
    end
    local text = format("%.15g", number)
    if tonumber(text) ~= number then text = format("%.16g", number) end
    if tonumber(text) ~= number then text = format("%.17g", number) end
    return find(text, "^-?%d+$") and text .. ".0" or text
  end

  local encode_names = { pretty = true }

  function json.encode(root, options)
    local what = "okit.json.encode"
    if options ~= nil then check_options(options, encode_names, what, "okit.JSONOptions") end
    local pretty = options and options.pretty
    if pretty ~= nil and type(pretty) ~= "boolean" then
      fail("lua.argument", what .. ": pretty needs a boolean, got " .. type(pretty))
    end
    local parts, path, depth = {}, {}, 0

    local function problem(message)
      local place = "value"
      for index = 1, depth do
        local key = path[index]
        if type(key) == "number" then
          place = place .. "[" .. tostring(key) .. "]"
        elseif find(key, "^[%a_][%w_]*$") then
          place = place .. "." .. key
        else
          place = place .. format("[%q]", key)
        end
      end
      fail("lua.value", what .. ": " .. place .. " is " .. message)
    end

    local function add(text) parts[#parts + 1] = text end

    local function string_text(text)
      if not length(text) then problem("a string that is not UTF-8") end
      return '"' .. gsub(text, '["\\%c]', escaped) .. '"'
    end

    local value

    local function line() if pretty then add("\n" .. ("  "):rep(depth)) end end

    local function elements(table, count)
      add "["
      depth = depth + 1
      for index = 1, count do
        if index > 1 then add "," end
        path[depth] = index
        line()
        value(table[index])
      end
      depth = depth - 1
      if count > 0 then line() end
      add "]"
    end

    local function members(table, keys)
      sort(keys)
      add "{"
      depth = depth + 1
      for index, key in ipairs(keys) do
        if index > 1 then add "," end
        path[depth] = key
        line()
        add(string_text(key))
        add(pretty and ": " or ":")
        value(table[key])
      end
      depth = depth - 1
      if #keys > 0 then line() end
      add "}"
    end

    local function table_text(table)
      if getmetatable(table) == false then problem("an object of okit; pass its fields in a table") end
      if depth >= maximum_depth then
        fail("json.depth", what .. ": nested deeper than " .. maximum_depth .. " levels; does a table contain itself?")
      end
      local count, keys, others, first = 0, {}, 0, nil
      for key in next, table do
        if math.type(key) == "integer" and key > 0 then
          count = count + 1
        elseif type(key) == "string" then
          keys[#keys + 1] = key
        else
          others, first = others + 1, key
        end
      end
      if others > 0 then problem("a table with the key " .. tostring(first) .. "; keys are strings, or 1, 2, 3 …") end
      if count == 0 and not (is_array(table) and #keys == 0) then return members(table, keys) end
      if #keys > 0 then problem('a table with elements and with the key "' .. keys[1] .. '"') end
      for index = 1, count do
        if rawget(table, index) == nil then
          problem("a list without the element " .. index .. "; use okit.json.null in its place")
        end
      end
      elements(table, count)
    end

    function value(item)
      local kind = type(item)
      if kind == "string" then
        add(string_text(item))
      elseif kind == "number" then
        add(number_text(item, "JSON", problem))
      elseif kind == "boolean" then
        add(tostring(item))
      elseif item == null then
        add "null"
      elseif kind == "table" then
        table_text(item)
      elseif kind == "nil" then
        problem("nil; use okit.json.null")
      else
        problem("a " .. kind .. (kind == "userdata" and " (" .. tostring(item) .. ")" or "")
          .. "; JSON has strings (date.formatISO), numbers, booleans, tables and okit.json.null")
      end
    end

    value(root)
    return concat(parts)
  end

  -- URLs ----------------------------------------------------------------------------------------------------------

  local url = {}

  local function percent(letter) return format("%%%02X", byte(letter)) end

  local function encoded(text) return (gsub(text, "[^A-Za-z0-9%-._~]", percent)) end

  function url.encode(text, surplus)
    check_last(surplus, "okit.url.encode")
    check_text(text, "okit.url.encode")
    return encoded(text)
  end

  function url.decode(text, surplus)
    check_last(surplus, "okit.url.decode")
    check_text(text, "okit.url.decode")
    local at = find(text, "%", 1, true)
    while at do
      if not find(text, "^%x%x", at + 1) then
        fail("net.url", format("okit.url.decode: column %d: expected two hexadecimal digits after %%", at))
      end
      at = find(text, "%", at + 3, true)
    end
    return (gsub(text, "%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
  end

  local function part_text(part, what)
    local kind = type(part)
    if part == null then fail("lua.argument", what .. " is null; leave it out, or use an empty text") end
    if kind == "string" or kind == "boolean" or math.type(part) == "integer" then return tostring(part) end
    if kind == "number" then
      return number_text(part, "a URL", function(message) fail("net.url", what .. " is " .. message) end)
    end
    fail("lua.argument", what .. " needs a string, a number or a boolean, got " .. kind)
  end

  -- Fails for what has no place in a URL: names in a list, and what follows a nil.
  local function check_list(list, what)
    local last = 0
    for index in ipairs(list) do last = index end
    for key in pairs(list) do
      if math.type(key) ~= "integer" or key < 1 or key > last then
        fail("lua.argument", what .. " needs a list without holes, got the key " .. tostring(key))
      end
    end
  end

  local function query_parts(query, what)
    local names, parts = {}, {}
    for name in pairs(query) do
      if type(name) ~= "string" then
        fail("lua.argument", what .. ": query needs names, such as { page = 2 }, got the key " .. tostring(name))
      end
      names[#names + 1] = name
    end
    sort(names)
    for _, name in ipairs(names) do
      local values, place = query[name], what .. ": query." .. name
      if type(values) ~= "table" or values == null then values = { values } end
      check_list(values, place)
      for _, value in ipairs(values) do parts[#parts + 1] = encoded(name) .. "=" .. encoded(part_text(value, place)) end
    end
    return parts
  end

  local build_names = { base = true, path = true, query = true }

  function url.build(options, surplus)
    local what = "okit.url.build"
    check_last(surplus, what)
    check_options(options, build_names, what, "okit.URLParts")
    check_text(options.base, what .. ": base")
    if not find(options.base, "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#%s]") or find(options.base, "[%s%c]") then
      fail("net.url", format("%s: \"%s\" is not a base such as https://example.org/api", what, options.base))
    end
    local base, query, fragment = match(options.base, "^([^?#]*)(%??[^#]*)(#?.*)$")
    if options.path ~= nil then
      if type(options.path) ~= "table" then
        fail("lua.argument", what .. ": path needs a list such as { \"films\", 7 }, got " .. type(options.path))
      end
      check_list(options.path, what .. ": path")
      base = gsub(base, "/$", "")
      for index, part in ipairs(options.path) do
        local text = part_text(part, what .. ": path[" .. index .. "]")
        if text == "." or text == ".." then
          fail("net.url", format("%s: path[%d] is \"%s\", which leads to another folder", what, index, text))
        end
        base = base .. "/" .. encoded(text)
      end
    end
    if options.query ~= nil then
      if type(options.query) ~= "table" then
        fail("lua.argument", what .. ": query needs a table such as { page = 2 }, got " .. type(options.query))
      end
      local parts = concat(query_parts(options.query, what), "&")
      local joint = #query > 1 and "&" or "?"
      if parts ~= "" then query = (query == "?" and "" or query) .. joint .. parts end
    end
    return base .. query .. fragment
  end

  -- The two tables ------------------------------------------------------------------------------------------------

  local tables = { json = json, url = url }
  for name, functions in pairs(tables) do
    setmetatable(functions, {
      __metatable = false,
      __index = function(_, member) unknown("okit." .. name, "member", tostring(member), "okit." .. name) end,
    })
  end

  function tables.query(query, what) return concat(query_parts(query, what), "&") end

  -- The body of a response of `okit.fetch`.
  function tables.body(response)
    if type(response) ~= "table" or type(response.body) ~= "string" then
      fail("lua.argument", "call it with a colon: response:json()")
    end
    return decode(response.body, "response:json()")
  end

  return function(name) return tables[name] end
end

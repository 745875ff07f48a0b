-- What `okit.fetch` sends: the query and the content of a request. And `okit.events`, which reads server-sent events.
local byte, concat, error, find, format, gsub, ipairs, match, pairs, pcall, sort, sub, tonumber, tostring, type =
  string.byte, table.concat, error, string.find, string.format, string.gsub, ipairs, string.match, pairs, pcall,
  table.sort, string.sub, tonumber, tostring, type

return function(host) return function(okit, data, fetch_stream)
  local fail, unknown = host.fail, host.unknown
  local functions = {}

  -- Content -------------------------------------------------------------------------------------------------------

  local content_types = {
    json = "application/json", form = "application/x-www-form-urlencoded", multipart = "multipart/form-data",
  }
  local write = {}

  function write.json(value) return data("json").encode(value) end

  function write.form(fields) return data("query")(fields, "okit.fetch: form") end

  -- As browsers write the name of a field (WHATWG HTML, section 4.10.22.8).
  local function quoted(text)
    return '"' .. gsub(text, '[\r\n"]', { ["\r"] = "%0D", ["\n"] = "%0A", ['"'] = "%22" }) .. '"'
  end

  local part_names = { body = true, name = true, type = true }

  -- Returns the header and the content of a part.
  local function part_of(name, part)
    local what = "okit.fetch: multipart." .. name
    local head = "Content-Disposition: form-data; name=" .. quoted(name)
    if type(part) ~= "table" then
      if type(part) ~= "string" and type(part) ~= "number" and type(part) ~= "boolean" then
        local expected = "%s needs a string, a number, a boolean or { body = … }, got %s"
        fail("lua.argument", format(expected, what, type(part)))
      end
      return head .. "\r\n\r\n", tostring(part)
    end
    for key in pairs(part) do
      if not part_names[key] then unknown(what, "option", tostring(key), "okit.RequestPart") end
    end
    for key in pairs(part_names) do
      if type(part[key]) ~= "string" and (key == "body" or part[key] ~= nil) then
        fail("lua.argument", format("%s: %s needs a string, got %s", what, key, type(part[key])))
      end
    end
    if part.name then head = head .. "; filename=" .. quoted(part.name) end
    if part.type and find(part.type, "%c") then
      fail("net.request", what .. ": type has a line break or another control character")
    end
    local kind = part.type or part.name and "application/octet-stream"
    return head .. (kind and "\r\nContent-Type: " .. kind or "") .. "\r\n\r\n", part.body
  end

  function write.multipart(fields)
    local names, parts = {}, {}
    for name in pairs(fields) do
      if type(name) ~= "string" then
        fail("lua.argument", "okit.fetch: multipart needs names, such as { title = \"Dune\" }, got " .. tostring(name))
      end
      names[#names + 1] = name
    end
    sort(names)
    for index, name in ipairs(names) do
      local head, body = part_of(name, fields[name])
      parts[index] = head .. body
    end
    local all, number, boundary = concat(parts, "\r\n"), 0, "okit-part"
    while find(all, boundary, 1, true) do
      number = number + 1
      boundary = "okit-part-" .. number
    end
    local separator = "--" .. boundary
    for index, part in ipairs(parts) do parts[index] = separator .. "\r\n" .. part .. "\r\n" end
    return concat(parts) .. separator .. "--\r\n", content_types.multipart .. "; boundary=" .. boundary
  end

  local function has_type(headers)
    for name in pairs(headers) do
      if type(name) == "string" and name:lower() == "content-type" then return true end
    end
    return false
  end

  -- Returns options of `okit.fetch` with the query in the URL, and the content as the body and its type.
  function functions.prepared(options)
    local copy, given = {}, nil
    for name, value in pairs(options) do copy[name] = value end
    for _, name in ipairs { "body", "json", "form", "multipart" } do
      if options[name] ~= nil then
        if given then fail("lua.argument", format("okit.fetch: pass either %s or %s", given, name)) end
        given = name
      end
    end
    if options.query ~= nil then
      if type(options.query) ~= "table" then
        fail("lua.argument", "okit.fetch: query needs a table such as { page = 2 }, got " .. type(options.query))
      end
      local text = data("query")(options.query, "okit.fetch")
      if type(options.url) == "string" and text ~= "" then
        local base, fragment = match(options.url, "^([^#]*)(.*)$")
        local joint = not find(base, "?", 1, true) and "?" or find(base, "[?&]$") and "" or "&"
        copy.url = base .. joint .. text .. fragment
      end
      copy.query = nil
    end
    if given and given ~= "body" then
      if given ~= "json" and type(options[given]) ~= "table" then
        fail("lua.argument", format("okit.fetch: %s needs a table, got %s", given, type(options[given])))
      end
      local body, kind = write[given](options[given])
      copy[given], copy.body = nil, body
      if options.headers == nil then
        copy.headers = { ["Content-Type"] = kind or content_types[given] }
      elseif type(options.headers) == "table" and not has_type(options.headers) then
        copy.headers = { ["Content-Type"] = kind or content_types[given] }
        for name, value in pairs(options.headers) do copy.headers[name] = value end
      end
    end
    return copy
  end

  -- Events --------------------------------------------------------------------------------------------------------

  local event_options = { headers = "table", credentials = "boolean", lastEventId = "string", owner = "any" }

  -- Failures after which the stream is connected again.
  local temporary = {
    ["net.unreachable"] = true, ["net.timeout"] = true, ["net.response"] = true, ["net.failed"] = true,
  }

  local function check(url, fn, options)
    if type(url) ~= "string" then fail("lua.argument", "okit.events needs a URL, got " .. type(url)) end
    host.check_url("okit.events", url)
    if type(fn) ~= "function" then fail("lua.argument", "okit.events needs a function, got " .. type(fn)) end
    if type(options) ~= "table" then
      fail("lua.argument", "okit.events: options must be a table, got " .. type(options))
    end
    for name, value in pairs(options) do
      local expected = event_options[name]
      if not expected then unknown("okit.events", "option", tostring(name), "okit.EventOptions") end
      if expected ~= "any" and type(value) ~= expected then
        fail("lua.argument", format("okit.events: %s needs a %s, got %s", name, expected, type(value)))
      end
    end
    for name, value in pairs(options.headers or {}) do
      if type(name) ~= "string" or type(value) ~= "string" then
        local given = type(name) == "string" and "headers." .. name or "headers"
        fail("lua.argument", format("okit.events: %s needs names and strings, got %s", given,
          type(type(name) == "string" and value or name)))
      end
    end
    if find(options.lastEventId or "", "%c") then
      fail("lua.argument", "okit.events: lastEventId has a line break or another control character")
    end
  end

  -- Returns a function that gets the parts of a stream and calls `fn` for each event (WHATWG HTML, section 9.2.6).
  local function parser(stream, fn, owner)
    local rest, lines, kind, is_first = "", {}, nil, true
    -- That of the event that is read; a stream that breaks in the middle of one sends it again.
    local id = stream.id

    local function read(line, events)
      if line == "" then
        stream.id = id
        if #lines > 0 then
          events[#events + 1] = { type = kind or "message", data = concat(lines, "\n"), id = stream.id }
        end
        lines, kind = {}, nil
        return
      end
      local field, value = match(line, "^([^:]*):? ?(.*)$")
      if field == "data" then
        lines[#lines + 1] = value
      elseif field == "event" then
        kind = value ~= "" and value or nil
      elseif field == "id" then
        if not find(value, "\0", 1, true) then id = value end
      elseif field == "retry" and find(value, "^%d+$") then
        stream.retry = tonumber(value) / 1000
      end
    end

    return function(part)
      rest = rest .. part
      if is_first and #rest >= 3 then
        is_first = false
        rest = gsub(rest, "^\xEF\xBB\xBF", "")
      end
      local events, start = {}, 1
      while true do
        local at = find(rest, "[\r\n]", start)
        -- The rest of a line end may follow.
        if not at or at == #rest and byte(rest, at) == 13 then break end
        read(sub(rest, start, at - 1), events)
        start = at + (sub(rest, at, at + 1) == "\r\n" and 2 or 1)
      end
      rest = sub(rest, start)
      -- Each is a turn of its own, so that one that fails takes nothing back of the others.
      for index = 2, #events do
        okit.after(0, function() fn(events[index]) end, { history = false, owner = owner })
      end
      if events[1] then fn(events[1]) end
    end
  end

  function functions.events(url, fn, options)
    options = options or {}
    check(url, fn, options)
    local stream = { id = options.lastEventId or "", retry = 3 }
    return okit.after(0, function()
      while true do
        local headers = { Accept = "text/event-stream", ["Last-Event-ID"] = stream.id ~= "" and stream.id or nil }
        for name, value in pairs(options.headers or {}) do headers[name] = value end
        local ok, answer = pcall(fetch_stream, {
          url = url, headers = headers, credentials = options.credentials, timeout = 60,
          onData = parser(stream, fn, options.owner),
        })
        if not ok and not temporary[answer.code] then error(answer, 0) end
        if ok and answer.status == 204 then return end
        if ok and answer.status >= 300 and answer.status < 500 and answer.status ~= 429 then
          fail("net.response", format("okit.events: %s has answered with the status %d", url, answer.status))
        end
        okit.sleep(stream.retry)
      end
    end, { history = false, owner = options.owner })
  end

  return functions
end end

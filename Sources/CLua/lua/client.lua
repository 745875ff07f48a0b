-- `okit.client`: requests to one service, with its URL, headers, JSON, repeated attempts and kept responses.
return function(host)
  local find, format, gmatch, lower, match, sub = string.find, string.format, string.gmatch,
    string.lower, string.match, string.sub
  local concat, length, math_type, max, min = table.concat, utf8.len, math.type, math.max, math.min
  local error, ipairs, pairs, pcall, setmetatable, tostring, type =
    error, ipairs, pairs, pcall, setmetatable, tostring, type
  local fail, keep_frame, unknown = host.fail, host.keep_frame, host.unknown

  local function check_options(options, names, what, class)
    if type(options) ~= "table" then fail("lua.argument", what .. " needs a table, got " .. type(options)) end
    for name in pairs(options) do
      if not names[name] then unknown(what, "option", tostring(name), class) end
    end
  end

  local function refuse(what, expected, value)
    local got = (type(value) == "number" or type(value) == "boolean") and tostring(value)
      or type(value) == "string" and format('"%s"', value) or type(value)
    fail("lua.argument", format("%s needs %s, got %s", what, expected, got))
  end

  local function check_type(value, expected, what)
    if value ~= nil and type(value) ~= expected then refuse(what, "a " .. expected, value) end
  end

  local function check_headers(headers, what)
    check_type(headers, "table", what)
    for name, value in pairs(headers or {}) do
      if type(name) ~= "string" then refuse(what, "names, such as { Accept = \"text/plain\" }", name) end
      if type(value) ~= "string" then refuse(what .. "." .. name, "a string", value) end
    end
  end

  local function set_of(names)
    local set = {}
    for _, name in ipairs(names) do set[name] = true end
    return set
  end

  local client_names, retry_names = set_of(host.client_options), set_of(host.retry_options)
  local request_names = set_of(host.request_options)
  -- Repeating these changes nothing more on the server (RFC 9110, 9.2.2).
  local is_safe = set_of { "GET", "HEAD", "OPTIONS", "PUT", "DELETE" }
  -- The server may not have got the request, or nobody its response.
  local is_lost = set_of { "net.unreachable", "net.timeout", "net.failed", "net.response" }
  local methods, methods_with_data = { get = "GET", delete = "DELETE" }, { post = "POST", put = "PUT", patch = "PATCH" }

  return function(okit)
    local fetch, json, now = okit.fetch, okit.json, host.now

    local function check_retry(retry)
      if retry == nil then return { times = 0, statuses = {} } end
      check_options(retry, retry_names, "okit.client: retry", "okit.RetryOptions")
      local times, statuses = retry.times, retry.statuses
      if times == nil then times = 3 end
      if math_type(times) ~= "integer" or times < 0 or times > 100 then
        refuse("okit.client: retry.times", "a whole number from 0 to 100", times)
      end
      if statuses == nil then statuses = { 429, 502, 503, 504 } end
      local expected = "a list of statuses from 400 to 599, such as { 429, 503 }"
      if type(statuses) ~= "table" then refuse("okit.client: retry.statuses", expected, statuses) end
      for place, status in pairs(statuses) do
        if math_type(place) ~= "integer" then refuse("okit.client: retry.statuses", expected, place) end
        if math_type(status) ~= "integer" or status < 400 or status > 599 then
          refuse("okit.client: retry.statuses", expected, status)
        end
      end
      local set = {}
      for _, status in pairs(statuses) do set[status] = true end
      return { times = times, statuses = set }
    end

    -- Returns headers by their names in lower case. Those of the request replace those of the client.
    local function headers_of(client, own, what)
      local headers = {}
      local function add(table)
        check_headers(table, what .. ": headers")
        for name, value in pairs(table or {}) do headers[lower(name)] = value end
      end
      add(type(client.headers) == "function" and client.headers() or client.headers)
      add(own)
      return headers
    end

    local function url_of(client, path, query, what)
      check_type(path or false, "string", what .. ": path")
      local url
      if find(path, "^%a[%w+.-]*://") then
        local folder = client.url .. "/"
        if path ~= client.url and sub(path, 1, #folder) ~= folder then
          fail("net.url", format('%s: "%s" is not below %s', what, path, client.url))
        end
        url = path
      else
        url = path == "" and client.url or client.url .. "/" .. match(path, "^/?(.*)$")
      end
      for part in gmatch(match(url, "^[^?#]*") .. "/", "([^/]*)/") do
        if okit.url.decode(part) == ".." then
          fail("net.url", format('%s: "%s" leads to another folder; encode its parts with okit.url.encode', what, path))
        end
      end
      return okit.url.build { base = url, query = query }
    end

    -- Sends a request until it succeeds, may not be repeated, or has no time left.
    local function send(client, request, times)
      local timeout = request.timeout or 10
      local deadline = now() + timeout
      for attempt = 0, times do
        request.timeout = min(timeout, deadline - now())
        local ok, response = pcall(fetch, request)
        if ok and not client.retry.statuses[response.status] then return response end
        if not ok and (type(response) == "string" or not is_lost[response.code]) then error(response, 0) end
        local delay = min(30, 0.5 * 2 ^ attempt) * (0.5 + host.random() / 2)
        if ok then delay = max(delay, host.retry_after(response.headers["retry-after"])) end
        if attempt == times or now() + delay >= deadline then
          return ok and response or error(response, 0)
        end
        host.pause(delay)
      end
    end

    -- Returns the value of a body: of JSON, or a text. An empty one is nil. One of an unknown type may be JSON.
    local function data_of(response)
      local kind = lower(response.headers["content-type"] or "json")
      if response.body == "" then return nil end
      if find(kind, "json", 1, true) then
        local ok, data = pcall(json.decode, response.body)
        if ok then return data end
        fail("net.response", "the server answered with JSON that cannot be read: " .. tostring(data.message or data))
      end
      if not find(kind, "^application/octet%-stream") then return response.body end
      local ok, data = pcall(json.decode, response.body)
      if ok then return data end
      return response.body
    end

    local status_error = {
      __name = "okit.StatusError", __tostring = function(problem) return problem.message end,
    }

    -- A redirect is not followed, so that a write that must happen once has not happened.
    local function check_status(client, method, url, response, must_happen)
      local status = response.status
      if status < (must_happen and 300 or 400) then return end
      local ok, data = pcall(data_of, response)
      if not ok then data = response.body end
      local address = match(url, "^[^?#]*")
      local problem = setmetatable({
        code = "net.status", message = format("%s %s: the server answered with status %d", method, address, status),
        status = status, data = data, response = response,
      }, status_error)
      if status == 401 and client.onUnauthorized then client.onUnauthorized(problem) end
      error(problem, 0)
    end

    local response_meta = {
      __metatable = false, __index = { json = function(response) return json.decode(response.body) end },
    }

    -- The response that is kept for a request, and the key to keep a new one.
    local function kept_for(request, headers)
      local key = concat({ request.url, headers.authorization or "", headers.accept }, "\n")
      local head, body = host.read_cache(key)
      if not head then return key end
      local kept = json.decode(head)
      kept.body, kept.cached = body, true
      headers["if-none-match"] = headers["if-none-match"] or kept.headers.etag
      headers["if-modified-since"] = headers["if-modified-since"] or kept.headers["last-modified"]
      return key, setmetatable(kept, response_meta)
    end

    local function keep(key, response)
      local headers = response.headers
      local control = lower(tostring(headers["cache-control"] or ""))
      if response.status ~= 200 or not (headers.etag or headers["last-modified"]) then return end
      if find(control, "no-store", 1, true) or not length(response.body) then return end
      local head = { status = 200, headers = {} }
      for name, value in pairs(headers) do
        if name ~= "set-cookie" then head.headers[name] = value end
      end
      host.write_cache(key, json.encode(head), response.body)
    end

    local function request(client, method, path, options, what)
      options = options or {}
      check_options(options, request_names, what, "okit.ClientRequest")
      check_type(options.query, "table", what .. ": query")
      local headers = headers_of(client, options.headers, what)
      local sent = {}
      for name, value in pairs(options) do sent[name] = value end
      sent.json, sent.query, sent.idempotencyKey, sent.cache = nil, nil, nil, nil
      sent.url, sent.method, sent.headers = url_of(client, path, options.query, what), method, headers
      headers.accept = headers.accept or "application/json"
      if options.json ~= nil then
        sent.body = json.encode(options.json)
        headers["content-type"] = headers["content-type"] or "application/json"
      end
      check_type(options.idempotencyKey, "string", what .. ": idempotencyKey")
      check_type(options.cache, "boolean", what .. ": cache")
      local timeout = options.timeout
      if timeout ~= nil and (type(timeout) ~= "number" or not (timeout > 0 and timeout <= 60)) then
        refuse(what .. ": timeout", "a number of seconds up to 60", timeout)
      end
      headers["idempotency-key"] = options.idempotencyKey or headers["idempotency-key"]
      local caches = options.cache
      if caches == nil then caches = client.cache end
      local key, kept
      if caches and method == "GET" and not options.onData then key, kept = kept_for(sent, headers) end
      local repeats = is_safe[method] or headers["idempotency-key"]
      local response = send(client, sent, repeats and not options.onData and client.retry.times or 0)
      if kept and response.status == 304 then return data_of(kept), kept end
      check_status(client, method, sent.url, response, headers["idempotency-key"])
      if key then keep(key, response) end
      return data_of(response), response
    end

    local clients = setmetatable({}, { __mode = "k" })

    local function state_of(client, name)
      local state = clients[client]
      if not state then fail("lua.argument", format("call it with a colon: client:%s(…)", name)) end
      return state
    end

    local functions = {}
    for name, method in pairs(methods) do
      functions[name] = keep_frame(function(self, path, options)
        return request(state_of(self, name), method, path, options, "client:" .. name)
      end)
    end
    for name, method in pairs(methods_with_data) do
      functions[name] = keep_frame(function(self, path, data, options)
        local what, sent = "client:" .. name, { json = data }
        check_type(options, "table", what .. ": options")
        for option, value in pairs(options or {}) do
          if option == "json" and data ~= nil then fail("lua.argument", what .. ": json is the second argument") end
          sent[option] = value
        end
        return request(state_of(self, name), method, path, sent, what)
      end)
    end
    functions.request = keep_frame(function(self, method, path, options)
      check_type(method or false, "string", "client:request: method")
      return request(state_of(self, "request"), method, path, options, "client:request")
    end)

    local client_meta = {
      __metatable = false, __name = "client",
      __index = function(_, name)
        return functions[name] or unknown("client", "function", tostring(name), "okit.Client")
      end,
      __newindex = function() fail("lua.object", "a client cannot be changed") end,
    }

    return function(options)
      check_options(options, client_names, "okit.client", "okit.ClientOptions")
      if type(options.url) ~= "string" then
        refuse("okit.client: url", 'a string such as "https://example.org/api"', options.url)
      end
      host.check_url("okit.client: url", options.url)
      if type(options.headers) ~= "function" then check_headers(options.headers, "okit.client: headers") end
      check_type(options.cache, "boolean", "okit.client: cache")
      check_type(options.onUnauthorized, "function", "okit.client: onUnauthorized")
      local client = setmetatable({}, client_meta)
      clients[client] = {
        url = match(options.url, "^(.-)/*$"), headers = options.headers, retry = check_retry(options.retry),
        cache = options.cache, onUnauthorized = options.onUnauthorized,
      }
      return client
    end
  end
end

-- The tables of the module `okit` that have functions only (the log, the input, the secure store, Base64, backups,
-- themes), and
-- functions that need no classes.
return function(okit, host)
  local ipairs, pairs, rawget, rawset, setmetatable, tostring, type, unknown =
    ipairs, pairs, rawget, rawset, setmetatable, tostring, type, host.unknown

  -- Returns a metatable that explains a misspelt function.
  local function functions_of(name, class)
    return { __metatable = false, __index = function(_, fn) unknown(name, "function", tostring(fn), class or name) end }
  end

  setmetatable(okit.log, functions_of "okit.log")

  local function lines() return function() return host.read_line() end end
  okit.input = setmetatable({ lines = lines }, functions_of("okit.input", "okit.Input"))

  okit.SecureStore = setmetatable(host.secure_store, {
    __metatable = false, __index = function(_, name) return host.secure_store_value(name) end,
    __newindex = function(_, name, value) host.set_secure_store_value(name, value) end,
  })

  -- JSON and URLs. Their functions are loaded when a script uses the first of them.
  local find
  local function data(name)
    find = find or host.data()
    return find(name)
  end
  for _, name in ipairs { "json", "url" } do
    okit[name] = setmetatable({}, {
      __metatable = false,
      __index = function(functions, member)
        for key, value in pairs(data(name)) do
          if rawget(functions, key) == nil then rawset(functions, key, value) end
        end
        return rawget(functions, member) or data(name)[member]
      end,
    })
  end

  local fetch = okit.fetch
  local response = { __metatable = false, __index = { json = function(self) return data("body")(self) end } }
  -- Gives a response of a server its function, wherever a function has waited for it.
  local function respond(value, ...)
    if type(value) == "table" and math.type(value.status) == "integer" and type(value.body) == "string" then
      setmetatable(value, response)
    end
    return value, ...
  end
  host.set_handle_wait(function(...) return respond(host.handle_wait(...)) end)

  local requests
  local function request_functions()
    requests = requests or host.requests()(okit, data, host.fetch_stream)
    return requests
  end
  function okit.events(...) return request_functions().events(...) end
  function okit.fetch(options, ...)
    if type(options) == "table" then
      for _, name in ipairs { "query", "json", "form", "multipart" } do
        if rawget(options, name) ~= nil then
          options = request_functions().prepared(options)
          break
        end
      end
    end
    return respond(fetch(options, ...))
  end

  -- Loaded when a script makes the first client.
  local make_client
  okit.client = host.keep_frame(function(options)
    make_client = make_client or host.load_client()(okit)
    return make_client(options)
  end)

  -- Waits until `fn` has called what it was given, and returns what it was called with.
  function okit.await(fn)
    if type(fn) ~= "function" then
      host.fail("function.argument", "okit.await needs a function that takes a completion")
    end
    local ticket = host.ticket()
    fn(function(...) host.complete(ticket, ...) end)
    return host.wait(ticket)
  end

  -- Defines the controllers of a storyboard, and returns their classes by name.
  okit.storyboard = host.keep_frame(function(file, options)
    if options ~= nil and type(options) ~= "table" then
      host.fail("storyboard.names", "options must be a table such as { names = { [\"id\"] = \"books\" } }")
    end
    for name in pairs(options or {}) do
      if name ~= "names" then unknown("okit.storyboard", "option", tostring(name), "okit.StoryboardOptions") end
    end
    local screens = {}
    for _, found in ipairs(host.storyboard(file, options and options.names)) do
      screens[found.name] = host.storyboard_class(found.name, found.base)
    end
    return screens
  end)

  okit.outbox = setmetatable(host.outbox, {
    __metatable = false, __index = function(_, name) return host.outbox_value(name) end,
  })

  okit.base64 = setmetatable(host.base64, functions_of "okit.base64")
  okit.Backup = setmetatable(host.backups, functions_of "okit.Backup")
  okit.ModelTheme = setmetatable(host.themes, {
    __metatable = false, __index = function(_, name) return host.built_in_theme(name) end,
  })
end

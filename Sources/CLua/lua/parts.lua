-- The tables of the module `okit` that have functions only: the log, the input, the secure store, backups, themes.
return function(okit, host)
  local setmetatable, tostring, unknown = setmetatable, tostring, host.unknown

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

  okit.Backup = setmetatable(host.backups, functions_of "okit.Backup")
  okit.ModelTheme = setmetatable(host.themes, functions_of "okit.ModelTheme")
end

-- `okit.mask(pattern)`, in applications and in tests: masks as objects with the functions `apply` and `remove`.
return function(host)
  local pairs, setmetatable, tostring = pairs, setmetatable, tostring

  -- The patterns are kept here, not in the objects, where a script could change them.
  local patterns = setmetatable({}, { __mode = "k" })
  local methods = {}
  for name, fn in pairs(host.functions) do
    methods[name] = function(self, ...)
      local pattern = patterns[self]
      if not pattern then host.fail("lua.argument", name .. ' needs a mask: okit.mask("##"):' .. name .. "(text)") end
      return fn(pattern, ...)
    end
  end

  local mask = {
    __metatable = false,
    __index = function(_, name)
      return methods[name] or host.unknown("a mask", "function", tostring(name), "okit.Mask")
    end,
    __newindex = function() host.fail("lua.object", "a mask cannot be changed") end,
    __tostring = function(self) return "mask " .. patterns[self] end,
  }

  return function(...)
    local self = setmetatable({}, mask)
    patterns[self] = host.pattern(...)
    return self
  end
end

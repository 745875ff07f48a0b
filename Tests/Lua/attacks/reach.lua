-- Objects that a script must not reach.
local function escaped(what) print("ESCAPED: " .. what) end

return {
  { "ok", "bytecode", function()
    if load("\27Lua\x54\0\x19\x93\r\n\x1a\n\4\8\8" .. ("\xff"):rep(100), "x", "b") then escaped("binary chunk") end
    if load("\27Lua" .. ("\0"):rep(300)) then escaped("binary chunk without a mode") end
    if load("\27") then escaped("the mark alone") end
    local dumped = string.dump and string.dump(function() return 1 end)
    if dumped and load(dumped, "x", "bt") then escaped("dumped function") end
  end },
  { "ok", "bytecode in pieces", function()
    for _, parts in ipairs { { "\27", "Lua\x54", ("\0"):rep(50) }, { "\27L", "ua" } } do
      local i = 0
      if load(function() i = i + 1 return parts[i] end, "r", "bt") then escaped("bytecode from a reader") end
    end
  end },
  { "ok", "libraries that are taken away", function()
    for _, name in ipairs { "io", "debug", "package", "ffi", "jit", "socket", "posix", "bit32" } do
      if rawget(_G, name) then escaped(name) end
      local ok, library = pcall(require, name)
      if ok and type(library) == "table" then escaped("require " .. name) end
    end
    for _, name in ipairs { "execute", "exit", "getenv", "remove", "rename", "tmpname", "setlocale" } do
      if os[name] then escaped("os." .. name) end
    end
    for _, name in ipairs { "dofile", "loadfile", "loadstring", "module" } do
      if rawget(_G, name) then escaped(name) end
    end
  end },
  { "ok", "modules elsewhere", function()
    local names = { "/etc/passwd", "../../../etc/hosts", "c", "..", "", "\0", "x\0y", ("a."):rep(10000), "%", "?" }
    for _, name in ipairs(names) do
      if pcall(require, name) then escaped("module " .. name) end
    end
  end },
  { "ok", "metatable of texts", function()
    if type(getmetatable("")) == "table" then escaped("metatable of texts") end
    if pcall(setmetatable, "", {}) then escaped("metatable of texts set") end
  end },
  { "ok", "finalizers", function()
    local late = {}
    setmetatable({}, late)
    late.__gc = function() escaped("late finalizer") end
    for _, value in ipairs { function() end, true, 1, "x", {} } do
      if pcall(setmetatable, {}, { __gc = value }) then escaped("finalizer") end
    end
    for i = 1, 300000 do local garbage = { i } end
  end },
  { "ok", "globals replaced", function()
    local globals, okit = _G, okit
    for name in pairs(globals) do if name ~= "okit" then globals[name] = nil end end
  end },
  { "ok", "everything in the globals given a metatable", function()
    setmetatable(_G, { __index = function(_, key) return key end, __newindex = function() end })
    string.format, table.concat, math.floor = nil, nil, nil
  end },
  { "error", "wrong arguments everywhere", function()
    local values = {
      false, true, 0 / 0, math.huge, -0.0, math.mininteger, math.maxinteger, "", ("x"):rep(70000), "%", "(", {},
      type, coroutine.create(type),
      setmetatable({}, { __index = error, __len = error, __tostring = error, __call = error }),
    }
    -- Repeating nothing and moving nothing go on until a limit stops them, which is tried elsewhere.
    local skipped = {
      [pcall] = true, [xpcall] = true, [print] = true, [error] = true, [require] = true, [string.rep] = true,
      [table.move] = true,
    }
    for _, library in ipairs { string, table, utf8, math, coroutine, os, _G } do
      for _, fn in pairs(library) do
        if type(fn) == "function" and not skipped[fn] then
          pcall(fn)
          for i, value in ipairs(values) do
            pcall(fn, value)
            for j in ipairs(values) do pcall(fn, value, values[j]) end
            pcall(fn, {}, value, value)
            pcall(fn, "text", value, value, value)
            pcall(fn, value, 1, 2, "x", value)
          end
          pcall(fn, table.unpack({}, 1, 250))
        end
      end
    end
    error("done")
  end },
}

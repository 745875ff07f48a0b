-- Accesses that a permission must not grant. `allow` is what the attack is run with; the working directory is
-- the project's.
local function escaped(what) print("ESCAPED: " .. what) end

local here = "Tests/Lua/attacks"

-- Ways from the folder to a file that is not in it.
local ways_out = {
  "LICENSE", "../../../LICENSE", here .. "/../../../LICENSE", here .. "/./../../../LICENSE", here .. "/../attack_s",
  "/etc/passwd", here .. "//../../..//LICENSE", "/proc/self/cwd/LICENSE", "/proc/self/root/etc/passwd",
  "/proc/self/environ", "/proc/thread-self/environ", "/dev/stdin", "/dev/fd/0",
  here .. "/reach.lua/../../../../LICENSE",
  here .. "/reach.lua\0", "LICENSE\0" .. here .. "/reach.lua", here .. "/" .. ("../"):rep(100) .. "etc/passwd",
  ("./"):rep(1900) .. "LICENSE", ("x/"):rep(10000), "",
}

return {
  { "ok", "reading beyond the folder", function()
    assert(io.open(here .. "/reach.lua"))
    for _, name in ipairs(ways_out) do
      for _, mode in ipairs { "r", "rb", "r+", "w", "a", "w+", "a+" } do
        if select(2, pcall(io.open, name, mode))
          and io.type(select(2, pcall(io.open, name, mode)))
        then
          escaped(name)
        end
      end
      if pcall(io.lines, name) or pcall(dofile, name) then escaped("lines " .. name) end
      if pcall(io.input, name) then escaped("input " .. name) end
      local ok, chunk = pcall(loadfile, name)
      if ok and chunk then escaped("loadfile " .. name) end
    end
  end, allow = "read=" .. here },
  { "ok", "what reading does not give", function()
    for _, name in ipairs { "remove", "rename", "tmpname", "getenv", "execute", "exit", "setlocale" } do
      if os[name] then escaped("os." .. name) end
    end
    if io.popen or debug or package then escaped("more") end
    if io.open("/tmp/okit-attack", "w") or io.tmpfile() then escaped("writing") end
    if pcall(io.output, "/tmp/okit-attack") then escaped("output") end
    if pcall(require, "lpeg") then escaped("native") end
  end, allow = "read" },
  { "ok", "what writing does not give", function()
    for _, name in ipairs(ways_out) do
      local ok, removed = pcall(os.remove, name)
      if ok and removed then escaped("remove " .. name) end
      ok, removed = pcall(os.rename, name, here .. "/stolen")
      if ok and removed then escaped("rename " .. name) end
      ok, removed = pcall(os.rename, here .. "/reach.lua", name)
      if ok and removed then escaped("rename to " .. name) end
    end
    if io.open(here .. "/reach.lua") or io.open(here .. "/reach.lua", "r+") then escaped("reading") end
    if dofile or loadfile or os.getenv or os.execute or io.popen then escaped("more") end
  end, allow = "write=" .. here },
  { "ok", "the memory of the process", function()
    for _, name in ipairs {
      "/proc/self/mem", "/proc/self/maps", "/proc/self/task/../mem", "/proc/self/exe", "/proc/1/environ",
    } do
      if io.open(name) or io.open(name, "w") or io.open(name, "a") then escaped(name) end
    end
  end, allow = "read,write" },
  { "ok", "other variables", function()
    if os.getenv("PATH") == nil then error("not permitted") end
    for _, name in ipairs { "HOME", "PAT", "PATHX", "", "PATH=", "PATH\0X" } do
      if os.getenv(name) and name ~= "PATH\0X" then escaped(name) end
    end
    if io or os.execute then escaped("more") end
  end, allow = "env=PATH" },
  { "ok", "files where objects belong", function()
    local file = io.stdout
    for _, try in ipairs {
      function() return okit.now() < file end, function() return file < okit.now() end,
      function() return file + okit.now() end,
      function() return okit.date(file) end, function() return okit.now() == file end,
      function() return okit.alert(file) end,
      function() return okit.alert { title = file } end, function() return file .. okit.now() end,
      function() return okit.app:get(file) end, function() return file.__index end, function() file.x = 1 end,
      function() return getmetatable(okit.now()).__add end, function() error(file) end,
    } do pcall(try) end
    for _, method in pairs { file.read, file.close, file.seek, file.lines, file.setvbuf, file.write, file.flush } do
      for _, wrong in ipairs { 1, "x", {}, okit.now(), print, coroutine.create(print), okit.app } do
        pcall(method, wrong, wrong)
      end
    end
  end, allow = "read" },
  { "ok", "files without end of their number", function()
    local kept = {}
    for i = 1, 1000 do kept[i] = io.open("/dev/null") end
    if #kept > 64 then escaped(#kept .. " files") end
    kept = nil
    for _ = 1, 10000 do assert(io.open("/dev/null")) end
  end, allow = "read" },
  { "limit", "all of an endless file",
    function() pcall(function() io.open("/dev/zero"):read("a") end) while true do end end,
    allow = "read" },
  { "limit", "lines of an endless file", function() for _ in io.lines("/dev/urandom") do end end, allow = "read" },
  { "limit", "a wait for a terminal or a pipe", function()
    pcall(function() local pipe = io.popen("sleep 60") pipe:read("a") end)
    while true do end
  end, allow = "os" },
  { "limit", "a program that does not end", function() pcall(os.execute, "sleep 60") end, allow = "os" },
  { "limit", "closing waits in a limit", function()
    local f <close> = io.popen("sleep 60")
    while true do end
  end, allow = "os" },
  { "ok", "the end of the process", function()
    local escape = pcall(os.exit, 0)
    escaped("after os.exit " .. tostring(escape))
  end, allow = "os" },
}

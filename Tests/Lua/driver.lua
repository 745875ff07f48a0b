-- Runs test files with the stock interpreter, without applications: lua5.4 Tests/Lua/driver.lua FILE…
-- It stands in for the host and prints what fails.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
local preludes = here .. "/../../Sources/CTesting/lua/"

local function part(name)
  local path = preludes .. (name or "entry") .. ".lua"
  local file = assert(io.open(path))
  local source = file:read("a")
  file:close()
  return assert(load(source, "=[okit:testing" .. (name and "-" .. name or "") .. "]", "t"))()
end

local own = debug.getinfo(1, "S").source

local function where(level)
  local info = debug.getinfo(level + 1, "Sl")
  if not info or info.source == own then return nil end
  return (info.source:gsub("^[@=]", "")), info.currentline
end

local function frames()
  local list = {}
  for level = 2, math.huge do
    local info = debug.getinfo(level, "Slnt")
    if not info then return list end
    list[#list + 1] = {
      file = (info.source:gsub("^[@=]", "")), line = math.max(0, info.currentline), kind = "named",
      name = info.name or "?",
    }
  end
end

-- The stock interpreter tells the place of an error only as text.
local function problem(value)
  local file, line, message = tostring(value):match("^([^\n:]+):(%d+): (.*)$")
  return { message = message or tostring(value), file = file, line = math.tointeger(line), notes = {} }
end

local function metamethod(value, name)
  local metatable = type(value) == "table" and debug.getmetatable(value)
  return metatable and rawget(metatable, name) or nil
end

--- A framework of its own: `environment` gets `describe`, …; `okit` gets `spy` and `stub`; the rest of `host` is the
--- caller's to override.
function testing_prelude(host)
  local snapshots = {}
  local defaults = {
    part = part, where = where, frames = frames, problem = problem, metamethod = metamethod, clock = os.clock,
    environment = {}, okit = {}, event = function() end,
    snapshot_read = function(name) return snapshots[name] end,
    snapshot_write = function(name, content) snapshots[name] = content end,
  }
  return part()(setmetatable(host, { __index = defaults }))
end

local function show(event)
  if event.kind == "fail" then
    print("FAIL " .. event.file .. ": " .. table.concat(event.path, " "))
    for _, failure in ipairs(event.failures) do
      local place = failure.place
      print("  " .. (place and place.file .. ":" .. place.line or "?") .. ": " .. failure.message)
      if failure.diff then print("    " .. failure.diff:gsub("\n", "\n    ")) end
      for _, frame in ipairs(failure.traceback or {}) do
        print(("      %s:%d: in %s"):format(frame.file, frame.line, frame.name))
      end
    end
  end
end

okit = {}
local runner = testing_prelude { environment = _G, okit = okit, event = show }
for _, path in ipairs(arg) do runner.collect(path, assert(loadfile(path, "t"))) end
local result = runner.run()
print(("%d passed, %d failed, %d skipped"):format(result.passed, result.failed, result.pending + result.skipped))
os.exit(result.failed == 0 and 0 or 1)

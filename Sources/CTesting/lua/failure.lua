-- A failure is a table: `kind` (assertion, error), `message`, `diff`, `place`, `traceback` (frames).
-- A failing assertion raises it; any other error becomes one when it is caught.

local ipairs, pcall, tostring, type = ipairs, pcall, tostring, type

local OWN = "^%[okit:"  -- chunk names of this framework and its siblings

return function(kit)
  local host, text, values = kit.host, kit.text, kit.values
  local failure = {}

  --- The innermost `file:line` of the scripts on the stack, past the framework and C; nil when there is none.
  function failure.place()
    for level = 2, 200 do
      local source, line = host.where(level)
      if not source then return nil end
      if line > 0 and not source:find(OWN) then return source .. ":" .. line end
    end
  end

  local metatable = { __metatable = false }
  local own = setmetatable({}, { __mode = "k" })

  local function make(problem)
    own[problem] = true
    return setmetatable(problem, metatable)
  end

  function metatable.__tostring(self)
    local line = (self.place and self.place .. ": " or "") .. self.message
    return self.diff and line .. ":\n  " .. self.diff:gsub("\n", "\n  ") or line
  end

  local function new(kind, message, diff)
    return make { kind = kind, message = message, diff = diff, place = failure.place() }
  end

  --- An assertion that does not hold.
  function failure.assertion(message, diff) return new("assertion", message, diff) end

  --- Raises an error about a wrong use of the framework, placed at the script that did it.
  function failure.misuse(format, ...) error(new("error", format:format(...)), 0) end

  --- Raises an error about a name that does not exist.
  function failure.unknown(name, candidates)
    failure.misuse("unknown name %s%s", text.brief(name), text.hint(name, candidates))
  end

  --- What an error value says: a text, or the `.message` of a table or an object of the host.
  function failure.message(value)
    if type(value) == "string" then return value end
    if type(value) == "table" or type(value) == "userdata" then
      local message = values.index(value, "message")
      if type(message) == "string" then return message end
    end
    local ok, printed = pcall(tostring, value)
    return ok and "error object: " .. printed or "error object"
  end

  -- The frames of the scripts: the framework's own and what called it are left out.
  local function script_frames(stack)
    local list, kept, protected = {}, 0, false
    for _, frame in ipairs(stack) do
      local native = frame.line == 0
      if frame.file and frame.file:find(OWN) then
        if protected then break end
      else
        if not native or #list > 0 then list[#list + 1] = frame end
        if not native then kept = #list end
      end
      protected = native and frame.name == "xpcall"
    end
    return { table.unpack(list, 1, kept) }
  end

  -- Splits `file:line: message`. Lua shortens long file names with dots in front; the whole name is restored.
  local function split(message, fallback)
    local file, line, rest = message:match("^([^\n:]+):(%d+): (.*)$")
    if not file then return fallback, message end
    local ending = file:match("^%.%.%.(.*)$")
    if ending and fallback then
      local whole = fallback:match("^(.*):%d+$")
      if whole and whole:sub(-#ending) == ending then file = whole end
    end
    return file .. ":" .. line, rest
  end

  -- Runs where the error was raised, while its stack is still there.
  local function handler(value)
    local place = failure.place()
    local trace = script_frames(host.frames())
    if own[value] then
      value.traceback = value.traceback or trace
      return value
    end
    if type(value) == "table" and value.kind == "pending" then return value end
    local caught = make { kind = "error", traceback = trace }
    if type(value) == "string" then
      caught.place, caught.message = split(value, place)
    else
      local told = type(value) ~= "nil" and values.index(value, "place")
      caught.place, caught.message = type(told) == "string" and told or place, failure.message(value)
    end
    return caught
  end

  --- Calls a function; gives nil, or the failure it ended in. May yield.
  function failure.guard(fn, ...)
    local ok, caught = xpcall(fn, handler, ...)
    if ok then return nil end
    if type(caught) ~= "table" then
      -- The handler itself failed, as it does when the stack or the memory is full.
      return make { kind = "error", message = failure.message(caught), traceback = {} }
    end
    return caught
  end

  return failure
end

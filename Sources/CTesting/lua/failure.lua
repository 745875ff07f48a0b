-- A failure is a table: `kind` (assertion, error), `message`, `diff`, `place` (`file`, `line`), `traceback` (frames).
-- A failing assertion raises it; any other error becomes one when it is caught.

local ipairs, pcall, tostring, type = ipairs, pcall, tostring, type

local OWN = "^%[okit:"  -- chunk names of this framework and its siblings

return function(kit)
  local host, text, values = kit.host, kit.text, kit.values
  local failure = {}

  --- The innermost place in the scripts on the stack, past the framework and C; nil when there is none.
  function failure.place()
    for level = 2, 200 do
      local source, line = host.where(level)
      if not source then return nil end
      if line > 0 and not source:find(OWN) then return { file = source, line = line } end
    end
  end

  local metatable = { __metatable = false }
  local own = setmetatable({}, { __mode = "k" })

  local function make(problem)
    own[problem] = true
    return setmetatable(problem, metatable)
  end

  function metatable.__tostring(self)
    local place = self.place
    local line = (place and ("%s:%d: "):format(place.file, place.line) or "") .. self.message
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

  --- The message of an error value: a text, the `.message` of a table or host object, or how the value is printed.
  function failure.message(value)
    if type(value) == "string" then return value end
    if type(value) == "table" or type(value) == "userdata" then
      local message = values.index(value, "message")
      if type(message) == "string" then return message end
    end
    if type(value) ~= "userdata" and not values.metamethod(value, "__tostring") then
      local problem = host.problem(value)
      if problem then return problem.message end
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

  -- The place in an error object of the host; nil when it has none.
  local function place_of(value)
    if value == nil then return nil end
    local file, line = values.index(value, "file"), values.index(value, "line")
    return type(file) == "string" and math.type(line) == "integer" and { file = file, line = line } or nil
  end

  -- The text of a field of an error object; nil when it has none.
  local function text_of(value, name)
    local field = value ~= nil and values.index(value, name)
    return type(field) == "string" and field or nil
  end

  -- Returns a hint for tests written for busted, which index `assert`; nil for other errors.
  local function busted_hint(problem)
    local is_function = problem.operation == "index" and problem.variable ~= "field" and not problem.is_nil
    if not is_function or problem.name ~= "assert" then return nil end
    return "assert is Lua's own function; write expect(actual).to_be(expected), "
      .. 'or local assert = require "luassert", with its folder in --lua-path'
  end

  -- Returns a hint for the dialog of an application that shows none; nil for other errors.
  local function dialog_hint(problem)
    local is_dialog = problem.name == "alert" or problem.name == "sheet"
    if problem.operation ~= "index" or problem.variable ~= "field" or not problem.is_nil or not is_dialog then
      return nil
    end
    return ("app.%s is nil while no %s is open"):format(problem.name, problem.name)
  end

  -- Returns a hint at the permission that a library function needs; nil for other errors.
  local function permission_hint(problem)
    local is_global = problem.variable == "global"
    local is_function = problem.variable == "field" and problem.operation == "call"
    return problem.is_nil and (is_global or is_function) and host.permission(problem.name, is_global) or nil
  end

  -- Returns the nearest name for an unknown global; an empty text for other errors.
  local function name_hint(problem)
    local is_unknown = problem.variable == "global" and problem.is_nil
    return is_unknown and text.hint(problem.name, problem.candidates) or ""
  end

  -- Runs where the error was raised, while its stack is still there.
  local function handler(value)
    local problem = host.problem(value)
    if not problem then return value end
    local trace = problem.notes
    for _, frame in ipairs(script_frames(host.frames())) do trace[#trace + 1] = frame end
    if own[value] then
      value.traceback = value.traceback or trace
      return value
    end
    if type(value) == "table" and value.kind == "pending" then return value end
    local caught = make { kind = "error", traceback = trace }
    caught.place = problem.line and { file = problem.file, line = problem.line } or nil
    local hint = busted_hint(problem) or dialog_hint(problem) or permission_hint(problem)
    caught.message = problem.message .. (hint and " (" .. hint .. ")" or name_hint(problem))
    if type(value) ~= "string" then
      caught.place = place_of(value) or caught.place
      caught.code, caught.hint = text_of(value, "code"), text_of(value, "hint")
      caught.message = failure.message(value)
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

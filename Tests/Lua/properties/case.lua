-- Cases of properties: an application with and without one, which has to make a difference.
local M = {}

-- A value that needs the module of the application, such as a button or a class: `make` returns it.
function M.lazy(make) return { make = make } end

-- An action that leaves a trace.
M.action = M.lazy(function(okit) return function() okit.log.info "ran" end end)

-- Returns a case: the class and the property that it is about, and the value that makes a difference.
--
-- options: `without` is the value to compare with, by default none; `given` are the other properties of the class;
-- `steps` drives the application, and may return what it has found out besides; `define` defines the controllers.
function M.case(class, property, value, options)
  local case = { class = class, property = property, value = value }
  for name, option in pairs(options or {}) do case[name] = option end
  return case
end

-- Returns a function that makes cases of one class.
function M.of(class, shared)
  return function(property, value, options)
    local case = M.case(class, property, value, shared)
    for name, option in pairs(options or {}) do case[name] = option end
    return case
  end
end

-- Performs a step that one of the two applications may reject.
function M.attempt(step) pcall(step) end

local function made(value, okit)
  return type(value) == "table" and value.make and value.make(okit) or value
end

-- Returns the properties of the class in an application of a case: `variant` is "without", "default" or "with".
function M.properties(case, okit, variant, default)
  local properties = {}
  for name, value in pairs(made(case.given or {}, okit)) do properties[name] = made(value, okit) end
  local value
  if variant == "with" then
    value = case.value
  elseif variant == "default" then
    value = default
  else
    value = case.without
  end
  if value ~= nil then properties[case.property] = made(value, okit) end
  return properties
end

return M

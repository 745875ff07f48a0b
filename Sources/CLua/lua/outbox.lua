-- Sends a mutation in a function that may wait, and says what became of it.
return function(host)
  local format, pcall, setmetatable, tointeger, tostring, type =
    string.format, pcall, setmetatable, math.tointeger, tostring, type

  -- What a script raises may be a string: `refused` gets an object with a `message` for it, too.
  local script_error = { __tostring = function(problem) return problem.message end }

  -- Returns a field of a value, if the value has it.
  local function field(value, name, kind)
    local ok, found = pcall(function() return value[name] end)
    return ok and type(found) == kind and found or nil
  end

  -- Returns an error for a response whose status reports no success; nil for anything else. A request neither follows
  -- a redirect nor raises an error for it.
  local function failure(response)
    local status = type(response) == "table" and field(response, "status", "number")
    if not status or status < 300 or not field(response, "headers", "table") then return nil end
    return field(response, "body", "string") and {
      code = "net.status", message = format("the server answered with status %d", status), status = status,
      response = response,
    }
  end

  return function(mutation)
    local ok, answer, response = pcall(function() return mutation:send(mutation.id) end)
    local problem = answer
    if ok then
      problem = failure(answer) or failure(response)
      if not problem then return host.accept(mutation, function() mutation:done(answer) end) end
    end
    if type(problem) ~= "table" and type(problem) ~= "userdata" then
      problem = setmetatable({ code = "mutation.failed", message = tostring(problem) }, script_error)
    end
    if type(problem) == "table" and not field(problem, "message", "string") then
      problem = setmetatable({ message = tostring(problem) }, { __index = problem })
    end
    local headers = field(field(problem, "response", "table"), "headers", "table")
    host.fail_mutation(mutation, field(problem, "code", "string") or "", tointeger(field(problem, "status", "number")),
      field(problem, "message", "string") or tostring(problem),
      host.retry_after(field(headers, "retry-after", "string")), function() mutation:refused(problem) end)
  end
end

-- Sends a mutation in a function that may wait, and says what became of it.
return function(host)
  local pcall, tostring, type = pcall, tostring, type

  -- Returns a field of an error, if the error is an object that has it.
  local function field(problem, name, kind)
    local ok, value = pcall(function() return problem[name] end)
    return ok and type(value) == kind and value or nil
  end

  return function(mutation)
    local ok, answer = pcall(function() return mutation:send(mutation.id) end)
    if ok then return host.accept(mutation, function() mutation:done(answer) end) end
    local status = field(answer, "status", "number")
    host.fail_mutation(mutation, field(answer, "code", "string") or "", status and status // 1 | 0,
      field(answer, "message", "string") or tostring(answer), function() mutation:refused(answer) end)
  end
end

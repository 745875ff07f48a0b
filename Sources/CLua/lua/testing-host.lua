-- The global `okit` of test files, and what the framework needs of its host: the host's functions, completed.
return function(host, environment)
  local okit = { date = host.date, now = host.now }

  local make
  --- Starts an application of its own for the test that runs.
  function okit.launch(path, options)
    make = make or host.driver()
    local number = host.launch(path, options)
    return make(number)
  end

  function host.capture(failure)
    for name, value in pairs(host.captured()) do failure[name] = value end
  end

  setmetatable(okit, {
    __index = function(_, name)
      local names = {}
      for known in pairs(okit) do names[#names + 1] = known end
      host.unknown("okit", tostring(name), names)
    end,
  })
  host.environment, host.okit, environment.okit = environment, okit, okit
  return host
end

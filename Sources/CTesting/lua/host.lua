-- The global `okit` of test files, and what the framework needs of its host: the host's functions, completed.
local pairs, setmetatable, tostring = pairs, setmetatable, tostring

return function(host, environment, entry)
  local okit = { date = host.date, day = host.day, now = host.now, today = host.today, mask = host.mask }

  local data = host.data()
  okit.json, okit.url = data("json"), data("url")

  local driver, source
  local function make(number)
    if not driver then driver, source = host.driver() end
    return driver(number)
  end

  --- The object of an application with a number.
  function host.application(number) return make(number) end

  --- The number of the application whose screen a table is, and the screen as it was then; nil for another value.
  function host.screen_source(value)
    if source then return source(value) end
  end

  --- Starts an application of its own for the test that runs.
  function okit.launch(path, options)
    local number = host.launch(path, options)
    return make(number)
  end

  --- Starts the application of an exploration that another test file declares, with the properties that it has there,
  --- or a script as an exploration does.
  function okit.explored(file, name, options)
    local number, set_up = host.explored(file, name, options)
    set_up(number)
    return make(number)
  end

  local store
  --- An endpoint that stores documents, for `okit.launch`.
  function okit.endpoint_store(documents)
    store = store or host.part("endpoint_store")(host)
    return store(documents)
  end

  function host.capture(failure)
    for name, value in pairs(host.captured()) do failure[name] = value end
    host.pause(failure)
  end

  setmetatable(okit, {
    __metatable = false,
    __index = function(_, name)
      local names = {}
      for known in pairs(okit) do names[#names + 1] = known end
      host.unknown("okit", tostring(name), names)
    end,
  })
  --- A framework of its own, which reports to `own.event` and not to the host: the framework tests itself with it.
  function environment.testing_prelude(own)
    local snapshots = {}
    local defaults = {
      part = host.part, where = host.where, frames = host.frames, problem = host.problem, metamethod = host.metamethod,
      lines = host.lines, nearest = host.nearest, clock = host.clock, unanswered = host.unanswered,
      expect_unanswered = host.expect_unanswered, environment = {}, okit = {}, event = function() end,
      shown = host.shown, snapshot_read = function(name) return snapshots[name] end,
      snapshot_write = function(name, content) snapshots[name] = content end,
      screen_source = host.screen_source, picture = host.picture,
      picture_difference = function(_, ...) return host.picture_difference(nil, ...) end,
    }
    return entry(setmetatable(own, { __metatable = false, __index = defaults }))
  end

  host.environment, host.okit, environment.okit = environment, okit, okit
  return host
end

-- Spies and stubs: functions that record their calls and replace others for one test.

return function(kit)
  local failure, text, values, compare, runner = kit.failure, kit.text, kit.values, kit.compare, kit.runner
  local doubles = {}

  local METHODS = { "called_with", "calls", "clear", "count", "fn" }
  local spy_metatable = { __metatable = false, __name = "spy" }

  local function called_with(spy, ...)
    local wanted = table.pack(...)
    for _, call in ipairs(spy.calls) do
      local fits = call.n == wanted.n
      for i = 1, wanted.n do fits = fits and compare.same(call[i], wanted[i]) end
      if fits then return true end
    end
    return false
  end

  local function clear(spy)
    spy.calls, spy.count = {}, 0
    return spy
  end

  function spy_metatable.__call(self, ...) return self.fn(...) end

  function spy_metatable.__tostring(self)
    return ("spy (called %d %s)"):format(self.count, self.count == 1 and "time" or "times")
  end

  function spy_metatable.__index(_, key)
    failure.misuse("a spy has no member %s%s", text.brief(key), text.hint(key, METHODS))
  end

  --- A callable that passes on to `fn` (or does nothing) and records: `.count`, `.calls` (a list of argument lists
  --- with `n`), `:called_with(...)` (deep equality), `:clear()`. `.fn` is the same as a plain function.
  function doubles.spy(fn)
    if fn ~= nil and not values.callable(fn) then
      failure.misuse("okit.spy needs a function, got %s", text.brief(fn))
    end
    local spy = { calls = {}, count = 0, called_with = called_with, clear = clear }
    function spy.fn(...)
      spy.count = spy.count + 1
      spy.calls[spy.count] = table.pack(...)
      if fn then return fn(...) end
    end
    return setmetatable(spy, spy_metatable)
  end

  local function names_of(object)
    local names = {}
    for key in pairs(values.entries(object) or {}) do
      if type(key) == "string" then names[#names + 1] = key end
    end
    return names
  end

  --- Puts a spy (around `fn`, or doing nothing) in the place of `object[name]`, until the test ends; made in a
  --- `before_all`, until its block ends.
  function doubles.stub(object, name, fn)
    local unit = runner.unit
    if not unit then failure.misuse("okit.stub works only in a test or a hook") end
    local original = values.index(object, name)
    if original == nil then
      failure.misuse("nothing to stub: no %s%s", text.brief(name), text.hint(name, names_of(object)))
    end
    if fn ~= nil and not values.callable(fn) then
      failure.misuse("okit.stub needs a function, got %s", text.brief(fn))
    end
    local spy = doubles.spy(fn)
    -- An inherited function is hidden, not overwritten, and comes back when the stub is gone.
    local plain = type(object) == "table" and not values.metamethod(object, "__newindex")
    local previous = original
    if plain then previous = rawget(object, name) end
    object[name] = spy
    unit.restores[#unit.restores + 1] = function() object[name] = previous end
    return spy
  end

  return doubles
end

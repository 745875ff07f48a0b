-- An application as scripts drive it: `okit.launch` gives one to tests, `okit.app` is a script's own. What is done lies
-- behind `host`: `actions` (which give nothing back), `values`, `find` (a row or a cell by its locator), and what rows
-- and cells can do. Objects are empty tables; what they stand for is kept where scripts do not see it.
return function(host)
  local error, ipairs, next, pairs, rawget, setmetatable, tostring, type, xpcall =
    error, ipairs, next, pairs, rawget, setmetatable, tostring, type, xpcall

  -- Objects -------------------------------------------------------------------------------------------------------

  -- The content of an object: the number of its application, and more by its class. It is private: metatables
  -- are protected.
  local stands = setmetatable({}, { __mode = "k" })
  -- The names of the members of each class, by what annotations call it.
  local members = {}

  -- A class of objects: `methods`, `fields(stand, key)` as a table with at least that field (without a key, with all of
  -- them), `names` of the fields, `text(stand)`. `declared` is what annotations call it.
  local function class(name, declared, methods, names, fields, text)
    local known = {}
    for _, field in ipairs(names) do known[field] = true end
    members[declared] = function()
      local all = { table.unpack(names) }
      for method in pairs(methods) do all[#all + 1] = method end
      return all
    end
    return {
      __metatable = false,
      __name = name,
      __index = function(self, key)
        local method = methods[key]
        if method then return method end
        if not known[key] then host.unknown(name, tostring(key), declared) end
        return fields(stands[self], key)[key]
      end,
      __newindex = function(_, key) host.fail("app.readOnly", ("%s.%s cannot be set"):format(name, tostring(key))) end,
      __pairs = function(self) return pairs(fields(stands[self])) end,
      __tostring = function(self) return text(stands[self]) end,
    }
  end

  local function make(metatable, stand)
    local object = setmetatable({}, metatable)
    stand.class = metatable
    stands[object] = stand
    return object
  end

  -- Returns the content of an object; fails for a method that was called with a dot.
  local function stand(self, what, method)
    local found = stands[self]
    if not found then host.fail("lua.argument", ("call it with a colon: %s:%s(…)"):format(what, method)) end
    return found
  end

  -- The methods of a class for actions of the host, which get the number of the application and, for what was found on
  -- its screen, the handle. They return the application.
  local function acting(what, actions)
    local methods = {}
    for action, act in pairs(actions) do
      methods[action] = function(self, ...)
        local found = stand(self, what, action)
        local application = found.application
        if found.handle then act(application.number, found.handle, ...) else act(application.number, ...) end
        return application.object
      end
    end
    return methods
  end

  local screens = host.screens(host)

  -- Rows and cells ------------------------------------------------------------------------------------------------

  -- `values` are the functions that return something else than the application.
  local function found_class(name, declared, actions, values)
    local methods = acting(name, actions)
    for value, read in pairs(values or {}) do
      methods[value] = function(self)
        local found = stand(self, name, value)
        return read(found.application.number, found.handle)
      end
    end
    local tap_accessory = methods.accessory
    methods.accessory = nil
    local result = class(name, declared, methods, host.row_fields,
      function(found, key)
        local number, handle = found.application.number, found.handle
        if screens.accessible[key] then return host.row_accessibility(number, handle) end
        local row = host.fields(number, handle, key)
        if key == nil then
          for field, value in pairs(host.row_accessibility(number, handle)) do row[field] = value end
        end
        return screens.row(row)
      end,
      function(found) return ("%s %q"):format(name, host.name(found.application.number, found.handle)) end)
    return result, tap_accessory
  end

  local row_class, tap_accessory = found_class("row", "okit.Row", host.row)
  local cell_class, tap_cell_accessory = found_class("cell", "okit.CellElement", host.cell, { error = host.cell_error })

  -- An element that was found by its role, label or identifier.
  local element_names = { "id", "enabled", table.unpack(host.accessibility) }
  local element_class = class("element", "okit.Element", acting("element", host.element), element_names,
    function(found) return host.element_fields(found.application.number, found.handle) end,
    function(found) return ("element %q"):format(host.name(found.application.number, found.handle)) end)

  -- `row.accessory` is a text, and `row:accessory()` taps what it names: the call of a text with a row or a cell.
  host.set_text_call(function(_, self, ...)
    local found = stands[self]
    local class_of = found and found.class
    if class_of and class_of == row_class then return tap_accessory(self, ...) end
    if class_of and class_of == cell_class then return tap_cell_accessory(self, ...) end
    error("attempt to call a string value", 2)
  end)

  -- Dialogs -------------------------------------------------------------------------------------------------------

  local dialog_classes = {}
  for kind, actions in pairs(host.dialogs) do
    local methods = acting(kind, actions)
    if actions.type then
      function methods:type(text, field)
        actions.type(stand(self, kind, "type").application.number, text, field)
        return self
      end
    end
    local function fields(dialog)
      local content = host.peek[kind](dialog.application.number)
      if not content then host.fail("locator.none", ("no %s is open"):format(kind)) end
      return screens.dialog(content)
    end
    local declared = kind == "alert" and "okit.Alert" or "okit.Sheet"
    local names = { "id", "title", "message", "fields", "actions", table.unpack(host.accessibility) }
    dialog_classes[kind] = class(kind, declared, methods, names, fields, function(dialog)
      local content = fields(dialog)
      return ("%s %q"):format(kind, content.title or content.message or "")
    end)
  end

  -- The title and the clock ---------------------------------------------------------------------------------------

  local function title_of(title, key)
    local number = title.application.number
    local screen, _, step = host.readers.screen(number)
    if step then host.claims.shown(number, step, key or "title") end
    return screen
  end
  local title_class = class(
    "title", "okit.Title", acting("title", host.title), { "prompt", "title", "subtitle" }, title_of,
    function(title) return title_of(title).title end)

  local clock_class = class("clock", "okit.Clock", acting("clock", host.clock), { "now" },
    function(clock) return { now = host.peek.now(clock.application.number) } end,
    function(clock) return "clock at " .. tostring(host.peek.now(clock.application.number)) end)

  -- Changes -------------------------------------------------------------------------------------------------------

  local function same(a, b)
    if a == b then return true end
    if type(a) ~= "table" or type(b) ~= "table" then return false end
    for key, value in pairs(a) do
      if not same(value, b[key]) then return false end
    end
    for key in pairs(b) do
      if a[key] == nil then return false end
    end
    return true
  end

  -- A change is a patch `{ op, path, value, old }`. Tests may also say it as `{ path, old, new }`, and need not name
  -- every field.
  local change = { __metatable = false }
  local changes = setmetatable({}, { __mode = "k" })
  function change.__index(self, key)
    if key == "new" then return rawget(self, "value") end
  end
  function change.__matches(actual, expected)
    if not changes[actual] then actual, expected = expected, actual end
    if type(expected) ~= "table" then return false end
    if changes[expected] then
      return same(rawget(actual, "op"), rawget(expected, "op")) and same(actual.from, expected.from)
        and same(actual.path, expected.path) and same(actual.value, expected.value) and same(actual.old, expected.old)
    end
    if expected.path == nil then return false, "a change is recognised by its path" end
    for key, value in pairs(expected) do
      if not same(actual[key], value) then return false end
    end
    return true
  end

  -- Whether a value has all that is wanted.
  local function fits(actual, wanted)
    if type(wanted) ~= "table" or type(actual) ~= "table" then return actual == wanted end
    for key, value in pairs(wanted) do
      if not fits(actual[key], value) then return false end
    end
    return true
  end

  -- Claims changes of the last step: each claim is one that no other claim is.
  local function claim_changes(number, claims)
    local made, taken = host.claims.made(number), {}
    for _, one in ipairs(made) do setmetatable(one, change) end
    for _, wanted in ipairs(claims) do
      local found
      for place, one in ipairs(made) do
        if not found and not taken[place] and fits(one, wanted) then found = place end
      end
      if not found then
        local name = type(wanted) ~= "table" and tostring(wanted) or wanted.path or wanted.request
        host.claims.fail(number, name)
      end
      taken[found] = true
      host.claims.made_one(number, found)
    end
  end

  -- Claims what the screen shows: `part` must show what is `wanted`, and something else before.
  local function claim_shown(number, actual, wanted, part, step)
    if type(wanted) ~= "table" then
      -- False stands for a part that has gone: nil would be no member.
      if actual ~= wanted and not (wanted == false and actual == nil) then
        host.claims.differs(number, part, actual, wanted)
      end
      if not host.claims.has_changed(number, part) then host.claims.fail(number, "screen." .. part) end
      return
    end
    if type(actual) ~= "table" then host.claims.differs(number, part, actual, wanted) end
    -- Nothing of the rows or sections claims those that have gone, or have another order.
    if next(wanted) == nil then host.claims.shown(number, step, "order") end
    for key, value in pairs(wanted) do
      claim_shown(number, actual[key], value, part == "" and tostring(key) or part .. "." .. tostring(key), step)
    end
  end

  -- Calls a function in the middle of what the host does, and passes its error on when that has ended.
  local function inside(what, run, number, fn)
    if type(fn) ~= "function" then host.fail("lua.argument", ("%s needs a function, got %s"):format(what, type(fn))) end
    local ok, problem = true, nil
    local function keep(caught)
      problem = caught
      return caught
    end
    local result = run(number, function()
      ok = xpcall(fn, keep)
      return ok
    end)
    if not ok then error(problem, 0) end
    return result
  end

  -- Applications --------------------------------------------------------------------------------------------------

  local methods = acting("app", host.actions)

  for name, value in pairs(host.values) do
    methods[name] = function(self, ...) return value(stand(self, "app", name).number, ...) end
  end

  for name, step in pairs(host.history) do
    methods[name] = function(self) return self, step(stand(self, "app", name).number) end
  end

  function methods:row(what)
    local application = stand(self, "app", "row")
    return make(row_class, { application = application, handle = host.find.row(application.number, what) })
  end

  function methods:cell(what, column)
    local application = stand(self, "app", "cell")
    return make(cell_class, { application = application, handle = host.find.cell(application.number, what, column) })
  end

  for _, finder in ipairs { "byRole", "byLabel", "byIdentifier" } do
    methods[finder] = function(self, ...)
      local application = stand(self, "app", finder)
      return make(element_class, { application = application, handle = host.find[finder](application.number, ...) })
    end
  end

  -- Returns what the binding behind a property of a row or cell read last, and which write made it run.
  function methods:why(row, property)
    local application = stand(self, "app", "why")
    local found = stands[row]
    if not found or not found.handle then
      host.fail("lua.argument", "app:why needs a row or a cell, as app:row and app:cell find them")
    end
    return host.why(application.number, found.handle, property)
  end

  -- Windows have the number of their application in their lower 32 bits, and above them that of the window, from 0.
  local make_application
  local function window(first, number)
    if number == 1 then return first.object end
    local known = first.windows[number] or make_application(first.number + ((number - 1) << 32), first)
    first.windows[number] = known
    return known
  end

  function methods:window()
    local application = stand(self, "app", "window")
    return window(application.first, host.windows.window(application.number))
  end

  function methods:windows()
    local application = stand(self, "app", "windows")
    local windows = host.windows.windows(application.number)
    for place, number in ipairs(windows) do windows[place] = window(application.first, number) end
    return windows
  end

  function methods:closeWindow()
    local application = stand(self, "app", "closeWindow")
    host.windows.closeWindow(application.number)
    return application.first.object
  end

  function methods:title() return make(title_class, { application = stand(self, "app", "title") }) end

  function methods:changes(fn)
    local number = stand(self, "app", "changes").number
    if type(fn) == "table" then
      claim_changes(number, fn)
      return self
    end
    local patches = inside("app:changes", host.changes, number, fn)
    for _, patch in ipairs(patches) do changes[setmetatable(patch, change)] = true end
    return patches
  end

  function methods:shows(wanted)
    local number = stand(self, "app", "shows").number
    if type(wanted) ~= "table" then host.fail("lua.argument", "app:shows needs a table with fields of app.screen") end
    local screen, source, after = host.claims.screen(number)
    claim_shown(number, screens.screen(number, screen, source, after), wanted, "", after)
    return self
  end

  function methods:transaction(name, fn)
    local number = stand(self, "app", "transaction").number
    if fn == nil then name, fn = nil, name end
    inside("app:transaction", function(_, body) return host.transaction(number, name, body) end, number, fn)
    return self
  end

  function methods:check(name, fn)
    local number = stand(self, "app", "check").number
    if fn == nil then
      host.check(number, name)
    else
      inside("app:check", function(_, body) return host.check(number, name, body) end, number, fn)
    end
    return self
  end

  for _, kind in ipairs { "always", "eventually" } do
    methods[kind] = function(self, name, fn, options)
      local number = stand(self, "app", kind).number
      if type(name) ~= "string" then
        host.fail("lua.argument", ("app:%s needs a name, got %s"):format(kind, type(name)))
      end
      if type(fn) ~= "function" then
        host.fail("lua.argument", ("app:%s needs a function, got %s"):format(kind, type(fn)))
      end
      host.properties[kind](number, name, fn, options)
      return self
    end
  end

  -- The reference model is a table of the test, so that its functions are called here.
  function methods:reference(reference)
    local number = stand(self, "app", "reference").number
    local model, step, check = nil, nil, nil
    if type(reference) == "table" then model, step, check = reference.model, reference.step, reference.check end
    if type(step) ~= "function" or type(check) ~= "function" then
      host.fail("lua.argument", "app:reference needs { model = …, step = function, check = function }")
    end
    host.properties.reference(number, "reference", function(action)
      if action ~= nil then step(model, action) end
      return check(model)
    end)
    return self
  end

  -- The steps end in order, also with an error, whose stack is still there when the test catches it.
  local step_end = { __close = function(step, problem) host.end_step(step.number, problem ~= nil) end }

  function methods:step(name, fn)
    local number = stand(self, "app", "step").number
    if type(name) ~= "string" then host.fail("lua.argument", ("app:step needs a name, got %s"):format(type(name))) end
    if type(fn) ~= "function" then
      host.fail("lua.argument", ("app:step needs a function, got %s"):format(type(fn)))
    end
    host.step(number, name)
    local _ <close> = setmetatable({ number = number }, step_end)
    return fn(self)
  end

  -- Fields are read by the name that is asked for, so that a screen is only created when a script reads it.
  local readers = {}
  for name, read in pairs(host.readers) do
    readers[name] = function(application) return read(application.number) end
  end
  for name, declared in pairs { diagnostics = "okit.Diagnostic", log = "okit.LogLine" } do
    local read = readers[name]
    readers[name] = function(application) return screens.all_strict(declared, read(application)) end
  end
  function readers.screen(application) return screens.read(application.number) end
  for kind, metatable in pairs(dialog_classes) do
    readers[kind] = function(application)
      return host.peek[kind](application.number) and make(metatable, { application = application })
    end
  end
  function readers.clock(application) return make(clock_class, { application = application }) end

  local reader_names = {}
  for name in pairs(readers) do reader_names[#reader_names + 1] = name end
  local application_class = class("app", "okit.App", methods, reader_names,
    function(application)
      return setmetatable({}, { __index = function(_, key) return readers[key](application) end })
    end,
    function(application) return ("app %q"):format(host.peek.name(application.number)) end)
  application_class.__pairs = nil

  -- `first` is the content of the first window; nil for that one.
  function make_application(number, first)
    local application = { number = number, windows = {} }
    application.application, application.first = application, first or application
    application.object = make(application_class, application)
    return application.object
  end

  -- The object of the application with a number, the names of a class's members, and what the table of a screen stands
  -- for.
  return function(number) return make_application(number) end, function(declared)
    return members[declared] and members[declared]()
  end, screens.source
end

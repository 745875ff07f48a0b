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

  -- What is shown ------------------------------------------------------------------------------------------------

  -- Tables that say what a person sees fail for a field that they never have. The parts of a screen are read when a
  -- script reads them: until then, its tables have what they are read from under this key.
  local UNREAD = "\0unread"
  local shown = {}

  -- Reads all that is left of a table.
  local function fill(self)
    local unread = rawget(self, UNREAD)
    if unread then
      self[UNREAD] = nil
      unread.fill(self, unread)
    end
  end

  host.set_filler(fill)

  for declared, names in pairs(host.shown) do
    local known, what = {}, declared:match("[^.]+$"):gsub("^Shown", ""):gsub("(%l)(%u)", "%1 %2")
    for _, name in ipairs(names) do known[name] = true end
    shown[declared] = {
      __metatable = false,
      __fills = true,
      __index = function(self, key)
        if not known[key] then host.unknown(what:lower(), "field", tostring(key), declared) end
        local unread = rawget(self, UNREAD)
        return unread and unread.read(self, unread, key)
      end,
      __pairs = function(self)
        fill(self)
        return next, self, nil
      end,
    }
  end

  local function strict(declared, value)
    if value then setmetatable(value, shown[declared]) end
    return value
  end

  local function all_strict(declared, list)
    for _, value in ipairs(list or {}) do strict(declared, value) end
    return list
  end

  local function strict_view(view)
    if view then all_strict("okit.TextRun", view.runs) end
    return strict("okit.ShownView", view)
  end

  local strict_row
  function strict_row(row)
    strict("okit.ShownButton", row.button)
    strict("okit.Control", row.control)
    strict_view(row.view)
    all_strict("okit.TextRun", row.textRuns)
    all_strict("okit.TextRun", row.detailRuns)
    for _, cell in ipairs(rawget(row, "cells") or {}) do strict("okit.ShownRow", strict_row(cell)) end
    return row
  end

  local function strict_dialog(dialog)
    if dialog then
      all_strict("okit.ShownField", dialog.fields)
      all_strict("okit.ShownAction", dialog.actions)
    end
    return dialog
  end

  -- The fields of a row that are read apart from the others, because few scripts read them.
  local accessible = {}
  for _, name in ipairs(host.accessibility) do accessible[name] = true end

  -- Tells that a field of what `unread` stands for is read, where a test must claim what a step has changed.
  local function claim(unread, part, key)
    if unread.step then host.claims.shown(unread.number, unread.step, part and part .. "." .. key or key) end
  end

  local function fill_part(self, unread, part)
    if unread[part] then return end
    unread[part] = true
    for key, value in pairs(host.parts[part](unread.number, unread.screen, unread.section, unread.place)) do
      self[key] = value
    end
    if part == "shown_row" then strict_row(self) end
  end

  local function part_of_row(unread) return ("sections.%d.rows.%d"):format(unread.section, unread.place) end

  local function fill_row(self, unread)
    if unread.step then
      host.claims.shown(unread.number, unread.step, part_of_row(unread))
      unread.shown_row, unread.shown_accessibility = nil, nil
    end
    fill_part(self, unread, "shown_accessibility")
    fill_part(self, unread, "shown_row")
  end

  local function read_row(self, unread, key)
    if not unread.step then
      fill_part(self, unread, accessible[key] and "shown_accessibility" or "shown_row")
      return rawget(self, key)
    end
    claim(unread, part_of_row(unread), key)
    unread.row = unread.row or {}
    fill_part(unread.row, unread, accessible[key] and "shown_accessibility" or "shown_row")
    self[key] = rawget(unread.row, key)
    return rawget(self, key)
  end

  -- Reads a table as a whole.
  local function read_all(self, _, key)
    fill(self)
    return self[key]
  end

  local function fill_section(self, unread)
    claim(unread, "sections." .. unread.section, "rows")
    local rows = {}
    for place = 1, unread.count do
      rows[place] = strict("okit.ShownRow", {
        [UNREAD] = {
          fill = fill_row, read = read_row, number = unread.number, screen = unread.screen, section = unread.section,
          place = place, step = unread.step,
        },
      })
    end
    self.rows = rows
    for key, value in pairs(unread.plain or {}) do
      claim(unread, "sections." .. unread.section, key)
      self[key] = value
    end
  end

  -- Reads a field of a section of its own.
  local function read_section(self, unread, key)
    if key == "rows" then
      local plain = unread.plain
      unread.plain = nil
      fill_section(self, unread)
      unread.plain = plain
      return self.rows
    end
    claim(unread, "sections." .. unread.section, key)
    return unread.plain[key]
  end

  local parts = {}
  for name, part in pairs(host.parts) do
    if not name:find("^shown_") then parts[name] = part end
  end
  for _, bar in ipairs { "left", "right", "toolbar" } do
    parts[bar] = function(...)
      local buttons = all_strict("okit.ShownBarButton", host.parts[bar](...))
      for _, button in ipairs(buttons) do all_strict("okit.TextRun", rawget(button, "runs")) end
      return buttons
    end
  end
  for _, runs in ipairs { "titleRuns", "subtitleRuns" } do
    parts[runs] = function(...) return all_strict("okit.TextRun", host.parts[runs](...)) end
  end
  function parts.titleView(...) return strict_view(host.parts.titleView(...)) end
  function parts.views(...)
    local views = host.parts.views(...)
    for _, view in ipairs(views) do strict_view(view) end
    return views
  end
  function parts.help(...)
    local callouts = host.parts.help(...)
    return callouts and all_strict("okit.ShownCallout", callouts)
  end
  function parts.columns(...)
    local columns = host.parts.columns(...)
    return columns and all_strict("okit.ShownColumn", columns)
  end
  function parts.tabs(...) return all_strict("okit.ShownTab", host.parts.tabs(...)) end
  function parts.keyboard(...) return all_strict("okit.ShownKey", host.parts.keyboard(...)) end
  function parts.search(...) return strict("okit.ShownSearch", host.parts.search(...)) end
  for _, kind in ipairs { "alert", "sheet" } do
    parts[kind] = function(...) return strict("okit.ShownDialog", strict_dialog(host.parts[kind](...))) end
  end
  function parts.cover(...) return strict("okit.ShownCover", host.parts.cover(...)) end
  function parts.theme(...) return strict("okit.ShownTheme", host.parts.theme(...)) end
  function parts.sections(number, screen, step)
    local sections = host.parts.sections(number, screen)
    for i, section in ipairs(sections) do
      local unread =
        { fill = fill_section, read = read_all, number = number, screen = screen, section = i, count = section.rows }
      section.rows = nil
      if step then
        unread.step, unread.read, unread.plain = step, read_section, section
        section = {}
        sections[i] = section
      end
      section[UNREAD] = unread
      strict("okit.ShownSection", section)
    end
    return sections
  end

  local function read_part(self, unread, key)
    -- Who reads the sections sees no row yet.
    if key ~= "sections" then claim(unread, nil, key) end
    local part, value = parts[key], unread.plain and unread.plain[key]
    if part then value = part(unread.number, unread.screen, unread.step) end
    self[key] = value
    return value
  end

  local function fill_screen(self, unread)
    for key in pairs(parts) do
      if rawget(self, key) == nil then read_part(self, unread, key) end
    end
    for key in pairs(unread.plain or {}) do read_part(self, unread, key) end
  end

  -- `step` is the number of the step whose changes a test claims by reading the screen.
  local function lazy_screen(number, screen, source, step)
    if not screen then return nil end
    local unread = { fill = fill_screen, read = read_part, number = number, screen = source, step = step }
    if step then screen, unread.plain = {}, screen end
    screen[UNREAD] = unread
    return strict("okit.Screen", screen)
  end

  function parts.menu(number, screen) return lazy_screen(number, host.parts.menu(number, screen)) end

  -- Returns a screen as it is now.
  local function read_screen(number) return lazy_screen(number, host.readers.screen(number)) end

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
        if accessible[key] then return host.row_accessibility(number, handle) end
        local row = host.fields(number, handle, key)
        if key == nil then
          for field, value in pairs(host.row_accessibility(number, handle)) do row[field] = value end
        end
        return strict_row(row)
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
      return strict_dialog(content)
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
        local is_table = type(wanted) == "table"
        host.claims.fail(number, is_table and (wanted.path or wanted.request) or not is_table and tostring(wanted) or nil)
      end
      taken[found] = true
      host.claims.made_one(number, found)
    end
  end

  -- Claims what the screen shows: `part` must show what is `wanted`, and something else before.
  local function claim_shown(number, actual, wanted, part)
    if type(wanted) ~= "table" then
      if actual ~= wanted then host.claims.differs(number, part, actual, wanted) end
      if not host.claims.has_changed(number, part) then host.claims.fail(number, "screen." .. part) end
      return
    end
    if type(actual) ~= "table" then host.claims.differs(number, part, actual, wanted) end
    for key, value in pairs(wanted) do
      claim_shown(number, actual[key], value, part == "" and tostring(key) or part .. "." .. tostring(key))
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
    claim_shown(number, lazy_screen(number, host.claims.screen(number)), wanted, "")
    return self
  end

  function methods:transaction(name, fn)
    local number = stand(self, "app", "transaction").number
    if fn == nil then name, fn = nil, name end
    inside("app:transaction", function(_, body) return host.transaction(number, name, body) end, number, fn)
    return self
  end

  -- Fields are read by the name that is asked for, so that a screen is only created when a script reads it.
  local readers = {}
  for name, read in pairs(host.readers) do
    readers[name] = function(application) return read(application.number) end
  end
  for name, declared in pairs { diagnostics = "okit.Diagnostic", log = "okit.LogLine" } do
    local read = readers[name]
    readers[name] = function(application) return all_strict(declared, read(application)) end
  end
  function readers.screen(application) return read_screen(application.number) end
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

  -- The object of the application with a number, and the names of a class's members.
  return function(number)
    local application = { number = number }
    application.application, application.object = application, make(application_class, application)
    return application.object
  end, function(declared) return members[declared] and members[declared]() end
end

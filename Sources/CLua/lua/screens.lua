-- Screens, and what else a person sees, as tables. `driver.lua` makes the objects that act on them.
return function(host)
  local ipairs, next, pairs, rawget, setmetatable, tostring = ipairs, next, pairs, rawget, setmetatable, tostring
  local type = type

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
    claim(unread, nil, "order")
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

  -- What the screens that were read completely were read from.
  local filled = setmetatable({}, { __mode = "k" })

  local function fill_screen(self, unread)
    filled[self] = unread
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

  -- Returns the number of the application whose screen a table is, and the screen as it was then; nil for another
  -- value.
  local function source(screen)
    local unread = type(screen) == "table" and (rawget(screen, UNREAD) or filled[screen])
    if unread and unread.fill == fill_screen then return unread.number, unread.screen end
  end

  return {
    accessible = accessible, all_strict = all_strict, dialog = strict_dialog, read = read_screen, row = strict_row,
    screen = lazy_screen, source = source,
  }
end

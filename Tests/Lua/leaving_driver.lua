-- Performs random actions that a screen offers on an application whose functions leave their screens at random.

-- The actions that a user could perform now: pairs of a name and a function.
local function possible(app, random)
  local screen, all = app.screen, {}
  local function add(name, action) all[#all + 1] = { name = name, run = action } end
  local function text() return ({ "", "x", "Dune", "a longer text" })[random(4)] end
  local dialog = app.alert or app.sheet
  if dialog then
    for index, action in ipairs(dialog.actions) do
      add("answer " .. action.title, function() (app.alert or app.sheet):tap(index) end)
    end
    if app.alert and #app.alert.fields > 0 then add("type in an alert", function() app.alert:type(text()) end) end
    return all
  end
  for _, section in ipairs(screen.sections) do
    for _, row in ipairs(section.rows) do
      local name = row.text or row.label
      add("tap row " .. name, function() app:row(name):tap() end)
      if row.button or row.accessory ~= "none" then add("accessory " .. name, function() app:row(name):accessory()
        end) end
      if #row.leading > 0 then add("quick " .. name, function() app:row(name):quick() end) end
      for _, title in ipairs(row.trailing) do
        if title == "Delete" then
          add("delete " .. name, function() app:row(name):delete() end)
        else
          add("more " .. name, function() app:row(name):more() end)
        end
      end
      local control = row.control
      if control and control.enabled and control.kind == "text" then
        add("type " .. name, function() app:cell(name):type(text()) end)
        if control.focused then add("enter " .. name, function() app:doneKey() end) end
        add("type again " .. name, function() app:cell(name):type(text()) end)
      elseif control and control.enabled and control.kind == "switch" then
        add("set " .. name, function() app:cell(name):set(not app:cell(name).control.value) end)
      end
    end
  end
  for _, bar in ipairs { screen.left, screen.right, screen.toolbar } do
    for _, button in ipairs(bar) do add("button " .. button.title, function() app:tap(button.title) end) end
  end
  if screen.keyboard then
    for name, key in pairs { next = "next", previous = "previous", done = "doneKey", cancel = "cancelKey", submit =
      "submit" } do
      add(name, function() app[key](app) end)
    end
  end
  for index, tab in ipairs(screen.tabs) do add("tab " .. tab.title, function() app:tab(index) end) end
  if screen.search then add("search", function() app:search(text()) end) end
  if screen.refresh then add("refresh", function() app:refresh() end) end
  add("menu", function() app:menu() end)
  add("back", function() app:back() end)
  add("close", function() app:close() end)
  add("the title", function() app:title():tap() end)
  add("background", function() app:background() app:foreground() end)
  add("time", function() app.clock:advance(random(10)) end)
  add("undo", function() app:undo() end)
  add("redo", function() app:redo() end)
  if random(10) == 1 then add("the end", function() app:background() app:terminate() app:relaunch()
    app:call "arm" end) end
  table.sort(all, function(a, b) return a.name < b.name end)
  return all
end

-- Returns the names of the actions.
return function(seed, steps)
  local state = seed
  local function random(limit)
    -- The minimal standard generator.
    state = state * 48271 % 2147483647
    return state % limit + 1
  end
  local kinds = { "form", "presented", "tabs", "rows", "list", "selection", "menu" }
  local app = okit.launch("leaving_hooks_app.lua", { arguments = { kinds[random(#kinds)], "any", tostring(seed) } })
  app:call "arm"
  local trail = {}
  for _ = 1, steps do
    local actions = possible(app, random)
    local action = actions[random(#actions)]
    trail[#trail + 1] = action.name
    -- An action may have become impossible by what a function of the row has done while it was looked at.
    pcall(action.run)
    local _ = app.diagnostics
    if #app.stack == 0 then error("no screen is open after " .. table.concat(trail, ", ")) end
  end
  app:call "disarm"
  for _ = 1, 20 do
    local dialog = app.alert or app.sheet
    if dialog then dialog:tap(#dialog.actions) end
  end
  local _ = { app.screen, app.diagnostics }
  return trail
end

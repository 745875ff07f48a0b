-- Shared test code: the launch of the application, and helpers to read a screen.

local support = {}

-- Launches the application with its sample at noon on 2020-01-31.
function support.launch(locale)
  return okit.launch("app.lua", { now = "2020-01-31T12:00:00Z", locale = locale })
end

-- Stores the state, ends the application and starts it again with the same database.
function support.restart(app)
  return app:background():terminate():relaunch()
end

-- Returns the titles of bar buttons.
function support.titles(buttons)
  local list = {}
  for i, button in ipairs(buttons) do list[i] = button.title end
  return list
end

function support.headers(app)
  local list = {}
  for i, section in ipairs(app.screen.sections) do list[i] = section.header end
  return list
end

-- Returns the detail texts of the rows of a section: `{ Net = "$10.00" }`.
function support.details(app, header)
  local details = {}
  for _, section in ipairs(app.screen.sections) do
    if section.header == header then
      for _, row in ipairs(section.rows) do details[row.text] = row.detail end
    end
  end
  return details
end

-- Adds lines for products to the order on the screen, by their names.
function support.addLines(app, names)
  app:row("Lines"):tap()
  for _, name in ipairs(names) do app:tap("Add"):row(name):tap() end
  return app:back()
end

return support

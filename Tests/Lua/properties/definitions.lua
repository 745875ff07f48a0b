-- The controllers around a class whose properties a case is about.
local M = {}

-- Returns a table with the members of another one on top.
function M.merged(base, own)
  local result = {}
  for name, value in pairs(base) do result[name] = value end
  for name, value in pairs(own) do result[name] = value end
  return result
end

-- The screens that segues lead to.
function M.targets(okit)
  okit.ModelDetailTableController:extend("detail", { titlePath = "name" })
  okit.ModelDetailTableController:extend("other", { titlePath = "#Other" })
end

function M.list(okit, properties)
  M.targets(okit)
  okit.ModelListTableController:extend("home", M.merged({
    dataPath = "items", cell = okit.ModelTableCell { path = "name", detailPath = "note" },
  }, properties))
end

-- A list that searches elsewhere.
function M.searched_list(okit, properties)
  local class = okit.ModelListTableController:extend("home", M.merged({
    dataPath = "items", cell = okit.ModelTableCell { path = "name" },
  }, properties))
  function class:onSearch() okit.log.info "ran" end
end

-- A grid; one without columns gets those of `columnsPath`.
function M.grid(okit, properties)
  M.targets(okit)
  local given = { dataPath = "items", columnsPath = "others", cell = okit.ModelTableCell { path = "name" } }
  if properties.columns then given = { dataPath = "items" } end
  okit.ModelGridController:extend("home", M.merged(given, properties))
end

function M.detail(okit, properties)
  M.targets(okit)
  okit.ModelDetailTableController:extend("home", M.merged({
    sections = {
      { cells = {
        okit.ModelTableCell { path = "#First", accyPath = "#1" }, okit.ModelTableCell { path = "#Second" },
      } },
      { cells = { okit.ModelTableCell { path = "#Third" } } },
    },
  }, properties))
end

-- A detail of an edit cell, about the properties of the detail.
function M.cell_of_detail(okit, properties)
  okit.ModelDetailTableController:extend("home", M.merged({
    sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
  }, properties))
end

-- Opens the controller "own" in edit mode.
function M.opener(okit)
  okit.ModelDetailTableController:extend("home", {
    titlePath = "#Home", editAlways = true, right = { okit.ModelBarButtonItem { title = "#Open", segue = "own" } },
  })
end

-- A controller that another one in edit mode has opened.
function M.opened(okit, properties)
  M.opener(okit)
  okit.ModelDetailTableController:extend("own", properties)
end

function M.selection(okit, properties)
  M.targets(okit)
  okit.ModelDetailTableController:extend("home", {
    titlePath = "#Home",
    sections = { { cells = {
      okit.ModelTableCell { path = "#Open", segue = "own" },
      okit.ModelTableCell { path = "#Present", segue = { to = "own", kind = "present" } },
    } } },
  })
  okit.ModelSelectionTableController:extend("own", M.merged({
    contextPath = "/", dataPath = "items", selectionPath = "picks", cell = okit.ModelTableCell { path = "name" },
  }, properties))
end

-- Returns a function that defines a screen with a cell of a class, in the context of an entity.
function M.cell(class, given)
  return function(okit, properties)
    M.targets(okit)
    okit.ModelDetailTableController:extend("home", {
      contextPath = "items[0]",
      sections = { { cells = {
        okit[class](M.merged(given or {}, properties)),
        okit.ModelDateCell { path = "#Day", datePath = "day" },
      } } },
    })
  end
end

-- Returns a function that defines a screen with a view, or a bar with a button.
function M.view(class)
  return function(okit, properties)
    M.targets(okit)
    okit.ModelController:extend("home", { contextPath = "/", views = { okit[class](properties) } })
  end
end

function M.button(okit, properties)
  M.targets(okit)
  okit.ModelController:extend("home", { contextPath = "/", right = { okit.ModelBarButtonItem(properties) } })
end

function M.help(okit, properties)
  okit.ModelListTableController:extend("home", {
    dataPath = "items", cell = okit.ModelTableCell { path = "name" }, helpView = okit.ModelHelpView(properties),
  })
end

function M.menu(okit, properties)
  M.targets(okit)
  okit.ModelListTableController:extend("home", { contextPath = "/", dataPath = "items" })
  okit.ModelMenuTableController:extend("menu", M.merged({
    contextPath = "/", dataPath = "items", identifier = "detail",
    cell = okit.ModelTableCell { path = "name", accyPath = "#4" },
  }, properties))
  okit.ModelApplicationController:extend("application", {})
end

function M.application(okit, properties)
  M.targets(okit)
  okit.ModelDetailTableController:extend("home", { titlePath = "name" })
  for _, name in ipairs { "menu", "drawer" } do
    okit.ModelMenuTableController:extend(name, { dataPath = "/items", titlePath = "#" .. name })
  end
  okit.ModelApplicationController:extend("application", properties)
end

function M.tabs(okit, properties)
  M.targets(okit)
  okit.TabBarController:extend("home", { tabs = { M.merged({ title = "#First", root = "other" }, properties) } })
end

return M

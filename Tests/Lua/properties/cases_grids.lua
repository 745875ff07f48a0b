-- Grids and their columns.
local case = require "case"
local define = require "definitions"
local lazy = case.lazy

local grid = case.of("ModelGridController", { define = define.grid })

-- A grid of one column with a property.
local column = case.of("Column", {
  define = function(okit, properties)
    local given = { title = "#Name", cell = okit.ModelTableCell { path = "name" } }
    define.grid(okit, { columns = { define.merged(given, properties) } })
  end,
})

local function columns(title, path)
  return lazy(function(okit) return { { title = title, cell = okit.ModelTableCell { path = path } } } end)
end

return {
  grid("columns", columns("#Note", "note"), { without = columns("#Name", "name") }),
  grid("columnsPath", "items", { without = "others" }),
  grid("columnHeader", "kind"),
  grid("cellPath", function(_, item) return item end),
  grid("rowHeader", "note"),
  column("title", "#Title"),
  column("cell", lazy(function(okit) return okit.ModelTableCell { path = "note" } end)),
  column("sort", "name", { steps = function(app) pcall(function() app:tap "Name" end) end }),
}

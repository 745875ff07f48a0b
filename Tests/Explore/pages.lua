-- Planted (store): a change of which the state does not know.
local okit = require "okit"
local t = okit.types
local Page = okit.ModelEntity:extend("Page", { title = "", archived = false })
local Book = okit.Model:extend("Book", { pages = t.list(Page) })
local dirty = false
function Page:archive() self.archived = true end
okit.Model.initialize(function()
  local m = okit.Model.register(Book)
  m:observe("pages.@count", function() dirty = true end)
  m:observe("pages.title", function() dirty = true end)
  okit.Model.state(function() if dirty then okit.Model.store(m) dirty = false end end) -- fault
  -- corrected: okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Page", dataPath = "pages", titlePath = "#Pages",
  addName = "title",
  cell = okit.ModelTableCell { path = "title", detailPath = "archived", segue = "page" } })
okit.ModelDetailTableController:extend("page", { titlePath = "title",
  right = { okit.ModelBarButtonItem { title = "#Archive", tap = "archive()", enabled = "!archived" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Title", textPath = "title" } } } } })

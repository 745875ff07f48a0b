-- A list, a set and a map of as many elements as the argument says, screens that show the list, and a small model on a
-- server.
local okit = require "okit"
local t = okit.types
local count = math.tointeger(okit.arguments[1])

local Item = okit.ModelEntity:extend("Item", {
  name = "", price = 0, marked = false, day = t.date,
  -- The number of marked items up to this one: a chain as long as the list.
  marks = t.computed(function(self)
    local before = okit.Model.entity("i" .. self.price - 1)
    return (self.marked and 1 or 0) + (before and before.marks or 0)
  end),
})
function Item:mark() self.marked = not self.marked end

local Shop = okit.Model:extend("Shop", {
  name = "", chosen = t.optional(t.entity(Item)), items = t.list(Item), picked = t.list(t.ref(Item)),
  numbers = t.set(t.int), prices = t.map(t.int),
})
function Shop:touch() self.name = self.name == "a" and "b" or "a" end
-- Adds elements, as many as one turn may take time for. Returns whether all are there.
function Shop:fill()
  local first = #self.items + 1
  for i = first, math.min(first + 9999, count) do
    self.items:add { id = "i" .. i, name = "Item " .. i, price = i }
    self.numbers:add(i)
    self.prices["p" .. i] = i
  end
  self.chosen = self.chosen or Item { id = "chosen" }
  return #self.items == count
end
function Shop:count() return #self.items end
function Shop:registered() return okit.Model.get() == self end
function Shop:found() return okit.Model.entity("i3") end
function Shop:dangling() return #okit.Model.danglingRefs() end
okit.Model.register(Shop)

local Remote = okit.ModelHttp:extend("Remote", { number = 0, text = ("text "):rep(200) })
local remote = okit.Model.register(Remote, "remote")
okit.Model.state(function() okit.Model.store(remote) end)
function Shop:send()
  remote.number = remote.number + 1
  assert(okit.Model.storeState():wait())
end

local cell = okit.ModelTableCell { path = "name", detailPath = "price", segue = "item" }
local Items = okit.ModelListTableController:extend("items", {
  dataPath = "items", cell = cell, searchPath = "name", searchFilters = "#Marked",
  searchFilterPath = function(item) return item.marked and "Marked" or "" end,
  titlePath = "#Items", titleTap = "touch()",
  deletePrompt = false, quickTap = "mark()", quickName = "#Mark", more = true,
  moreActions = { { name = "#Mark", tap = "mark()" } }, reorder = true,
})
function Items:onRefresh() end
okit.ModelGridController:extend("grid", {
  dataPath = "items", rowHeader = "name",
  columns = { { title = "#Price", cell = okit.ModelTextCell { textPath = "price" } } },
})
okit.ModelDetailTableController:extend("item", {
  titlePath = "name", editAlways = "#true",
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
})
okit.ModelForm:extend("form", {
  titlePath = "name", editAlways = "#true",
  sections = { { cells = {
    okit.ModelTextCell { path = "#Name", dataPath = "name", validationRequired = "#true" },
    okit.ModelTextCell { path = "#Price", dataPath = "price", validationFormula = "= value >= 0" },
  } } },
})
function Shop:edit() okit.present("form", self.items[#self.items // 2]) end
okit.ModelForm:extend("lines", {
  contextPath = "/", titlePath = "#Lines",
  sections = {
    { cells = { okit.ModelTextCell { path = "#Name", dataPath = "name" } } },
    { header = "#Lines", dataPath = "items", addField = "name", addPlaceholder = "#New", addAppend = true,
      deletePrompt = false, quickName = "#Mark", quickTap = "mark()",
      cell = okit.ModelTableCell { path = "name", detailPath = "price" } },
    { cells = { okit.ModelTableCell { path = "#Total", detailPath = "items.@sum.price" } } },
  },
})
function Shop:editLines() okit.present "lines" end
okit.ModelSelectionTableController:extend("pick", {
  dataPath = "items", selectionPath = "picked", cell = okit.ModelTableCell { path = "name" },
})
okit.ModelDetailTableController:extend("home", {
  titlePath = "#Home",
  sections = { { cells = {
    okit.ModelTableCell { path = "#Items", segue = "items" }, okit.ModelTableCell { path = "#Pick", segue = "pick" },
    okit.ModelTableCell { path = "#Grid", segue = "grid" },
  } } },
})

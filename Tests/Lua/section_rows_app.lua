-- An order with lines and payments on one screen, and a list with a field that adds.
local okit = require "okit"
local t = okit.types

local Note = okit.ModelEntity:extend("Note", { text = "" })

local Line = okit.ModelEntity:extend("Line", {
  name = "", count = 1, price = t.double(10), open = true, marked = false,
  amount = t.computed(function(self) return self.count * self.price end),
})
function Line:twice() self.count = self.count * 2 end
function Line:close() self.open = false end

local Order = okit.ModelEntity:extend("Order", {
  number = "", customer = "", lines = t.list(Line), notes = t.list(Note), showsNotes = true,
  total = t.computed(function(self) return self:get("lines.@sum.amount") end),
})

local Shop = okit.Model:extend("Shop", { orders = t.list(Order), items = t.list(Line), tapped = "" })

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  if #shop.orders > 0 then return end
  shop.orders = { {
    id = "o1", number = "1001", customer = "Ada",
    lines = {
      { id = "l1", name = "Pen" }, { id = "l2", name = "Ink", count = 3 }, { id = "l3", name = "Cup", open = false },
    },
    notes = { { id = "n1", text = "Fragile" } },
  } }
end)

okit.ModelForm:extend("order", {
  contextPath = "/orders[0]", titlePath = "number",
  right = {
    okit.ModelBarButtonItem { title = "%Again", segue = "order" },
    okit.ModelBarButtonItem { title = "%Items", segue = "items" },
    okit.ModelBarButtonItem { title = "%Sorted", segue = "sorted" },
  },
  sections = {
    { header = "%Order", cells = {
      okit.ModelTextCell {
        path = "%Customer", textPath = "customer",
        onEndEdit = function(order) if order.customer == "Nobody" then order.lines = {} end end,
      },
      okit.ModelTableCell { path = "%Notes", detailPath = "notes.@count" },
    } },
    {
      header = "%Lines", footer = "%Lines of the order", dataPath = "lines", type = "Line", addAppend = true,
      addName = "name", addNav = true, reorder = true, selectPath = "marked", deleteEnabled = "open",
      quickName = "%Double", quickTap = "twice()", more = true,
      moreActions = {
        { name = "%Close", enabled = "open", tap = "close()" },
        { name = "%Remove all", tap = function(_, form) form:getDataModel().lines = {} end },
        { name = "%Leave", tap = function(_, form) form:close() end },
      },
      tap = function(line, form)
        okit.Model.get().tapped = line.name .. " on " .. form.name .. " of " .. form.context.number
      end,
      cell = okit.ModelTableCell { path = "name", detailPath = "amount/round2", segue = "line" },
    },
    {
      header = "%Notes", dataPath = "notes", type = "Note", addField = "text", addPlaceholder = "%New note",
      showDisplay = "showsNotes", deletePrompt = false,
      cell = okit.ModelTextCell { path = "%Note", textPath = "text" },
    },
    { header = "%Sum", cells = { okit.ModelTableCell { path = "%Total", detailPath = "total/round2" } } },
  },
})

okit.ModelDetailTableController:extend("line", {
  titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
})

okit.ModelListTableController:extend("items", {
  contextPath = "/", dataPath = "items", type = "Line", addField = "name", deletePrompt = false, reorder = true,
  cell = okit.ModelTableCell { path = "name" },
})

okit.ModelListTableController:extend("sorted", {
  contextPath = "/", dataPath = "items", type = "Line", addField = "name", addAppend = true, group = "open",
  rowSort = "name", cell = okit.ModelTableCell { path = "name" },
})

okit.ModelApplicationController:extend("app", { homeIdentifier = "order" })

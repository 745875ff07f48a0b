-- Fields with old dates, Bools, options of every kind, and paths that lead through nil.
local okit = require "okit"
local t = okit.types

local Publisher = okit.ModelEntity:extend("Publisher", { name = "Penguin" })
local Book = okit.ModelEntity:extend("Book", {
  name = "Emma", size = "M", printed = t.date(okit.date "1500-01-01T12:00:00Z"), sold = true, gift = t.optional(t.bool),
  publisher = t.entity(Publisher), sizes = "S, M", paper = "A4",
})
function Book:validate() return self.paper == "A5" and { paper = "The paper is too small." } or nil end
local Shop = okit.Model:extend("Shop", { books = t.list(Book) })
local shop = okit.Model.register(Shop)
if #shop.books == 0 then shop.books = { {} } end

local function picker(name, options)
  return okit.ModelTextPickerCell { path = "#" .. name, textPath = "size", optionValues = options }
end

local fields = {
  okit.ModelTextCell { path = "#Name", dataPath = "name", validationRequired = true },
  okit.ModelTextCell { path = "#Paper", dataPath = "paper" },
  okit.ModelTextCell { path = "#Printed", dataPath = "printed", formatType = "date", formatPattern = "yyyy-MM-dd" },
  okit.ModelDateCell { path = "#Day", datePath = "printed", modePath = "#date" },
  okit.ModelTextCell { path = "#Sold", dataPath = "sold" },
  okit.ModelMultilineCell { path = "#Gift", dataPath = "gift" },
  okit.ModelTextCell { path = "#Publisher", contextPath = "publisher", dataPath = "name", validationRequired = true },
  okit.ModelTextCell { path = "#House", dataPath = "publisher/name", validationRequired = true },
}
local send = okit.ModelBarButtonItem { title = "#Send", submit = true, tap = function() okit.log.info "sent" end }

okit.ModelForm:extend("form", {
  contextPath = "books[0]", editAlways = true, sections = { { cells = fields } }, right = { send },
})
okit.ModelDetailTableController:extend("detail", {
  contextPath = "books[0]", editAlways = true, sections = { { cells = fields } },
})
okit.ModelDetailTableController:extend("options", {
  contextPath = "books[0]", editAlways = true,
  sections = { { cells = {
    picker("Signs", "S/M, 50%, A=B, x(y, z), c@d, $5, A>B, .5, a\\u{2c}b"), picker("Read", "sizes"),
    picker("List", { "a,b", "50%", "sizes", "#sizes", "= 1 + 1", "%yes, no" }), picker("Constant", "#S\\u{2c}M"),
    picker("Names", "name, size 2, sizeX"), picker("Function", function() return "a,b" end),
  } } },
})

function Book:missing() error("nothing is missing") end
okit.ModelDetailTableController:extend("mistakes", {
  contextPath = "books[0]", editAlways = true, sections = { { cells = {
    okit.ModelTextCell { path = "#Unknown", dataPath = "publishr/name" },
    okit.ModelTextCell { path = "#Failing", dataPath = "missing()/name" },
  } } },
})

okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "form" })

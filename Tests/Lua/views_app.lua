local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local Book = okit.ModelEntity:extend("Book", {
  name = "", year = 1965, price = 5.0, marked = false, kind = 0, released = t.date, author = t.ref "Author",
})

function Book:mark() self.marked = true end

function Book:heading()
  return { { text = self.name, bold = true }, " by ", { text = "okit", link = "https://okit.example" } }
end

local Shop = okit.Model:extend("Shop", {
  books = t.list(Book), authors = t.list(Author), open = true, busy = false, taps = 0,
})
function Shop:count() self.taps = self.taps + 1 end

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  if #shop.books > 0 then return end
  local jane = shop.authors:add { id = "jane", name = "Jane" }
  shop.authors:add { id = "frank", name = "Frank" }
  shop.books = { { id = "emma", name = "Emma", author = jane }, { id = "dune", name = "Dune", author = "frank" } }
end)

okit.ModelListTableController:extend("books", {
  type = "Book", dataPath = "books", titlePath = "%Books", rowSort = "name", segue = "book",
  quickName = "%Mark", quickImage = "#star", quickTap = "mark()",
  activity = "busy", activityTop = 32, forceListUpdate = true, refresh = "open",
  left = { okit.ModelMenuBarButtonItem {} },
  right = {
    okit.ModelBarButtonItem { systemItem = "trash", tapPath = "count()", tintColor = "#ff3b30" },
    okit.ModelBarButtonItem { systemItem = "save", tap = "count()", enabledPath = "open" },
  },
  toolbar = {
    okit.ModelBarButtonItem {
      title = "%Info", image = "info", style = "done", segue = "about", accessibilityLabel = "%About the shop",
      accessibilityHint = "%Opens a screen", accessibilityIdentifier = "#about",
    },
    okit.ModelLabel { textPath = "books.@count,%books" },
    okit.ModelButton { titlePath = "%First", contextPath = "books[0]", tapPath = "mark()" },
  },
  help = "open",
  helpView = okit.ModelHelpView {
    callouts = {
      { target = "Add", text = "%Adds a book" }, { target = "about", text = "%What this shop is" },
      { target = "Dune", text = "%Opens it" }, { text = "%Swipe a row for more" },
    },
  },
  cell = okit.ModelTableCell {
    path = "name",
    accessibilityLabel = "name,%book", accessibilityIdentifier = "id",
    accessoryView = okit.ModelButton {
      contextPath = "author/ref", titlePath = "name", iconPath = "#person", segue = "author",
    },
  },
})

okit.ModelDetailTableController:extend("author", { titlePath = "name" })

okit.ModelDetailTableController:extend("book", {
  titlePath = "heading()", titleView = okit.ModelButton { titlePath = "name", tapPath = "mark()" },
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTextCell { path = "%Name", textPath = "name", accessibilityHint = "%The name of the book" },
        okit.ModelSliderCell {
          path = "%Price", valuePath = "price", maxValuePath = 10, minImagePath = "#cheap", maxImagePath = "#dear",
          width = 90,
        },
        okit.ModelSwitchCell { path = "%Marked", onPath = "marked", accessibilityIdentifier = "#mark" },
        okit.ModelSegmentCell { path = "%Kind", segmentsPath = "%Novel,%Poem", selectIndexPath = "kind", width = 120 },
        okit.ModelTableCell {
          path = "%Year", detailPath = "year", selectNextRow = 1,
          accyText = "%Today", accyIcon = "#clock", accyTap = "mark()",
        },
        okit.ModelDateCell {
          path = "%Released", datePath = "released", accessoryView = okit.ModelLabel { textPath = "#new" },
        },
        okit.ModelLabel { textPath = "heading()", showPath = "marked" },
        okit.ModelButton { titlePath = "%Sell", tapPath = "mark()", enabledPath = "!marked" },
      },
    },
  },
})

local about = okit.ModelController:extend("about", {
  titlePath = "%About", helpView = okit.ModelHelpView { titlePath = "%Counting", callouts = function(shop)
    return { { target = "counter", text = shop.taps .. " taps" } }
  end },
  right = { okit.ModelBarButtonItem { title = "%Share", tap = "count()" } },
  views = {
    okit.ModelLabel { textPath = function() return { { text = "okit", bold = true, color = "#336699" }, " shop" } end },
    okit.ModelButton { titlePath = "%Count", tapPath = "count()", accessibilityIdentifier = "#counter" },
    okit.ModelButton { titlePath = "%Hidden", showPath = "!open", tapPath = "count()" },
  },
})

function about:onHelpTap()
  okit.log.info("help")
  self.super.onHelpTap(self)
end

function about:didTapBarButtonItem(item)
  okit.log.info("bar " .. item.id .. " " .. item.title)
  self.super.didTapBarButtonItem(self, item)
end

function about:didTapButton(button)
  okit.log.info("button " .. button.identifier)
  self.super.didTapButton(self, button)
end

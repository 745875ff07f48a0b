/// An application for the tests of the command: a list of books that is stored, and a detail of each.
enum ShopScript {
  static let text = """
    local okit = require "okit"
    local t = okit.types

    local Book = okit.ModelEntity:extend("Book", {
      name = "", marked = false, copies = 1, size = 0, price = t.float(0),
    })
    function Book:mark() self.marked = true end
    function Book:fail() self.name = "broken"; error("it fails") end

    local Shop = okit.Model:extend("Shop", { books = t.list(Book), title = "Book Shop" })
    function Shop:fill()
      for _, name in ipairs { "Dune", "Emma" } do self.books:add(Book { name = name }) end
    end

    local shop
    okit.Model.initialize(function() shop = okit.Model.register(Shop) end)
    okit.Model.state(function() okit.Model.store(shop) end)

    okit.ModelListTableController:extend("books", {
      type = "Book", dataPath = "books", titlePath = "title", titleCount = "books.@count", subTitleObject = "#Book",
      rowSort = "name", addName = "name", searchPath = "name", more = "#true", quickName = "#Mark", quickTap = "mark()",
      searchFilterPath = "size", searchFilters = { "#0", "#1" },
      moreActions = { { name = "#Mark", enabled = "!marked", tap = "mark()" }, { name = "#Fail", tap = "fail()" } },
      cell = okit.ModelTableCell { path = "name", segue = "book" },
    })
    okit.ModelDetailTableController:extend("book", {
      titlePath = "name",
      sections = { { header = "#General", cells = {
        okit.ModelTextCell { path = "#Name", textPath = "name" },
        okit.ModelSwitchCell { path = "#Marked", onPath = "marked" },
        okit.ModelSegmentCell { path = "#Size", segmentsPath = "#S,#M,#L", selectIndexPath = "size" },
        okit.ModelStepperCell { path = "#Copies", valuePath = "copies" },
      } } },
    })

    okit.log.info("ready")
    """
}

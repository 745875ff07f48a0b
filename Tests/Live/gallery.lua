-- Every kind of screen, cell, control and style that the live page shows, with texts that try to be more than texts.

local okit = require "okit"
local t = okit.types

local Kind = t.enum { "novel", "essay", "poem" }
local Genre = okit.ModelEntity:extend("Genre", { name = "" })
local Item = okit.ModelEntity:extend("Item", {
  name = "", note = "", color = "", done = false, count = 1, kind = Kind, price = 12.5, date = t.optional(t.date),
  day = t.optional(t.day), size = "M", genre = t.ref(Genre), tint = "#1f6feb", secret = "", read = 40,
  page = [[<h2>Spice</h2><p>From <a href="https://example.com/dune">Dune</a> and <b>more</b>.</p>
    <ul><li>hot<li>rare</ul><script>alert(1)</script><img src=x onerror="alert(1)" alt="a worm">]],
  link = "https://example.com/spice",
  icon = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4P5kBK2IYWhIAhNFkgVxj/1IAAAAASUVORK5CYII=",
})
function Item:runs()
  return { { text = self.name, bold = true }, " – ", { text = "link", link = "https://example.com" },
    { text = " red", color = "#ff0000" } }
end
-- Each override ends in its own text, although the script does not end it.
function Item:overrides()
  return { { text = "\u{2069}\u{202E}abc", bold = true }, " plain ",
    { text = "\u{202E}def", link = "https://example.com" }, " end" }
end
function Item:mark() self.done = not self.done end
function Item:ribbon() return self.color ~= "" and self.color or nil end

local Number = okit.ModelEntity:extend("Number", { number = 0 })
local Gallery = okit.Model:extend("Gallery", {
  items = t.list(Item), genres = t.list(Genre), numbers = t.list(Number), chosen = t.list(t.ref(Genre)),
    one = t.ref(Genre), ticks = 0,
})
okit.Model.register(okit.ModelSettings, "settings")
local gallery = okit.Model.register(Gallery)

gallery.genres = { { id = "a", name = "Adventure" }, { id = "b", name = "Biography" }, { id = "c", name = "Comedy" } }
gallery.items = {
  { id = "dune", name = "Dune", note = "Arrakis", color = "#c0392b", date = okit.date "2020-01-31T12:00:00Z",
    day = okit.day "2020-01-31", genre = "a" },
  { name = "<img src=x onerror=alert(1)>", note = "<script>alert(1)</script>", color = "#2e7d32" },
  { name = "a\27[31mred\27[0m and \u{202E}right to left\u{202C}", note = "שלום עולם" },
  { name = "A text that is so long that no phone can show it in one line, and no row should lose a word of it either",
    note = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", color = "#1f6feb" },
  { name = "日本語のタイトル 👩‍👩‍👧", note = "" },
}

local function back(title, screen) return okit.ModelTableCell { path = "#" .. title, segue = screen } end

okit.ModelApplicationController:extend("app", {
  homeIdentifier = "home", menuIdentifier = "menu", contextPath = "settings>/", themeName = "themeName",
})
okit.ModelTheme.register("sepia", {
  backgroundColor = "#f4ecd8", groupedBackgroundColor = "#e9dfc7", cellColor = "#fbf5e6", textColor = "#433422",
    tintColor = "#a4581c",
  navBarColor = "#e2d3b0", tabBarColor = "#e2d3b0", toolBarColor = "#e2d3b0", accentColor = "#d8c59a",
    activeColor = "#8a6d1d",
})
okit.ModelTheme.register("night", {
  backgroundColor = "#0d1526", groupedBackgroundColor = "#0a101e", cellColor = "#16213a", textColor = "#e6edf8",
    tintColor = "#3f6ad8",
  navBarColor = "#101a30", accentColor = "#31456f", placeholderColor = "#5c6b8a",
})
local function theme(name, title)
  return okit.ModelBarButtonItem { title = title, tap = "applyTheme(#" .. name .. ")" }
end

okit.NavigationController:extend("menu", { root = "menuList" })
okit.ModelMenuTableController:extend("menuList", {
  dataPath = "genres", titlePath = "#Menu", cell = okit.ModelTableCell { path = "name", accyPath = "#detailDisclosure",
    segue = "menuInner" },
  left = { okit.ModelMenuBarButtonItem {} }, toolbar = { okit.ModelBarButtonItem { title = "#Home",
    tapPath = "navigateToHome()" } },
})
okit.ModelMenuTableController:extend("menuInner", { dataPath = "/items", titlePath = "name",
  cell = okit.ModelTableCell { path = "name" } })

okit.TabBarController:extend("home", { tabs = {
  { title = "#Screens", image = "list", root = "screens" },
    { title = "#Items", image = "star", root = "items", badgePath = "#3" },
  { title = "#Without an image", root = "numbers" },
} })

okit.ModelDetailTableController:extend("screens", {
  titlePath = "#Gallery", edit = "#false", left = { okit.ModelMenuBarButtonItem {} },
  sections = {
    { header = "#Screens", footer = "#Each row opens one.", cells = {
      back("Controls", "controls"), back("Form", "form"), back("Grid", "grid"), back("Wide grid", "wide"),
        back("Numbers", "numbers"),
        back("Choose several", "several"),
      back("Choose one", "single"), back("Views", "views"), back("Rows and fields", "mixed"),
        back("Indexed", "indexed"), back("To do", "todo"),
      okit.ModelTableCell { path = "#Presented", segue = { to = "single", kind = "present" } }, back("Empty", "empty"),
    } },
  },
  right = { okit.ModelBarButtonItem { title = "#Alert", tap = "ask()" },
    okit.ModelBarButtonItem { title = "#Sheet", tap = "choose()" } },
  toolbar = { theme("", "#Light"), theme("dark", "#Dark"), theme("sepia", "#Sepia"), theme("night", "#Night") },
  helpView = okit.ModelHelpView { callouts = {
    { text = "#Each row opens a screen." }, { target = "Alert", text = "%Asks for a name and a password." },
    { target = "Menu", text = "#Opens the menu." },
  } },
})
function Gallery:ask()
  okit.alert {
    title = "A question", message = "With two fields,\nand three answers.",
    fields = { { name = "user", placeholder = "User" },
      { name = "password", placeholder = "Password", secure = true } },
    actions = { { title = "Cancel", style = "cancel" }, { title = "Delete", style = "destructive" }, { title = "OK" } },
  }
end
function Gallery:choose()
  okit.sheet {
    title = "What now?", message = "Choose an action",
    actions = { { title = "Share" }, { title = "Delete", style = "destructive" }, { title = "Later" },
      { title = "Cancel", style = "cancel" } },
  }
end

okit.ModelListTableController:extend("items", {
  dataPath = "items", titlePath = "#Items", titleCount = "items.@count", subTitleObject = "#Item", addName = "name",
    searchPath = "name",
  searchFilterPath = "kind", searchFilters = "#novel,#essay", quickName = "#Mark", quickImage = "#check",
    quickTap = "mark()", reorder = "#true", addAppend = "#true",
  more = "#true", moreActions = "#Share,#Copy", moreActionsTap = "mark(),mark()", selectPath = "done",
    left = { okit.ModelMenuBarButtonItem {} },
  cell = okit.ModelTableCell {
    path = "name", detailPath = "note", imagePath = "#heart", ribbonColor = "ribbon()", accyPath = "#detailDisclosure",
      accyTap = "mark()", segue = "controls",
  },
})

local function controls()
  return {
    { header = "#Texts", footer = "#A footer says more about the section.", cells = {
      okit.ModelTextCell { path = "#Name", textPath = "name", placeholder = "#The name",
        accessibilityHint = "#as on the cover" },
      okit.ModelTextCell { textPath = "note", placeholder = "#Without a label" },
      okit.ModelTextCell { path = "#Password", textPath = "secret", secure = "#true" },
      okit.ModelTextCell { path = "#Color", textPath = "tint" },
      okit.ModelMultilineCell { path = "#Note", textPath = "note", placeholder = "#A note" },
      okit.ModelTableCell { path = "runs()", detailPath = "#attributed" },
    } },
    { header = "#Choices", cells = {
      okit.ModelSwitchCell { path = "#Done", onPath = "done" },
      okit.ModelSwitchCell { path = "#In color", onPath = "done", colorPath = "#purple" },
      okit.ModelSegmentCell { path = "#Kind", selectIndexPath = "kind" },
      okit.ModelPickerCell { path = "#Genre", dataPath = "/genres", namePath = "name", selectionPath = "genre" },
      okit.ModelTextPickerCell { path = "#Size", textPath = "size", optionValues = "S, M, L",
        title = "#Choose a size" },
      okit.ModelDateCell { path = "#Moment", datePath = "date" },
        okit.ModelDateCell { path = "#Day", datePath = "day" },
      okit.ModelDateCell { path = "#Time", datePath = "date", modePath = "#0" },
    } },
    { header = "#Numbers", cells = {
      okit.ModelStepperCell { path = "#Count", valuePath = "count", maxValuePath = "#10" },
      okit.ModelSliderCell { path = "#Price", valuePath = "price", maxValuePath = "#100", minImagePath = "#cart",
        maxImagePath = "#tag" },
      okit.ModelProgressCell { path = "#Read", valuePath = "read" },
      okit.ModelTextCell { path = "#Price", textPath = "price", formatType = "number", formatPattern = "#,##0.00" },
    } },
    { header = "#Pictures and pages", cells = {
      okit.ModelImageCell { path = "#Icon", valuePath = "icon" },
        okit.ModelImageCell { path = "#Star", valuePath = "#star" },
      okit.ModelWebCell { path = "#Link", valuePath = "link" },
        okit.ModelWebCell { path = "#About", valuePath = "page", containsHTML = true },
    } },
    { header = "#Accessories", cells = {
      okit.ModelTableCell { path = "#Disclosure", accyPath = "#disclosure", tap = "mark()" },
      okit.ModelTableCell { path = "#Detail", accyPath = "#detail", accyTap = "mark()" },
      okit.ModelTableCell { path = "#Button", accyText = "#Mark", accyIcon = "#star", accyTap = "mark()" },
      okit.ModelTableCell { path = "#Label", accessoryView = okit.ModelLabel { textPath = "count,#pieces" } },
      okit.ModelTableCell { path = "#Disabled", enabledPath = "#false", tap = "mark()" },
      okit.ModelTableCell { path = "#In red", colorPath = "#red" },
      okit.ModelButton { titlePath = "#A button as a row", tapPath = "mark()" },
    } },
  }
end
okit.ModelDetailTableController:extend("controls", {
  contextPath = "/items[0]", titlePath = "#Controls", subTitlePath = "name", promptPath = "#A line above the title",
    titleTap = "mark()", sections = controls(),
})
okit.ModelForm:extend("form", {
  contextPath = "/items[0]", titlePath = "#Form", editAlways = "#true",
  sections = { { header = "#Fields", cells = {
    okit.ModelTextCell { path = "#Name", dataPath = "name", validationRequired = "#true" },
    okit.ModelTextCell { path = "#Address", dataPath = "note", validationMessage = "#The address needs an @.",
      validationFormula = "value LIKE '%@%'" },
    okit.ModelTextCell { path = "#Copies", dataPath = "count" },
    okit.ModelMultilineCell { path = "#Note", dataPath = "size" },
  } } },
  right = { okit.ModelBarButtonItem { title = "#Send", style = "done", submit = "#true",
    tap = function() okit.log.info "sent" end } },
})
okit.ModelGridController:extend("grid", {
  dataPath = "items", titlePath = "#Grid", rowHeader = "name", editAlways = "#true", columns = {
    { title = "#Name", cell = okit.ModelTextCell { path = "name", textPath = "name" }, sort = "name" },
    { title = "#Count", cell = okit.ModelTextCell { path = "count", textPath = "count" }, sort = "count" },
    { title = "#Done", cell = okit.ModelSwitchCell { onPath = "done" } },
    { title = "#Total", cell = okit.ModelTableCell { path = "= count * price" } },
  },
})
okit.ModelGridController:extend("wide", {
  dataPath = "genres", titlePath = "#Wide grid", rowHeader = "name", columnsPath = "columns()",
  cell = okit.ModelTableCell { path = "name" },
})
function Gallery:columns()
  local columns = {}
  for number = 1, 120 do columns[number] = "Column " .. number end
  return columns
end
okit.ModelListTableController:extend("numbers", {
  dataPath = "numbers", titlePath = "#Numbers", titleCount = "numbers.@count", subTitleObject = "#Number",
    searchPath = "number", add = "#true", type = "Number",
  cell = okit.ModelTableCell { path = "#Number ,number", detailPath = "= number * number" },
})
local function selection(name, path)
  local fields = { type = "Genre", dataPath = "/genres", titlePath = "#Genres", selectionPath = path, edit = "#false",
    add = "#false", cell = okit.ModelTableCell { path = "name" } }
  okit.ModelSelectionTableController:extend(name, fields)
end
selection("several", "/chosen")
selection("single", "/one")
okit.ModelController:extend("views", {
  titlePath = "#Views", views = {
    okit.ModelLabel { textPath = "#A label." }, okit.ModelLabel { contextPath = "/items[0]", textPath = "runs()" },
    okit.ModelLabel { contextPath = "/items[0]", textPath = "overrides()" },
    okit.ModelButton { titlePath = "#Count", contextPath = "/", tapPath = "tick()" },
      okit.ModelLabel { textPath = "ticks" },
    okit.ModelButton { titlePath = "#Disabled", enabledPath = "#false", tapPath = "tick()" },
  },
})
function Gallery:tick() self.ticks = self.ticks + 1 end
okit.ModelDetailTableController:extend("mixed", {
  titlePath = "#Rows and fields", sections = {
    { header = "#A field", cells = { okit.ModelTableCell { path = "#Ticks", detailPath = "ticks" } } },
    { header = "#Genres", type = "Genre", dataPath = "genres", addField = "name", addPlaceholder = "#A new genre",
      delete = "#true",
      cell = okit.ModelTextCell { path = "name", textPath = "name" } },
  },
})
okit.ModelListTableController:extend("indexed", {
  dataPath = "numbers", titlePath = "#Indexed", group = "= CHAR(65 + number % 26)", index = "#true", search = "#false",
    add = "#false", edit = "#false",
  cell = okit.ModelTableCell { path = "number" },
})
okit.ModelListTableController:extend("todo", {
  type = "Genre", dataPath = "genres", titlePath = "#To do", add = "#false", addField = "name",
    addPlaceholder = "#What needs to be done?", search = "#false",
  cell = okit.ModelTableCell { path = "name" },
})
okit.ModelListTableController:extend("empty", { dataPath = "chosen", titlePath = "#Empty", add = "#false",
  cell = okit.ModelTableCell { path = "refKey" } })

-- The argument is the number of numbers.
local amount = tonumber((okit.arguments or {})[1]) or 60
if #gallery.numbers == 0 then
  local numbers = {}
  for number = 1, amount do numbers[number] = { number = number } end
  gallery.numbers = numbers
end

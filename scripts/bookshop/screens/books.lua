-- The books, one book with its parts, and the selections of its authors.

local okit = require "okit"

okit.ModelListTableController:extend("books", {
  type = "Book",
  contextPath = "/",
  dataPath = "books",
  titlePath = "%Book Shop",
  titleCount = "books.@count",
  subTitleObject = "%Book",
  subTitleObjectPlural = "%Books",
  rowSort = "name",
  searchPath = "name",
  group = "date",
  groupName = "date/formatRelativeDate",
  groupSortAsc = "#false",
  addName = "name",
  quickName = "%Mark",
  quickTap = "setAsMarked()",
  quickEnabled = "!marked",
  more = "#true",
  moreActions = "%Activate,%Set as Marked",
  moreActionsTap = "activate,setAsMarked()",
  moreActionsEnabled = ",!marked",
  selectPath = "marked",
  left = { okit.ModelMenuBarButtonItem {} },
  right = { okit.ModelBarButtonItem { systemItem = "organize", title = "%Directory", tapPath = "openDirectory" } },
  helpView = okit.ModelHelpView {
    callouts = {
      { text = "%The latest books come first." },
      { target = "Menu", text = "%Opens the menu with the groups and the settings." },
      { target = "Add", text = "%Asks for the name of a new book." },
      { target = "Directory", text = "%Says what is in the directory." },
      { target = "search", text = "%Finds books by their names." },
    },
  },
  cell = okit.ModelTableCell {
    path = "name",
    detailPath = "formatMarked",
    imagePath = "picture",
    accyText = "%Mark",
    accyIcon = "#book",
    accyTap = "setAsMarked()",
    accyShow = "!marked",
    segue = "book",
  },
})

local general = {
  header = "%General",
  cells = {
    okit.ModelTextCell { path = "name", placeholder = "%Name", textPath = "name" },
    okit.ModelSwitchCell { path = "formatMarked", onPath = "marked" },
    okit.ModelTableCell { path = "%Release Date", detailPath = "date/formatDate", selectNextRow = "#1" },
    okit.ModelDateCell {
      datePath = "date",
      minDatePath = "#1800-01-01T00:00:00+0000",
      maxDatePath = "#2100-12-31T00:00:00+0000",
      heightDisplay = "#0",
      heightEdit = "#0",
    },
    okit.ModelMultilineCell { textPath = "comment", placeholder = "%Comment", heightDisplay = "#132" },
    okit.ModelSegmentCell {
      path = "%Type",
      segmentsPath = "%Non-Fiction,%Fiction,%Other",
      selectIndexPath = "type",
      width = "#250",
    },
    okit.ModelTableCell { path = "%Genre", detailPath = "genre/ref/name", selectNextRow = "#1" },
    okit.ModelPickerCell {
      dataPath = "/genres",
      namePath = "name",
      selectionPath = "genre",
      heightDisplay = "#0",
      heightEdit = "#0",
    },
  },
}

local stock = {
  header = "%Stock",
  cells = {
    okit.ModelSliderCell {
      path = "%Price: ,price/formatNumber(#0.00), %EUR",
      valuePath = "price",
      minValuePath = "#0",
      maxValuePath = "#100",
      minImagePath = "#book",
      maxImagePath = "#book",
    },
    okit.ModelStepperCell {
      path = "%Copies",
      editPath = "%Copies: ,copies",
      detailPath = "copies/suffixPlural(#piece)",
      valuePath = "copies",
      minValuePath = "#0",
      maxValuePath = "#10",
      stepValuePath = "#1",
      controlInDisplay = "#false",
    },
  },
}

-- Opens the lead author itself, while the row around it selects another one.
local leadAuthor = okit.ModelButton {
  contextPath = "author",
  titlePath = "ref/name",
  iconPath = "#book",
  showPath = "refKey",
  segue = "authorRef",
}

local details = {
  header = "%Details",
  cells = {
    okit.ModelTableCell {
      path = "%Authors",
      detailPath = "authors.@count/suffixPlural(#entry)",
      showEdit = "marked",
      segue = "bookAuthors",
    },
    okit.ModelTableCell {
      path = "%Lead Author",
      showEdit = "marked",
      accessoryView = leadAuthor,
      editingAccessoryView = leadAuthor,
      segue = "selectLeadAuthor",
    },
  },
}

local dates = {
  header = "%Dates",
  cells = { okit.ModelTableCell { path = "%Dates", detailPath = "dates.@count", segue = "dates" } },
}

okit.ModelDetailTableController:extend("book", {
  titlePath = "%Book",
  subTitlePath = "name",
  titleTap = "activate()",
  sectionFooters = ",,%Specifies the lead author of the book",
  sectionsShowEdit = ",,marked",
  sections = { general, stock, details, dates },
  right = {
    okit.ModelBarButtonItem {
      systemItem = "fastForward", title = "%Mark", tapPath = "setMarkedWithPrompt()", enabledPath = "!marked",
    },
  },
})

-- The authors of one book. The rows are references, which the list's own segue opens.
okit.ModelListTableController:extend("bookAuthors", {
  type = "Author",
  dataPath = "authors",
  titlePath = "name",
  titleCount = "authors.@count",
  subTitleObject = "%Author",
  subTitleObjectPlural = "%Authors",
  rowSort = "ref/name",
  group = "ref/name/initial",
  index = "#true",
  searchPath = "ref/name",
  add = "#false",
  right = { okit.ModelBarButtonItem { systemItem = "add", segue = { to = "selectAuthors", kind = "present" } } },
  segue = "authorRef",
  cell = okit.ModelTableCell { contextPath = "ref", path = "name" },
})

-- One reference of a book to an author.
okit.ModelDetailTableController:extend("authorRef", {
  titlePath = "ref/name",
  edit = "#false",
  sections = {
    {
      header = "%General",
      cells = { okit.ModelTableCell { path = "refKey" }, okit.ModelTableCell { path = "ref/name" } },
    },
  },
  right = { okit.ModelBarButtonItem { title = "%Select", segue = { to = "selectAuthors", kind = "present" } } },
})

-- Selects several authors for the list of a book's authors, and one for the detail of a reference: without
-- selectionPath, the screen that opens it decides.
local selectAuthors = okit.ModelSelectionTableController:extend("selectAuthors", {
  type = "Author",
  contextPath = "directory>/",
  dataPath = "authors",
  titlePath = "%Directory",
  titleCount = "authors.@count",
  subTitleObject = "%Author",
  subTitleObjectPlural = "%Authors",
  rowSort = "name",
  group = "name/initial",
  groupSortAsc = "#true",
  index = "#true",
  searchPath = "name",
  edit = "#false",
  add = "#false",
  autoClose = "#false",
  cell = okit.ModelTableCell { path = "name" },
})

selectAuthors:extend("selectLeadAuthor", {
  typeName = "Authors",
  selectionPath = "author",
  titlePath = "%Lead Author",
})

okit.ModelListTableController:extend("dates", {
  type = "BookDate",
  typeName = "Dates",
  dataPath = "dates",
  titlePath = "name",
  titleCount = "dates.@count",
  subTitleObject = "%Date",
  subTitleObjectPlural = "%Dates",
  searchPath = "date/formatDate",
  editAlways = "#true",
  addAppend = "#true",
  deletePrompt = "#false",
  reorder = "#true",
  forceListUpdate = "#true",
  cell = okit.ModelDateCell { path = "date/formatDate", datePath = "date", modePath = "#2" },
})

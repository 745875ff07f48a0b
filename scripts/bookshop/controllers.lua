-- The screens, with the binding paths of OKit's storyboard. If a storyboard path names a property that its context does
-- not have (a title `name` on the directory), a suitable path replaces it.

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
  left = {
    okit.ModelBarButtonItem { title = "%Authors", segue = "authors" },
    okit.ModelBarButtonItem { title = "%Groups", segue = "groups" },
  },
  right = { okit.ModelBarButtonItem { title = "%Directory", tapPath = "openDirectory" } },
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
      minDatePath = "#2019-01-01T00:00:00+0000",
      maxDatePath = "#2019-12-31T00:00:00+0000",
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
      path = "%Price: ,price/round2, %EUR",
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

local function openLeadAuthor(book)
  okit.navigate("authorRef", book.author)
end

local details = {
  header = "%Details",
  footer = "%Specifies the lead author of the book",
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
      accyText = "author/ref/name",
      accyIcon = "#book",
      accyShow = "author/refKey",
      accyTap = openLeadAuthor,
      accyEditText = "author/ref/name",
      accyEditIcon = "#book",
      accyEditShow = "author/refKey",
      accyEditTap = openLeadAuthor,
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
  sectionsShowEdit = ",,marked",
  sections = { general, stock, details, dates },
  right = {
    okit.ModelBarButtonItem { title = "%Mark", tapPath = "setMarkedWithPrompt()", enabledPath = "!marked" },
  },
})

-- The authors of one book; the rows are references.
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
  right = {
    okit.ModelBarButtonItem { title = "%Select", segue = { to = "selectAuthors", kind = "present" } },
  },
  cell = okit.ModelTableCell { path = "ref/name", segue = "authorRef" },
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
  right = {
    okit.ModelBarButtonItem {
      title = "%Select",
      tap = function(ref) okit.present("selectAuthors", ref.parent) end,
    },
  },
})

okit.ModelSelectionTableController:extend("selectAuthors", {
  type = "Author",
  contextPath = "directory>/",
  dataPath = "authors",
  selectionPath = "authors",
  titlePath = "%Directory",
  titleCount = "authors.@count",
  subTitleObject = "%Author",
  subTitleObjectPlural = "%Authors",
  rowSort = "name",
  group = "name/initial",
  index = "#true",
  searchPath = "name",
  edit = "#false",
  add = "#false",
  autoClose = "#false",
  cell = okit.ModelTableCell { path = "name" },
})

okit.ModelSelectionTableController:extend("selectLeadAuthor", {
  type = "Author",
  typeName = "Authors",
  contextPath = "directory>/",
  dataPath = "authors",
  selectionPath = "author",
  titlePath = "%Lead Author",
  titleCount = "authors.@count",
  subTitleObject = "%Author",
  subTitleObjectPlural = "%Authors",
  rowSort = "name",
  group = "name/initial",
  index = "#true",
  searchPath = "name",
  edit = "#false",
  add = "#false",
  autoClose = "#true",
  cell = okit.ModelTableCell { path = "name" },
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

okit.ModelListTableController:extend("authors", {
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
  addNav = "#true",
  cell = okit.ModelTableCell { path = "name", segue = "author" },
})

okit.ModelDetailTableController:extend("author", {
  titlePath = "name",
  sections = {
    { header = "%General", cells = { okit.ModelTextCell { path = "name", textPath = "name" } } },
  },
})

okit.ModelListTableController:extend("groups", {
  type = "GroupDefer",
  contextPath = "directory>/",
  dataPath = "groups",
  titlePath = "%Directory",
  titleCount = "groups.@count",
  subTitleObject = "%Group",
  subTitleObjectPlural = "%Groups",
  rowSort = "name",
  searchPath = "name",
  addNav = "#true",
  cell = okit.ModelTableCell { path = "name", ribbonColor = "color", segue = "group" },
})

okit.ModelDetailTableController:extend("group", {
  contextPath = "group",
  titlePath = "name",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTextCell { path = "name", textPath = "name" },
        okit.ModelTextCell { path = "color", textPath = "color" },
        okit.ModelTableCell { path = "%Authors", detailPath = "authors.@count/suffixPlural(#entry)" },
      },
    },
  },
})

-- The directory: all authors, and groups with authors of their own.

local okit = require "okit"

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
  left = { okit.ModelMenuBarButtonItem {} },
  cell = okit.ModelTableCell { path = "name", segue = "authorDetail" },
})

local authorDetail = okit.ModelDetailTableController:extend("authorDetail", {
  titlePath = "name",
  sections = {
    { header = "%General", cells = { okit.ModelTextCell { path = "name", textPath = "name" } } },
  },
})

okit.ModelListTableController:extend("groups", {
  type = "GroupDefer",
  typeName = "Group",
  contextPath = "directory>/",
  dataPath = "groups",
  titlePath = "%Directory",
  titleCount = "groups.@count",
  subTitleObject = "%Group",
  subTitleObjectPlural = "%Groups",
  searchPath = "name",
  searchFilters = "A,B",
  searchFilterPath = "name/initial",
  addName = "name",
  addAppend = "#true",
  reorder = "#true",
  left = { okit.ModelMenuBarButtonItem {} },
  cell = okit.ModelTableCell { path = "name", ribbonColor = "color", segue = "group" },
})

okit.ModelDetailTableController:extend("group", {
  contextPath = "group",
  titlePath = "%Group",
  subTitlePath = "name",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTextCell { path = "name", placeholder = "%Name", textPath = "name" },
        okit.ModelTableCell { path = "status" },
        okit.ModelTextCell {
          path = "%Color", textPath = "color", validationFormula = "value REGEXP '^#[0-9A-Fa-f]{6}$'",
        },
      },
    },
    {
      header = "%Details",
      cells = { okit.ModelTableCell { path = "%Authors", detailPath = "authors.@count", segue = "groupAuthors" } },
    },
  },
})

okit.ModelListTableController:extend("groupAuthors", {
  type = "Author",
  dataPath = "authors",
  titlePath = "name",
  titleCount = "authors.@count",
  subTitleObject = "%Author",
  subTitleObjectPlural = "%Authors",
  rowSort = "name",
  group = "name/initial",
  groupSortAsc = "#true",
  index = "#true",
  searchPath = "name",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", segue = "groupAuthor" },
})

authorDetail:extend("groupAuthor", {})

-- The author whom the menu opens as content of its own.
authorDetail:extend("menuAuthor", { left = { okit.ModelMenuBarButtonItem {} } })

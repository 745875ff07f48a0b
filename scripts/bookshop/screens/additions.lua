-- What the bookshop has beyond OKit's storyboard, and where it differs: the tables "Differences" of STORYBOARD.md.

local okit = require "okit"

-- OKit shows nothing for properties that an entity does not have, and okit reports them.
local function nothing() return nil end
okit.extend("Author", { icon = nothing })
okit.extend("GroupDefer", { icon = nothing })

-- German plurals do not end with s.
okit.ModelListTableController:extend("books", {
  subTitleObjectPlural = "%Books",
  quickName = "%Mark",
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
  -- With the cover of a book.
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

okit.ModelDetailTableController:extend("book", {
  right = {
    okit.ModelBarButtonItem {
      systemItem = "fastForward", title = "%Mark", tapPath = "setMarkedWithPrompt()", enabledPath = "!marked",
    },
  },
})

okit.ModelListTableController:extend("bookAuthors", { subTitleObjectPlural = "%Authors" })
okit.ModelDetailTableController:extend("authorRef", { titlePath = "ref/name", edit = "#false" })
okit.ModelSelectionTableController:extend("selectAuthors", { subTitleObjectPlural = "%Authors" })
okit.ModelSelectionTableController:extend("selectLeadAuthor", {
  subTitleObjectPlural = "%Authors", titlePath = "%Lead Author",
})

-- The dates stay in the order of the list, in which they can be moved.
okit.ModelListTableController:extend("dates", {
  subTitleObjectPlural = "%Dates", rowSort = "", searchPath = "date/formatDate",
})

okit.ModelListTableController:extend("authors", { subTitleObjectPlural = "%Authors" })
okit.ModelListTableController:extend("groups", { subTitleObjectPlural = "%Groups" })
okit.ModelListTableController:extend("groupAuthors", { subTitleObjectPlural = "%Authors" })

-- With the color of the group.
okit.ModelDetailTableController:extend("group", {
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

okit.ModelMenuTableController:extend("menuGroups", { titlePath = "%Directory", subTitleObjectPlural = "%Groups" })
okit.ModelMenuTableController:extend("menuAuthors", { subTitleObjectPlural = "%Authors" })

-- The switch of the dark mode in the language of the application.
okit.ModelSettingsTableController:extend("settingsTable", {
  sections = {
    { header = "%General", cells = { okit.ModelSwitchCell { path = "%Dark Mode", onPath = "darkMode" } } },
    {
      header = "%Security",
      cells = {
        okit.ModelSwitchCell { path = "%Encryption", onPath = "encryption" },
        okit.ModelSwitchCell { path = "%Protection", onPath = "protection" },
        okit.ModelTableCell {
          path = "%Request Authorization", detailPath = "protectionTimeout/ref/name", selectNextRow = "#1",
        },
        okit.ModelPickerCell {
          dataPath = "timeouts",
          namePath = "name",
          selectionPath = "protectionTimeout",
          heightDisplay = "#0",
          heightEdit = "#0",
        },
      },
    },
  },
})

-- What is around the screens: the application with its tabs and menu, settings and backups.

local okit = require "okit"

okit.ModelApplicationController:extend("app", {
  homeIdentifier = "home",
  menuIdentifier = "menu",
  contextPath = "settings>/",
  themeName = "themeName",
  encryption = "encryption",
  protection = "protection",
  protectionTimeout = "protectionTimeout/ref/id",
  protectionText = "#OKit Demo App",
  protectionImage = "#book",
})

okit.TabBarController:extend("home", {
  tabs = {
    { title = "%Books", image = "book", root = "books" },
    { title = "%Authors", image = "book", root = "authors" },
    { title = "%Groups", image = "book", root = "groups" },
  },
})

-- The content that an author of the menu opens.
okit.TabBarController:extend("author", { tabs = { { title = "%Authors", image = "book", root = "menuAuthor" } } })

okit.NavigationController:extend("menu", { root = "menuGroups" })

local function home()
  return okit.ModelBarButtonItem { title = "%Home", tapPath = "navigateToHome()" }
end

okit.ModelMenuTableController:extend("menuGroups", {
  type = "GroupDefer",
  contextPath = "directory>/",
  dataPath = "groups",
  titlePath = "%Directory",
  titleCount = "groups.@count",
  subTitleObject = "%Group",
  subTitleObjectPlural = "%Groups",
  searchPath = "name",
  left = { okit.ModelMenuBarButtonItem {} },
  toolbar = {
    okit.ModelBarButtonItem { title = "%Settings", segue = { to = "settings", kind = "present" } },
    okit.ModelBarButtonItem { title = "%Backups", segue = { to = "backups", kind = "present" } },
    home(),
  },
  cell = okit.ModelTableCell { path = "name", accyPath = "#detailDisclosure", segue = "menuAuthors" },
})

okit.ModelMenuTableController:extend("menuAuthors", {
  type = "Author",
  contextPath = "group",
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
  rowIdentifier = "author",
  toolbar = { home() },
  cell = okit.ModelTableCell { path = "name", accyPath = "#detailDisclosure" },
})

local function close()
  return okit.ModelBarButtonItem { title = "%Close", tapPath = "onCloseTap()" }
end

okit.TabBarController:extend("settings", { tabs = { { title = "%Settings", image = "book", root = "settingsTable" } } })

okit.ModelSettingsTableController:extend("settingsTable", {
  contextPath = "settings>/",
  titlePath = "%Settings",
  edit = "#false",
  editAlways = "#true",
  left = { close() },
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

okit.ModelSecureBackupTableController:extend("backups", { titlePath = "%Backups", left = { close() } })

-- An application whose controller follows its settings.
local okit = require "okit"

local Settings = okit.ModelSettings:extend("Settings", { language = "en", cover = true })
local Diary = okit.ModelEncrypted:extend("Diary", { notes = "" })

okit.ModelTheme.register("sepia", { backgroundColor = "#f4ecd8", textColor = "#5b4636", tintColor = "#a0522d" })

okit.Model.initialize(function()
  okit.Model.register(Settings, "settings")
  okit.Model.register(Diary)
end, { secure = true })

okit.ModelApplicationController:extend("application", {
  homeIdentifier = "home",
  themeName = "settings>themeName", encryption = "settings>encryption", protection = "settings>protection",
  protectionTimeout = "settings>protectionTimeout", protectionCover = "settings>cover",
  protectionText = "%Locked", protectionImage = "#lock",
})

okit.ModelDetailTableController:extend("home", {
  titlePath = "%Diary", right = { okit.ModelBarButtonItem { title = "%Settings", segue = "settings" } },
  sections = { { cells = { okit.ModelTextCell { path = "%Notes", textPath = "notes" } } } },
})

okit.ModelSettingsTableController:extend("settings", {
  contextPath = "settings>", titlePath = "%Settings", editAlways = true,
  sections = { {
    cells = {
      okit.ModelSwitchCell { path = "%Dark", onPath = "darkMode" },
      okit.ModelSwitchCell { path = "%Encryption", onPath = "encryption" },
      okit.ModelSwitchCell { path = "%Protection", onPath = "protection" },
      okit.ModelTextCell { path = "%Theme", textPath = "themeName" },
      okit.ModelTableCell { path = "%Timeout", detailPath = "protectionTimeout/ref/name", segue = "timeouts" },
    },
  } },
})

okit.ModelSelectionTableController:extend("timeouts", {
  titlePath = "%Timeout", dataPath = "settings>timeouts", selectionPath = "protectionTimeout", autoClose = true,
  cell = okit.ModelTableCell { path = "name" },
})


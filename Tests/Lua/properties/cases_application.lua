-- The application, containers and segues.
local case = require "case"
local define = require "definitions"
local lazy = case.lazy

local application = case.of("ModelApplicationController", { define = define.application })
local tab = case.of("Tab", { define = define.tabs })
local segue = case.of("Segue", {
  given = { to = "detail" },
  define = function(okit, properties)
    define.targets(okit)
    okit.ModelListTableController:extend("home", {
      dataPath = "items", cell = okit.ModelTableCell { path = "name" }, segue = properties,
    })
  end,
  steps = function(app) app:row "Apple":tap() end,
})

-- Stores an encrypted model, so that there is something to protect, and enters the background.
local function leave(app)
  app:background():foreground()
  app:background()
end

return {
  application("storyboardName", "Other"),
  application("menuIdentifier", "drawer", { steps = function(app) app:menu() end }),
  application("homeIdentifier", "other"),
  application("popGesture", "#true"),
  application("contextPath", "items[0]"),
  application("themeName", "#dark"),
  application("encryption", "encrypted", {
    steps = function(app)
      app:model().encrypted = false
      return app:get "isStoredEncrypted()"
    end,
  }),
  application("protection", "#false", { steps = leave }),
  application("protectionTimeout", "#0", {
    steps = function(app)
      leave(app)
      app:foreground()
    end,
  }),
  application("protectionCover", "#false", { steps = leave }),
  application("protectionImage", "#lock", { steps = leave }),
  application("protectionText", "#Locked", { steps = leave }),
  application("menuHideStatusBar", "#true", { steps = function(app) app:menu() end }),

  case.case("NavigationController", "root", "other", {
    without = "detail",
    define = function(okit, properties)
      define.targets(okit)
      okit.NavigationController:extend("home", properties)
    end,
  }),
  case.case("TabBarController", "tabs", { { title = "#One", root = "detail" }, { title = "#Two", root = "other" } }, {
    without = { { title = "#One", root = "detail" } },
    define = function(okit, properties)
      define.targets(okit)
      okit.TabBarController:extend("home", properties)
    end,
  }),
  tab("title", "#Title", { without = "#First" }),
  tab("image", "star"),
  tab("imagePath", "#star"),
  tab("root", "detail", { without = "other" }),
  tab("badgePath", "items.@count"),

  segue("to", "other", { without = "detail" }),
  segue("kind", "present", { steps = function(app)
    app:row "Apple":tap()
    case.attempt(function() app:close() end)
  end }),
  case.case("ModelMenuTableController", "hideMenu", false, { define = define.menu, steps = function(app)
    app:menu():row "Apple":tap()
  end }),
  case.case("ModelBaseController", "right", lazy(function(okit) return { okit.ModelMenuBarButtonItem {} } end), {
    define = define.detail,
  }),
}

-- The functions of the application's controller, called by actions, by other functions and by what a person does.
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { name = "" })
local Shop = okit.Model:extend("Shop", { books = t.list(Book), theme = "", log = "" })
local Settings = okit.ModelSettings:extend("Settings", {})

local shop
okit.Model.initialize(function()
  shop = okit.Model.register(Shop)
  okit.Model.register(Settings, "settings")
end)
for _, name in ipairs { "Dune", "Emma", "Ulysses" } do shop.books:add(Book { name = name }) end

okit.ModelTheme.register("sepia", { backgroundColor = "#f4ecd8" })

function Book:openMenu() okit.application:slideMenuIn() end
function Book:choose(name) okit.application:applyTheme(name) end
function Book:chooseDark() okit.application:applyTheme(okit.ModelTheme.darkTheme) end
function Book:chooseOwn()
  local theme = okit.ModelTheme.darkTheme
  theme.name, theme.tintColor = "own", "#112233"
  okit.application:applyTheme(theme)
end
function Book:chooseSettings() okit.application:applyTheme() end
function Book:chooseNothing() okit.application:applyTheme(5) end

local Application = okit.ModelApplicationController:extend("app", { themeName = "settings>themeName" })
function Application:say(text) shop.log = shop.log .. text .. " " end
if okit.arguments[1] == "overridden" then
  for _, name in ipairs { "slideMenu", "slideMenuIn", "slideMenuOut", "navigateToHome", "resetContent", "resetAll" } do
    Application[name] = function(self)
      shop.log = shop.log .. name .. " "
      return self.super[name](self)
    end
  end
end

local actions = {
  "slideMenu()", "slideMenuIn()", "slideMenuOut()", "resetContent()", "resetAll()", "navigateToHome()",
  "applyTheme(#dark)", "applyTheme(#sepia)", "say(name)", "openMenu()", "choose(#dark)", "chooseDark()", "chooseOwn()",
  "chooseSettings()", "chooseNothing()",
}
local cells = {}
for i, action in ipairs(actions) do cells[i] = okit.ModelTableCell { path = "#" .. action, tap = action } end

okit.ModelListTableController:extend("home", {
  type = "Book", titlePath = "#Shop", dataPath = "books", rowSort = "name",
  cell = okit.ModelTableCell { path = "name", segue = "book" },
})
local Detail = okit.ModelDetailTableController:extend("book", {
  titlePath = "name", sections = { { cells = cells } },
  right = { okit.ModelBarButtonItem { title = "%Present", segue = { to = "modal", kind = "present" } } },
})
function Detail:applyTheme(theme)
  shop.log = shop.log .. "book:" .. (type(theme) == "table" and theme.name or theme) .. " "
  return self.super.applyTheme(self, theme)
end
okit.ModelDetailTableController:extend("modal", {
  titlePath = "#Modal", sections = { { cells = {
    okit.ModelTableCell { path = "#Reset", tap = "resetContent()" },
    okit.ModelTableCell { path = "#Reset all", tap = "resetAll()" },
  } } },
})
okit.ModelMenuTableController:extend("menu", {
  type = "Book", titlePath = "#Menu", dataPath = "books", identifier = "other",
  cell = okit.ModelTableCell { path = "name", accyPath = "#4" },
  left = { okit.ModelBarButtonItem { title = "%Settings", segue = "settings" } },
})
okit.ModelDetailTableController:extend("other", { titlePath = "#Other", sections = {} })
okit.ModelSettingsTableController:extend("settings", {
  contextPath = "settings>", titlePath = "#Settings", editAlways = "#true",
  sections = { { cells = { okit.ModelSwitchCell { path = "#Dark", onPath = "darkMode" } } } },
})

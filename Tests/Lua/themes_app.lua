-- Themes: registered ones, one that is chosen by a model, and controllers that want to know.
local okit = require "okit"
local Shop = okit.Model:extend("Shop", { theme = "", applied = "", seen = "" })
local shop = okit.Model.register(Shop)

okit.ModelTheme.register("sepia", {
  backgroundColor = "#f4ecd8", textColor = "#5b4636", accentColor = "#e0d0b0", statusBarStyle = "darkContent",
})
okit.ModelTheme.register("night", { backgroundColor = "#101020" })

function Shop:register(name, fields) okit.ModelTheme.register(name, fields) end
function Shop:recolor() okit.ModelTheme.register("sepia", { backgroundColor = "#ffeedd" }) end
function Shop:misuse(kind)
  if kind == "field" then okit.ModelTheme.register("x", { backgroundColour = "#ffffff" }) end
  if kind == "color" then okit.ModelTheme.register("x", { textColor = "#12345" }) end
  if kind == "word" then okit.ModelTheme.register("x", { textColor = "red" }) end
  if kind == "number" then okit.ModelTheme.register("x", { textColor = 3 }) end
  if kind == "style" then okit.ModelTheme.register("x", { barStyle = "blak" }) end
  if kind == "list" then okit.ModelTheme.register("x", { "#ffffff" }) end
  if kind == "function" then return okit.ModelTheme.registr end
end

local Application = okit.ModelApplicationContoller:extend("app", { themeName = "theme", menuHideStatusBar = "#true" })
function Application:applyTheme(theme)
  self.super.applyTheme(self, theme)
  shop.applied = shop.applied .. theme.name .. "=" .. theme.backgroundColor .. " "
end

local Home = okit.ModelDetailTableController:extend("home", {
  titlePath = "#Shop", titleTap = "paint()",
  right = { okit.ModelBarButtonItem { title = "%More", segue = "more" } }, sections = {},
})
function Home:paint() self.super.applyTheme(self, { name = "grass", backgroundColor = "#00ff00" }) end
function Home:applyTheme(theme)
  self.super.applyTheme(self, theme)
  shop.seen = shop.seen .. "home:" .. theme.name .. " "
end
okit.ModelDetailTableController:extend("more", { titlePath = "#More", sections = {} })

-- Several windows on one store, and what functions mean by "the current screen".
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { name = "", stock = 1 })
local Shop = okit.Model:extend("Shop", { books = t.list(Book), note = "", total = 0, calls = "" })
local Settings = okit.ModelSettings:extend("Settings", { theme = "" })
okit.Model.register(Settings, "settings")
local shop = okit.Model.register(Shop)
okit.ModelTheme.register("dark", { backgroundColor = "#000000" })

-- Where the functions of a screen see themselves.
local function seen() return okit.app.screen.title .. " of " .. table.concat(okit.app.stack, "/") end

local function button(title, tap) return okit.ModelBarButtonItem { title = "#" .. title, tap = tap } end

local buttons = {
  button("Here", function() shop.note = seen() end),
  button("Ask", function()
    local _ <close> = setmetatable({}, { __close = function() shop.calls = shop.calls .. "ended " end })
    local title, texts = okit.alert {
      title = "Name?", fields = { { name = "name" } }, actions = { { title = "OK" }, { title = "No" } },
    }:wait()
    shop.note = title .. " " .. texts.name .. ", " .. seen()
  end),
  button("Keep", function() okit.alert { title = "Kept" } end),
  button("Choose", function() okit.sheet { title = "Which?", actions = { { title = "This" } } } end),
  button("Help", function() okit.present("help") end),
  button("Away", function() okit.back() end),
  button("Later", function() okit.after(5, function() okit.alert { title = "Later, " .. seen() } end) end),
  button("Fetch", function()
    local body = okit.fetch("https://api.test/slow").body
    okit.alert { title = body .. ", " .. seen() }
  end),
  button("Seven", function() shop.total = shop.total + 7 end),
  button("Drop", function() shop.books:remove(shop.books[1]) end),
  button("Dark", function() okit.Model.get("settings").theme = "dark" end),
  button("Own", function()
    local _, problem = pcall(function() return okit.app:window() end)
    shop.note = problem.code .. ": " .. problem.message
  end),
  button("Fail", function()
    okit.present("help")
    shop.total = 99
    error("no")
  end),
}
shop:observe("total", function(new)
  if new == 7 then okit.alert { title = "Seven, " .. seen() } end
end)

local books = okit.ModelListTableController:extend("books", {
  type = "Book", dataPath = "books", titlePath = "#Books", subTitlePath = "note", addName = "name", edit = true,
  delete = true, searchPath = "name", refresh = true, right = buttons,
  cell = okit.ModelTableCell { path = "name", detailPath = "stock", segue = "book" },
  helpView = okit.ModelHelpView { callouts = { { target = "Edit", text = "#Edit" } } }, help = true,
})
function books:setup() shop.calls = shop.calls .. "setup " end
function books:onRefresh()
  okit.sleep(3)
  self:returnToRoot()
end

okit.ModelForm:extend("book", {
  titlePath = "name", right = buttons, editAlways = "#true",
  sections = { { cells = {
    okit.ModelTextCell { path = "%Name", textPath = "name" },
    okit.ModelTextCell { path = "%Stock", textPath = "stock" },
  } } },
})
okit.ModelDetailTableController:extend("help", { titlePath = "#Help", right = buttons, sections = {} })
okit.ModelListTableController:extend("selection", {
  type = "Book", contextPath = "/", dataPath = "books", titlePath = "#Pick",
  cell = okit.ModelTableCell { path = "name" },
})
okit.TabBarController:extend("home", {
  tabs = { { title = "#All", root = "books" }, { title = "#Pick", root = "selection" } },
})
okit.ModelMenuTableController:extend("menu", {
  contextPath = "/", dataPath = "books", titlePath = "#Menu", identifier = "selection",
  cell = okit.ModelTableCell { path = "name" },
})
okit.ModelApplicationController:extend("app", {
  menuIdentifier = "menu", homeIdentifier = "home", themeName = "settings>theme",
})

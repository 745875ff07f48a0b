-- Taps that reach functions of entities, controllers and the application, for taps_test.lua.
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { name = "", note = "", log = "" })
function Book:mark() self.log = self.log .. "mark " end
local Shop = okit.Model:extend("Shop", { books = t.list(Book), log = "" })
local shop = okit.Model.register(Shop)
if #shop.books == 0 then shop.books = { { id = "dune", name = "Dune" } } end
local function log(text) shop.log = shop.log .. text .. " " end

local app = okit.ModelApplicationController:extend("app", {})
function app:hello(number) log("hello " .. number) end

local home = okit.ModelListTableController:extend("home", {
  dataPath = "books", more = true, moreActions = "#A,#B", moreActionsTap = "mark(),own()", quickName = "#Quick",
  quickTap = "mark(),own(),hello(#1)", titlePath = "#Books", titleTap = "own(),hello(#2)",
  cell = okit.ModelTableCell {
    path = "name", segue = "book", accessoryView = okit.ModelButton { titlePath = "#Mark", tapPath = "mark()" },
  },
})
function home:own() log "own" end
function home:onAccessoryTap() log "accessory" end
function home:didTapButton(button)
  log("button " .. button.title)
  return self.super.didTapButton(self, button)
end

local book = okit.ModelDetailTableController:extend("book", {
  titlePath = "name", right = { okit.ModelBarButtonItem { title = "#Form", segue = "form" } }, sections = { { cells = {
    okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelMultilineCell { path = "#Note", textPath = "note" },
    okit.ModelButton { titlePath = "#Touch", tapPath = "mark()" },
  } } },
})
function book:onAccessoryTap() log "accessory" end

local form = okit.ModelForm:extend("form", {
  editAlways = true,
  right = { okit.ModelBarButtonItem { title = "#Send", submit = true, tap = function() log "sent" end } },
  sections = { { cells = { okit.ModelTextCell { path = "#Name", textPath = "name" } } } },
})
function form:submit()
  log "submit"
  if self.context.name == "Wrong" then return false end
  return self.super.submit(self)
end

-- Controllers and cells whose functions are overridden; the argument names the first screen.
local okit = require "okit"
local t = okit.types

local Film = okit.ModelEntity:extend("Film", {
  name = "", year = 2000, seen = false, genre = "Drama", note = "", stars = 3, day = t.date "2020-01-31",
})
function Film:see() self.seen = true end
local Films = okit.Model:extend("Films", {
  films = t.list(Film), limit = 0, ascending = true, title = "Films", log = "", first = "", hall = t.list(t.ref(Film)),
})
function Films:note(text) self.log = self.log .. text .. ";" end

local films = okit.Model.register(Films)
for _, row in ipairs {
  { "Dune", 2021, "Drama" }, { "Alien", 1979, "Horror" }, { "Brazil", 1985, "Drama" }, { "Charade", 1963, "Comedy" },
} do
  films.films:add { id = row[1]:lower(), name = row[1], year = row[2], genre = row[3] }
end

local cell = okit.ModelTableCell { path = "name", detailPath = "year" }
local list = okit.ModelListTableController
local function define(name, properties)
  properties.dataPath = properties.dataPath or "films"
  properties.cell = properties.cell or cell
  return list:extend(name, properties)
end

-- Data.
local fetched = list:extend("fetched", { cell = cell })
function fetched:fetchData()
  local newest = {}
  for _, film in ipairs(self.context.films) do
    if film.year >= self.context.limit then newest[#newest + 1] = film end
  end
  return newest
end

local live = list:extend("live", { cell = cell })
function live:fetchData() return self.context.films end

local filtered = define("filtered", {
  group = "genre", searchPath = "name", searchFilterPath = "genre", searchFilters = "#Drama",
})
function filtered:filterData(film) return film.year >= films.limit end

local sorted = define("sorted", { group = "genre", groupSort = false })
function sorted:sortData(a, b)
  if films.ascending then return a.year < b.year end
  return a.year > b.year
end

local inherited = define("inherited", { rowSort = "name", rowSortAsc = false, searchPath = "name" })
function inherited:sortData(a, b) return self.super.sortData(self, a, b) end
function inherited:filterData(film) return self.super.filterData(self, film) and film.name ~= "Brazil" end
function inherited:fetchData() return self.super.fetchData(self) end
function inherited:filterContentForSearchText(film, text)
  return self.super.filterContentForSearchText(self, film, text) or text == tostring(film.year)
end

local equal = define("equal", {})
function equal:sortData(a, b) return (a.genre == "Horror") and b.genre ~= "Horror" end

local entities = define("entities", { delete = true, deletePrompt = false })
function entities:getEntity(row)
  if row == 1 then return okit.Model.get():resolve("films[1]") end
  return self.super.getEntity(self, row)
end
function entities:onTap(film) self.context:note("tap " .. film.name) end

-- Life.
local life = define("life", {
  titlePath = "title", subTitlePath = "log", promptPath = "#Prompt", activity = true, add = true, addName = "name",
  addNav = true, segue = "film", deletePrompt = false, quickName = "#See", quickTap = "see()",
  right = { okit.ModelBarButtonItem { title = "#Mark", tap = function(shop) shop:note "mark" end } },
  cell = okit.ModelTableCell { path = "name", accyPath = "#4", accyTap = "see()" },
})
local lines = {}
local function line(text) lines[#lines + 1] = text end
function life:setup() line "setup" end
function life:update()
  line "update"
  self.super.update(self)
end
function life:updateData() line "updateData" end
function life:updateTitle()
  local title, subtitle, prompt = self.super.updateTitle(self)
  return title .. "!", subtitle == "" and "none" or subtitle, prompt
end
function life:refresh(entity, key)
  local isAbout = self.super.refresh(self, entity, key)
  line("refresh " .. key .. " " .. tostring(isAbout))
  return isAbout
end
function life:didTapBarButtonItem(item)
  line("button " .. item.title .. " " .. item.id .. " " .. item.label)
  self.super.didTapBarButtonItem(self, item)
end
function life:addEntity(text)
  line("add " .. tostring(text))
  self.super.addEntity(self, text)
end
function life:deleteEntity(film)
  line("delete " .. film.name)
  self.super.deleteEntity(self, film)
end
function life:navigateTo(film, is_new)
  line("navigate " .. film.name .. " " .. tostring(is_new))
  self.super.navigateTo(self, film, is_new)
end
function life:onQuickAction(film)
  line("quick " .. film.name)
  self.super.onQuickAction(self, film)
end
function life:onAccessoryTap(film)
  line("accessory " .. film.name)
  self.super.onAccessoryTap(self, film)
end
function life:startActivity()
  line "start"
  self.super.startActivity(self)
end
function life:stopActivity()
  line "stop"
  self.super.stopActivity(self)
end
function life:refreshTriggered()
  line "pull"
  self.super.refreshTriggered(self)
end
function Films:takeLines()
  local taken = table.concat(lines, ", ")
  lines = {}
  return taken
end

local slow = define("slow", { activity = true })
function slow:onRefresh() okit.await(function(done) okit.after(1, done) end) end

local configured = define("configured", { titlePath = "title" })
function configured:configure(shown, film)
  shown.text = shown.text .. "?"
  shown.detail = film.seen and "seen" or nil
  if film.name == films.first then shown.ribbon = "#ff0000" end
end

-- A detail.
local Name = okit.ModelTextCell:extend("NameCell", { path = "#Name", textPath = "name" })
function Name:getText() return self.super.getText(self) .. (self.editing and "" or " (" .. self.entity.year .. ")") end
function Name:setText(text) self.super.setText(self, text:upper()) end
function Name:getPlaceholder() return "name of " .. self.context.genre end
function Name:updateTextValue() return self.controller.name .. ": " .. self.super.updateTextValue(self) end
function Name:isReadOnly() return self.context.seen end

local Note = okit.ModelEditCell:extend("NoteCell", { path = "#Note" })
function Note:getText() return self.context.note end
function Note:setText(text) self.context.note = "<" .. text .. ">" end

local Stars = okit.ModelStepperCell:extend("StarsCell", { path = "#Stars", valuePath = "stars" })
function Stars:getMaxValue() return self.context.seen and 5 or 3 end
function Stars:getStepValue() return 2 end

local Bold = okit.ModelTableCell:extend("BoldCell", { path = "name" })
function Bold:update()
  self.super.update(self)
  self.text, self.detail, self.image = "*" .. self.text .. "*", self.context.genre, "star"
end
function Bold:updateRibbonColor() return self.context.seen and "#00ff00" or nil end

local Fancy = Bold:extend("FancyCell", {})
function Fancy:updateRibbonColor() return self.super.updateRibbonColor(self) or "#0000ff" end

local film = okit.ModelDetailTableController:extend("film", {
  titlePath = "name",
  sections = { { cells = {
    Name {}, Note {}, Stars {}, Bold {}, Fancy {},
    okit.ModelTableCell { path = "#See", tap = "see()", accyPath = "#4" },
  } } },
})
function film:onTap(tapped)
  films:note("tap " .. tostring(tapped.text) .. " " .. tapped.name)
  self.super.onTap(self, tapped)
end
function film:onAccessoryTap(tapped) films:note("accessory " .. tapped.entity.name .. " " .. tapped.controller.name) end

define("rows", { cell = Name { segue = "film" } })

-- Selections.
local openers = define("openers", { dataPath = "hall", cell = okit.ModelTableCell { path = "ref/name" }, right = {
  okit.ModelBarButtonItem { title = "#Pick", segue = "picks" },
  okit.ModelBarButtonItem { title = "#Present", segue = { to = "closing", kind = "present" } },
} })
function openers:didSelect(reference) self.context:note("opener +" .. reference.refKey) end
function openers:didClearSelection(reference) self.context:note("opener -" .. reference.refKey) end
local closing = okit.ModelSelectionTableController:extend("closing", { dataPath = "films", cell = cell })
function closing:onCloseTap()
  self.context:note "closing"
  self.super.onCloseTap(self)
end
function closing:close()
  self.context:note "close"
  if self.context.limit > 0 then self.super.close(self) end
end
local picks = okit.ModelSelectionTableController:extend("picks", { dataPath = "films", cell = cell })
function picks:selectMultiple(entity)
  if entity.name == "Alien" then return end
  self.super.selectMultiple(self, entity)
end

-- A screen of its own.
local base = okit.ModelBaseTableController:extend("base", { titlePath = "title", right = {
  okit.ModelBarButtonItem { title = "#Note", tap = function(shop) shop:note "bar" end },
} })
function base:fetchData() return self.context.films end
function base:rowFor(entity) return { text = entity.name, detail = entity.genre } end
function base:onRowTap(entity) self.context:note("row " .. entity.name) end

-- Mistakes.
local mistakes = {
  flag = function(c) function c:filterData() return "yes" end end,
  error = function(c) function c:sortData(a) error("no order for " .. a.name) end end,
  endless = function(c) function c:filterData() while true do end end end,
  waiting = function(c) function c:filterData() okit.await(function() end) end end,
  table = function(c) function c:updateTitle() return {} end end,
  values = function(c) function c:fetchData() return { 1, 2 } end end,
  writing = function(c) function c:sortData(a, b) a.stars = a.stars + 1 return a.name < b.name end end,
  removing = function(c) function c:filterData(one)
    if one.name == "Alien" then films.films:remove(one) end
    return true
  end end,
  contradicting = function(c) function c:sortData() return true end end,
  navigating = function(c) function c:update() okit.navigate(self.name) end end,
  configuring = function(c) function c:configure(shown) shown.texts = "x" end end,
  gone = function(c)
    local kept
    function c:configure(shown) kept = kept or shown end
    function c:onTap() kept.text = "later" end
  end,
}
for name, mistake in pairs(mistakes) do mistake(define("mistake_" .. name, { titlePath = "title" })) end

local Bad = okit.ModelTextCell:extend("BadCell", { path = "#Bad", textPath = "name" })
function Bad:getText() return {} end
function Bad:getPlaceholder() error("no placeholder") end
function Bad:setText() error("cannot write") end
function Bad:updateTextValue() return "x" .. self:updateTextValue() end
okit.ModelDetailTableController:extend("bad", { contextPath = "films[0]", sections = { { cells = { Bad {} } } } })

okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "fetched" })

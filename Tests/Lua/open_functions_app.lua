-- Functions of OKit that a script overrides to follow a screen and its parts; the argument names the first screen.
local okit = require "okit"
local t = okit.types

local Film = okit.ModelEntity:extend("Film", {
  name = "", year = 2000, image = "star", seen = false, day = t.date "2020-01-31",
})
local Films = okit.Model:extend("Films", {
  films = t.list(Film), hall = t.list(t.ref(Film)), one = t.ref(Film), canEdit = true, canAdd = true, canSearch = true,
  isTall = false, other = t.ref(Film), title = "Films",
})
local films = okit.Model.register(Films)
for _, name in ipairs { "Dune", "Alien", "Brazil" } do films.films:add { id = name:lower(), name = name } end

local lines = {}
local function line(text) lines[#lines + 1] = text end
function Films:takeLines()
  local taken = table.concat(lines, ", ")
  lines = {}
  return taken
end
function Films:unprotect() okit.Model.restoreState() end

-- Lets functions of a class note that they are called, before the inherited ones.
local function note(class, names)
  for _, name in ipairs(names) do
    class[name] = function(self, ...)
      line(name)
      return self.super[name](self, ...)
    end
  end
end

local cell = okit.ModelTableCell { path = "name" }
local function list(name, properties)
  properties.dataPath, properties.cell = "films", properties.cell or cell
  return okit.ModelListTableController:extend(name, properties)
end

note(list("updates", { titlePath = "title", segue = "film" }), {
  "update", "updateData", "updateUI", "updateHeader", "updateTable", "updatePrompt", "updateBarButtonItems",
})
note(list("lower", {}), { "updatePrompt" })

note(list("handles", { edit = "canEdit", add = "canAdd", search = "canSearch" }), {
  "handleEdit", "handleAdd", "handleSearch", "handleRefresh", "handleHelp",
})
local without = list("without", {})
for _, name in ipairs { "handleEdit", "handleAdd", "handleSearch", "handleRefresh" } do
  without[name] = function() end
end

local editing = list("editing", { segue = "film" })
note(editing, { "setEditing", "updateEdit", "clearSelection", "updateSelection" })
note(list("opensInEditing", { addName = "name", addNav = true, segue = "film" }), {})
local guarded = list("guarded", {})
function guarded:setEditing(on) if self.context.canEdit then self.super.setEditing(self, on) end end

local film = okit.ModelDetailTableController:extend("film", {
  titlePath = "name", sections = { { cells = { okit.ModelDateCell { path = "#Day", datePath = "day" } } } },
})
note(film, { "setEditing", "updateEdit", "clearSelection", "updateSelection" })

local prepared = list("prepared", { segue = "film" })
function prepared:prepare(segue, entity)
  line("prepare " .. segue.to .. " " .. segue.kind .. " " .. tostring(segue.editing) .. " " .. entity.name)
  return self.context.other.ref
end
local unprepared = list("unprepared", { segue = "film" })
function unprepared:prepare() return 7 end

local data = list("data", {
  deletePrompt = false, reorder = true,
  cell = okit.ModelTableCell { path = "name", accyText = "#See", accyTap = "see()" },
})
function Film:see() self.seen = true end
note(data, { "setData", "didTapAccessoryButton", "onAccessoryTap" })

local heights = list("heights", {})
function heights:heightForCell(shown, entity)
  if entity.name == "Brazil" then return 0 end
  if entity.name == "Dune" and self.context.isTall then return #shown.text * 20 end
  return self.super.heightForCell(self, shown, entity)
end

local told = okit.ModelDetailTableController:extend("told", {})
function told:refresh(entity, key)
  line("refresh " .. entity.name .. " " .. tostring(key))
  return true
end
local teller
function told:setup() teller = self end
function Films:tell() teller:invalidate(self.films[1], "name") end
function Films:tellAll() teller:invalidate() end
list("teller", { segue = "told" })

-- What rows decide about themselves.
local function rows(name, properties)
  properties.more, properties.moreTap, properties.quickTap = true, "see()", "see()"
  return list(name, properties)
end
rows("swipes", { quickName = "#See", edit = "canEdit", editEnabled = "!seen" })
rows("quick", { quickName = "name", quickImage = "image" })
rows("quickOfList", { quickName = "title" })
list("scopes", { searchFilterPath = "name", searchFilters = "Done,Edit,#Add" })

-- Selections.
local several = okit.ModelSelectionTableController:extend("several", {
  dataPath = "films", selectionPath = "hall", cell = cell, autoClose = true,
})
note(several, { "setSelectionData", "refreshState", "updateSelection", "handleClear", "handleClose" })
local kept = okit.ModelSelectionTableController:extend("kept", {
  dataPath = "films", selectionPath = "one", cell = cell, autoClose = true,
})
function kept:refreshState() line "refreshState" end
function kept:handleClear() end
okit.ModelDetailTableController:extend("opener", { titlePath = "title", right = {
  okit.ModelBarButtonItem { title = "#Several", segue = { to = "several", kind = "present" } },
  okit.ModelBarButtonItem { title = "#Kept", segue = { to = "kept", kind = "present" } },
} })

-- Cells.
local Cell = okit.ModelTextCell:extend("EditedCell", { path = "#Title", textPath = "title" })
function Cell:updateAccessory() return self.context.canAdd and "checkmark" or 0 end
function Cell:updateControlInDisplay() return self.context.canSearch end
function Cell:updateEdit() self.detail = "editing" end
local Slider = okit.ModelSliderCell:extend("ImageSlider", {
  path = "#Year", valuePath = "films[0]/year", maxValuePath = "#3000",
})
function Slider:getMinImage() return "old" end
function Slider:getMaxImage() return self.super.getMaxImage(self) end
local Day = okit.ModelDateCell:extend("DayCell", { path = "#Day", datePath = "films[0]/day" })
function Day:getPickerMode() return self.context.canAdd and 1 or self.super.getPickerMode(self) end
okit.ModelDetailTableController:extend("cells", { sections = { { cells = { Cell {}, Slider {}, Day {} } } } })

-- Views.
local Total = okit.ModelLabel:extend("Total", { textPath = "title" })
function Total:update() self.text = self.text .. " of " .. self.controller.name .. ": " .. #self.context.films end
local Button = okit.ModelButton:extend("Button", { titlePath = "title", tapPath = "mark()" })
function Films:mark() self.title = self.title .. "!" end
function Button:update()
  self.super.update(self)
  self.title, self.image, self.enabled = "Mark " .. self.title, "star", self.context.canEdit
end
local Bar = okit.ModelBarButtonItem:extend("Bar", { title = "#Bar", tap = "mark()" })
function Bar:update()
  self.title = self.title .. " " .. self.context.title
  if not self.context.canEdit then self.enabled = false end
end
local Help = okit.ModelHelpView:extend("Help", { titlePath = "title" })
function Help:show()
  line "show"
  self.super.show(self)
end
function Help:hide()
  line "hide"
  self.super.hide(self)
end
function Help:update() self.title = "About " .. self.title end
local Wrong = okit.ModelLabel:extend("Wrong", { textPath = "#Wrong" })
function Wrong:update() self.title = "x" end
okit.ModelController:extend("views", {
  views = { Total {}, Button {}, Wrong {} }, right = { Bar {} }, helpView = Help { { text = "#Films" } },
})

local home = okit.ModelApplicationController:extend("app", { homeIdentifier = okit.arguments[1] or "updates" })
function home:unprotect()
  line "unprotect"
  self.super.unprotect(self)
end

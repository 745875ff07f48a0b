-- The application that driver_test.lua drives: a list of notes with everything that the driver can do.
local okit = require "okit"
local t = okit.types

local Note = okit.ModelEntity:extend("Note", { name = "", stars = 0, done = false, due = t.optional(t.date) })
local Pad = okit.Model:extend("Pad", { notes = t.list(Note), opened = 0 })

function Note:finish() self.done = true end
function Note:fail() error("no ink left") end
function Note:rename(name) self.name = name return #name end
function Note:later() okit.sleep(60) self.stars = self.stars + 1 end
function Note:undo() okit.app:undo() end
function Note:tapItself() okit.app:tap("Add") end
function Pad:count() return #self.notes end
function Pad:own() return okit.app:get("notes.@count") end

local pad = okit.Model.register(Pad)
okit.Model.state(function() okit.Model.store(pad) end)
okit.log.info("started", #pad.notes)

okit.ModelListTableController:extend("notes", {
  type = "Note", dataPath = "notes", titlePath = "%Notes", rowSort = "name", addName = "name",
  delete = "#true", more = "#true",
  moreActions = {
    { name = "%Finish", enabled = "!done", tap = "finish()" }, { name = "%Fail", tap = "fail()" },
    { name = "%Undo", tap = "undo()" }, { name = "%Tap", tap = "tapItself()" },
  },
  cell = okit.ModelTableCell { path = "name", detailPath = "stars", segue = "note" },
})
okit.ModelDetailTableController:extend("note", {
  titlePath = "name",
  right = { okit.ModelBarButtonItem { title = "%Ask", tap = function(note)
    okit.alert { title = "Ask", message = note.name, fields = { { name = "answer" } }, actions = {
      { title = "OK" }, { title = "Cancel", style = "cancel" } } }
  end } },
  sections = { { cells = {
    okit.ModelTextCell { path = "%Name", textPath = "name" },
    okit.ModelSwitchCell { path = "%Done", onPath = "done" },
    okit.ModelStepperCell { path = "%Stars", valuePath = "stars" },
  } } },
})
okit.ModelApplicationController:extend("app", { homeIdentifier = "notes" })

-- Planted (error): the message about a failed store expects a name that is not there after a status.
local okit = require "okit"
local t = okit.types
local Note = okit.ModelEntity:extend("Note", { text = "" })
local Notes = okit.ModelHttp:extend("Notes", { notes = t.list(Note) })
local reasons = { ["http.unreachable"] = { text = "offline" }, ["http.timeout"] = { text = "slow" } }
local notes

okit.Model.initialize(function()
  notes = okit.Model.register(Notes, "notes")
  okit.Model.state(function() okit.Model.store(notes) end)
end)

function Notes:save()
  local stored, _, code = okit.Model.storeState():wait()
  if not stored then okit.alert { title = reasons[code].text } end -- fault
  -- corrected: if not stored then okit.alert { title = code } end
end

okit.ModelListTableController:extend("notes", {
  contextPath = "notes>", type = "Note", dataPath = "notes", titlePath = "#Notes", addName = "text",
  toolbar = { okit.ModelBarButtonItem { title = "#Save", tap = "save()" } },
  cell = okit.ModelTableCell { path = "text" },
})

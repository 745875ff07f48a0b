-- The application of exit_test.lua.
local okit = require "okit"

local Note = okit.ModelEntity:extend("Note", { name = "" })
local Notes = okit.Model:extend("Notes", { notes = okit.types.list(Note), taps = 0 })
okit.Model.register(Notes)
function Notes:quit(status)
  self.taps = self.taps + 1
  okit.exit(status)
  self.taps = 100
end
function Notes:quitLater() okit.after(5, function() okit.exit(6) end) end
okit.ModelDetailTableController:extend("notes", {
  titlePath = "#Notes",
  right = { okit.ModelBarButtonItem { title = "#Quit", tap = "quit(#3)" },
    okit.ModelBarButtonItem { title = "#Leave", tap = "quit()" } },
})

-- Planted (error): a protected application begins again, below a cover, without what a variable had.
local okit = require "okit"
local Diary = okit.ModelEncrypted:extend("Diary", { notes = "", isOpen = false })
local page

okit.Model.initialize(function() okit.Model.register(Diary) end, { secure = true })

function Diary:open() self.isOpen, page = true, { text = self.notes } end
function Diary:read()
  if self.isOpen then okit.alert { title = page.text } end -- fault
  -- corrected: if self.isOpen then okit.alert { title = page and page.text or self.notes } end
end

okit.ModelApplicationController:extend("app", { homeIdentifier = "diary", protection = true })
okit.ModelDetailTableController:extend("diary", {
  titlePath = "#Diary",
  right = { okit.ModelBarButtonItem { title = "#Open", tap = "open()" } },
  toolbar = { okit.ModelBarButtonItem { title = "#Read", tap = "read()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Notes", textPath = "notes" } } } },
})

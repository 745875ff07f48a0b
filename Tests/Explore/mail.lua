-- Planted (error): a function that waits while its row is removed on another screen.
local okit = require "okit"
local t = okit.types
local Mail = okit.ModelEntity:extend("Mail", { subject = "", sent = false })
local Box = okit.Model:extend("Box", { drafts = t.list(Mail), sent = 0 })
function Mail:send()
  okit.sleep(30)
  local box = self.parent
  box.sent = box.sent + 1 -- fault
  -- corrected: if not box then return end box.sent = box.sent + 1
  self.sent = true
end
function Mail:discard() local m = self.model okit.back() m.drafts:remove(self) end
okit.Model.initialize(function()
  local m = okit.Model.register(Box)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Mail", dataPath = "drafts", titlePath = "#Drafts",
  titleCount = "sent", addName = "subject", delete = false,
  cell = okit.ModelTableCell { path = "subject", detailPath = "sent", segue = "mail" } })
okit.ModelDetailTableController:extend("mail", { titlePath = "subject",
  right = { okit.ModelBarButtonItem { title = "#Send", tap = "send()", enabled = "!sent" } },
  toolbar = { okit.ModelBarButtonItem { title = "#Discard", tap = "discard()" } },
  sections = { { cells = { okit.ModelTextCell { path = "#Subject", textPath = "subject" } } } } })

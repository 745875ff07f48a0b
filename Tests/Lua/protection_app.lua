-- A protected application: an encrypted model, a plain one, settings, and functions that a script overrides.
local okit = require "okit"
local t = okit.types

local Entry = okit.ModelEntity:extend("Entry", { name = "" })
function Entry:mark() self.name = self.name .. "!" end
local Diary = okit.ModelEncrypted:extend("Diary", { entries = t.list(Entry), notes = "" })
local Plain = okit.Model:extend("Plain", { word = "", calls = "", started = 0, opened = "" })
local Settings = okit.ModelSettings:extend("Settings", { cover = true })

local plain
okit.Model.initialize(function()
  okit.Model.register(Settings, "settings")
  okit.Model.register(Diary)
  plain = okit.Model.register(Plain, "plain")
  plain.started = plain.started + 1
end, { secure = true })

function Diary:say() okit.log.info("log of " .. self.notes) end
function Diary:later(seconds)
  okit.after(seconds, function()
    okit.log.info("timer of " .. plain.word)
    error("timer failed for " .. plain.word)
  end)
end
function Diary:lock() okit.SecureStore.close() end
function Plain:open_later(seconds)
  okit.after(seconds, function()
    okit.SecureStore.open(function(ok) plain.opened = plain.opened .. tostring(ok) .. " " end)
  end)
end
function Plain:misuse() return okit.app:authenticate(true) end

okit.ModelListTableController:extend("home", {
  type = "Entry", dataPath = "entries", titlePath = "notes", search = true, searchPath = "name",
  cell = okit.ModelTableCell { path = "name", tap = "mark()", segue = "entry" },
})
okit.ModelDetailTableController:extend("entry", {
  titlePath = "name", sections = { { cells = { okit.ModelTextCell { path = "%Name", textPath = "name" } } } },
})

local Application = okit.ModelApplicationController:extend("app", {
  protection = "settings>protection", protectionTimeout = "settings>protectionTimeout",
  protectionCover = "settings>cover", protectionText = "%Locked", protectionImage = "#lock",
})
for _, name in ipairs { "protect", "unprotect", "showProtectionCover", "hideProtectionCover", "applyEncryption",
  "applyProtection" } do
  Application[name] = function(self)
    self.super[name](self)
    plain.calls = plain.calls .. name .. " "
  end
end

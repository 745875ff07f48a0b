-- The controllers of backups. The argument names the functions that a class overrides, and what they do instead.
local okit = require "okit"

local Notes = okit.Model:extend("Notes", { motto = "first", calls = "" })
local Secret = okit.ModelEncrypted:extend("Secret", { text = "hidden" })
local Log = okit.ModelTransient:extend("Log", { calls = "" })

okit.Model.register(Notes)
okit.Model.register(Secret, "secret")
local log = okit.Model.register(Log, "log")

function Notes:close_store() okit.SecureStore.close() end
function Notes:import() okit.Model.importState() end

okit.ModelDetailTableController:extend("home", {
  titlePath = "motto",
  right = {
    okit.ModelBarButtonItem { title = "#Plain", segue = "plain" },
    okit.ModelBarButtonItem { title = "#Secure", segue = "secure" },
  },
})
local Plain = okit.ModelBackupTableController:extend("plain", { titlePath = "%Backups" })
local Secure = okit.ModelSecureBackupTableController:extend("secure", { titlePath = "%Backups" })

local instead = {
  fail = function(name) error(name .. " fails") end,
  refuse = function() return false end,
  wait = function() okit.sleep(1) end,
  export = function()
    okit.Model.exportState()
    return true
  end,
  skip = function() return true end,
}

local function override(class, name, does)
  class[name] = function(self, ...)
    local arguments = {}
    for number, value in ipairs { ... } do
      -- The documents directory has another path each time.
      arguments[number] = tostring(type(value) == "table" and value.name or value):gsub("^.*/okit/", "")
    end
    log.calls = ("%s%s(%s) "):format(log.calls, name, table.concat(arguments, ","))
    if instead[does] then return instead[does](name) end
    return self.super[name](self, ...)
  end
end

for name, does in (okit.arguments[1] or ""):gmatch("(%w+)=(%w+)") do
  override(Secure, name, does)
  if not name:find("^dataTo") and not name:find("^backupTo") then override(Plain, name, does) end
end

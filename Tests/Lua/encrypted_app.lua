-- An encrypted model beside a plain one.
local okit = require "okit"
local t = okit.types

local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelImage) })
local Chapter = okit.ModelEntity:extend("Chapter", { text = "" })
local ChapterDefer = okit.ModelPartial:extend("ChapterDefer", { chapter = t.deferred(Chapter) })
local Diary = okit.ModelEncrypted:extend("Diary", {
  entries = t.list(Entry), chapters = t.list(ChapterDefer), tags = t.map(t.string), notes = "",
})
local Settings = okit.Model:extend("Settings", {
  encryption = true, opened = "", favourite = t.ref(Entry), pinned = t.ref(Entry, { onDelete = "restrict" }),
})

local settings = okit.Model.register(Settings, "settings")
okit.SecureStore.encryption = settings.encryption
local diary = okit.Model.register(Diary)

function Diary:lock() okit.SecureStore.close() end
function Diary:switch()
  settings.encryption = not settings.encryption
  okit.SecureStore.encryption = settings.encryption
end
function Settings:fail(kind)
  if kind == "switch" then okit.SecureStore.encryption = false end
  if kind == "close" then okit.SecureStore.close() end
  error("the turn fails")
end
function Settings:open_and_fail() okit.SecureStore.open(function() error("the function fails") end) end
function Settings:open()
  okit.SecureStore.open(function(ok) settings.opened = tostring(ok) end)
end
function Settings:spoil() diary.notes = "spoiled" end
function Settings:attempt()
  local codes = {}
  for _, change in ipairs {
    function() diary.notes = "spoiled" end, function() diary.tags = { key = "spoiled" } end,
    function() settings:set("default>notes", "spoiled") end,
  } do
    local ok, problem = pcall(change)
    codes[#codes + 1] = ok and "changed" or problem.code
  end
  return table.concat(codes, " ")
end
function Settings:misuse(kind)
  if kind == "name" then okit.SecureStore.isOpn = true end
  if kind == "read" then return okit.SecureStore.isOpn end
  if kind == "type" then okit.SecureStore.encryption = 1 end
end
function Settings:state()
  return tostring(okit.SecureStore.isOpen) .. " " .. tostring(okit.SecureStore.isInitialized) .. " "
    .. tostring(okit.SecureStore.encryption)
end

okit.ModelListTableController:extend("home", {
  type = "Entry", dataPath = "entries", titlePath = "%Diary",
  cell = okit.ModelTableCell { path = "name" },
})

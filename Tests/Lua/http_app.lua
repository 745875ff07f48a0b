-- A shop on a server, for http_test.lua. The first argument selects a function for conflicts, the second one is
-- the class.
local okit = require "okit"
local t = okit.types

local Book = okit.ModelEntity:extend("Book", { title = "", price = 0.0, cover = t.entity(okit.ModelImage) })
local Shop = okit[okit.arguments[2] or "ModelHttp"]:extend("Shop", {
  books = t.list(Book), motto = "", result = t.transient(t.string),
})

function Shop:save()
  local stored, _, code = okit.Model.storeState():wait()
  self.result = stored and "stored" or code
end

if okit.arguments[1] == "both" then
  function Shop:conflict(mine, theirs, base)
    theirs.motto = ("%s, %s, not %s"):format(mine.motto, theirs.motto, base.motto)
    return theirs
  end
end

okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  okit.Model.state(function() okit.Model.store(shop) end)
end)

okit.ModelDetailTableController:extend("shop", {
  titlePath = "#Shop",
  subTitlePath = "result",
  sections = { { cells = { okit.ModelTableCell { path = "motto" } } } },
  right = { okit.ModelBarButtonItem { title = "#Save", tap = "save()" } },
})

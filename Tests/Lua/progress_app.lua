local okit = require "okit"
local t = okit.types

local Download = okit.ModelEntity:extend("Download", { name = "", loaded = 0, size = 0 })
local Downloads = okit.Model:extend("Downloads", { downloads = t.list(Download) })

okit.Model.register(Downloads).downloads = {
  { id = "map", name = "Map", loaded = 30, size = 40 }, { id = "song", name = "Song", loaded = 8, size = 8 },
}

okit.ModelListTableController:extend("home", {
  type = "Download", dataPath = "downloads", titlePath = "#Downloads", quickName = "#Load",
  quickTap = function(download) download.loaded = download.loaded + 5 end,
  cell = okit.ModelProgressCell { path = "name", valuePath = "loaded", maxValuePath = "size" },
})

-- A model of the kind that the first argument names; the second one is the length of its notes.
local okit = require "okit"
local t = okit.types
local Track = okit.ModelEntity:extend("Track", { title = "", plays = 0 })
function Track:play() self.plays = self.plays + 1 end
local Album = okit.ModelEntity:extend("Album", {
  title = "", tracks = t.list(Track), tags = t.set(t.string), cover = t.entity(okit.ModelImage),
  booklet = t.entity(okit.ModelData), stamp = t.entity(okit.ModelInlineImage), code = t.entity(okit.ModelInlineData),
})
local Concert = okit.ModelEntity:extend("Concert", {
  place = "", encores = t.list(Track), poster = t.entity(okit.ModelImage), best = t.ref "Track",
})
local Evening = okit.ModelPartial:extend("Evening", {
  place = t.string("", { didSet = function(self, _, new) self.concert.place = new end }), concert = t.deferred(Concert),
})
function Evening:sync(concert) self.place = concert.place end
local Music = okit[okit.arguments[1]]:extend("Music", {
  albums = t.list(Album), notes = "", ratings = t.map(t.int), favourite = t.ref "Track", evenings = t.list(Evening),
})
local Settings = okit.Model:extend("Settings", { theme = "light", starts = 0 })

local music, settings
okit.Model.initialize(function()
  music = okit.Model.register(Music)
  settings = okit.Model.register(Settings, "settings")
end)
okit.Model.state(function()
  okit.Model.store(music)
  okit.Model.store(settings)
end)

if music.notes == "" then
  music.notes = ("note "):rep(tonumber(okit.arguments[2]) // 5)
  for album = 1, 3 do
    local tracks = {}
    for track = 1, 4 do tracks[track] = { id = ("t%d%d"):format(album, track), title = "Track " .. track } end
    music.albums:add { id = "a" .. album, title = "Album " .. album, tracks = tracks }
  end
  music.albums[1].cover = { id = "c1", data = "\x89PNG", format = "image/png" }
  music.evenings:add { id = "e1", place = "Berlin", concert = { id = "k1", place = "Berlin" } }
  music.evenings:add { id = "e2", place = "Paris", concert = { id = "k2", place = "Paris" } }
end

function Music:storeAndFail()
  self.albums[1].title = "never seen"
  okit.Model.storeState()
  error "no"
end
function Music:storePartsAndFail()
  self.albums[1].cover.data = "never seen"
  self.albums[1].booklet = { data = "never seen" }
  self.evenings[1].concert.place = "Nowhere"
  self.evenings:remove(2)
  okit.Model.storeState()
  error "no"
end
function Music:storeTwice()
  self.albums[1].title = "first"
  okit.Model.storeState()
  self.albums[1].title = "second"
  okit.Model.store(self)
end
function Music:sync() okit.Model.sync() end

okit.ModelListTableController:extend("home", {
  type = "Album", dataPath = "albums", titlePath = "%Albums", quickName = "%Rename", quickTap = "rename()",
  cell = okit.ModelTableCell { path = "title" },
})
function Album:rename() self.title = self.title .. "!" end

-- Queries, for models in a database.
function Music:search(text)
  return okit.Model.query(self, "SELECT id, title AS name FROM Album WHERE title LIKE ? ORDER BY title", text)
end
function Music:ask(sql, ...) return okit.Model.query(self, sql, ...) end
function Settings:ask() return okit.Model.query(self, "SELECT 1") end

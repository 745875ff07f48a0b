-- Backups of a model in a database in memory.
local app, films

before_each(function()
  app = okit.launch("backup_rows_app.lua")
  films = app:model()
end)

it("bring rows back", function()
  films.films:add { name = "Alien", poster = { data = "bytes" } }
  films:create("first")
  films.films:add { name = "Brazil" }
  films.films[1].poster.data = "other"
  films:create("second")
  films.films:clear()
  films:restore("first")
  films = app:model()
  expect(#films.films).to_be(1)
  expect(films.films[1].poster.data).to_be("bytes")
  films:restore("second")
  films = app:model()
  expect(#films.films).to_be(2)
  expect(films.films[1].poster.data).to_be("other")
  films.films[2].name = "Charade"
  app:background():relaunch()
  expect(app:rows()).to_equal { "Alien", "Charade" }
end)

it("bring back that there was nothing", function()
  films:create("empty")
  films.films:add { name = "Alien" }
  app:background():foreground()
  films:restore("empty")
  expect(#app:model().films).to_be(0)
  app:model().films:add { name = "Brazil" }
  app:background():relaunch()
  expect(app:rows()).to_equal { "Brazil" }
end)

-- Shared test code: a fixture of three books and four authors instead of the stock, and helpers to read a screen.

local support = {}

-- A folder of the Lua path can name another application with the same screens, such as storyboard.lua.
local found, application = pcall(require, "bookshop_application")
if not found then application = "app.lua" end

-- The first and the last day that a book can have.
support.days = { first = "1800-01-01", last = "2100-12-31" }
if application == "storyboard.lua" then support.days = { first = "2019-01-01", last = "2019-12-31" } end

local books = {
  {
    id = "dune", name = "Dune", date = "2020-01-31T08:00:00Z", type = "1", price = 9.99, copies = 3,
    genre = { refKey = "SCIENCE_FICTION" },
    authors = { { refKey = "herbert" } },
    author = { refKey = "herbert" },
  },
  { id = "emma", name = "Emma", date = "2020-01-30T08:00:00Z", copies = 1 },
  { id = "persuasion", name = "Persuasion", date = "2019-05-04T08:00:00Z", marked = true },
}

local authors = {
  { id = "herbert", name = "Frank Herbert" },
  { id = "austen", name = "Jane Austen" },
  { id = "tolkien", name = "J. R. R. Tolkien" },
  { id = "adams", name = "Douglas Adams" },
}

-- The arguments of the application, and the server that stores its models.
local arguments, endpoint

-- Describes the same behavior of the shop in documents, in databases and on a server; of another application only in
-- documents, because its controllers make no difference to the storage. `--exclude-tags storages` runs only the first.
function support.describe(name, body)
  describe(name, body)
  if application ~= "app.lua" then return end
  describe(name .. " (sqlite)", { tags = "storages" }, function()
    before_each(function() arguments = { "sqlite" } end)
    after_each(function() arguments = nil end)
    body()
  end)
  describe(name .. " (server)", { tags = "storages" }, function()
    before_each(function() endpoint = okit.endpoint_store() end)
    after_each(function() endpoint = nil end)
    body()
  end)
end

-- Launches the shop with its stock at noon on 2020-01-31.
function support.launch_stocked(server)
  return okit.launch(application, {
    now = "2020-01-31T12:00:00Z", arguments = arguments, endpoint = server or endpoint,
  })
end

-- Launches the shop with the fixture at the same time.
function support.launch(locale, server)
  local app = okit.launch(application, {
    now = "2020-01-31T12:00:00Z",
    locale = locale,
    arguments = arguments,
    endpoint = server or endpoint,
    fixture = { books = {}, stocked = true },
  })
  -- The books refer to authors, which are in another model.
  app:model("directory"):apply { authors = authors, groups = {} }
  return app:apply { books = books }
end

-- Stores the state, ends the application and starts it again with the same documents. A protected shop starts covered.
function support.restart(app)
  app:background()
  app:terminate()
  app:relaunch()
  if app.screen.cover then app:authenticate(true) end
end

function support.headers(app)
  local list = {}
  for i, section in ipairs(app.screen.sections) do list[i] = section.header end
  return list
end

-- Returns the titles of bar buttons or of a sheet's actions.
function support.titles(buttons)
  local list = {}
  for i, button in ipairs(buttons) do list[i] = button.title end
  return list
end

-- Returns the sorted ids of a book's authors.
function support.authorKeys(app, id)
  local book = app:model().books:find(function(candidate) return candidate.id == id end)
  local keys = {}
  for i, ref in ipairs(book.authors) do keys[i] = ref.refKey end
  table.sort(keys)
  return keys
end

return support

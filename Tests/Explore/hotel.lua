-- Planted (error): five screens to a room; after Cancel on the last one, the first one shows a name that nothing has.
local okit = require "okit"
local t = okit.types
local Room = okit.ModelEntity:extend("Room", { name = "", taken = false })
local Hotel = okit.ModelEntity:extend("Hotel", { name = "", rooms = t.list(Room) })
local City = okit.ModelEntity:extend("City", { name = "", hotels = t.list(Hotel) })
local Country = okit.ModelEntity:extend("Country", { name = "", cities = t.list(City) })
local World = okit.Model:extend("World", { countries = t.list(Country), pending = "", bookings = 0 })
function Room:prepare() self.model.pending = self.name okit.navigate("booking", self) end
function Room:book()
  self.taken = true
  self.model.bookings = self.model.bookings + 1
  self.model.pending = ""
  okit.navigateToHome()
end
function Room:cancel() okit.navigateToHome() end
function World:summary()
  if self.pending ~= "" then local names = {} return names[self.pending].text end -- fault
  -- corrected: if self.pending ~= "" then return self.pending end
  return self.bookings .. " booked"
end
okit.Model.initialize(function()
  local w = okit.Model.register(World)
  if #w.countries == 0 then
    w.countries = { { name = "Italy", cities = { { name = "Rome", hotels = { { name = "Ritz",
      rooms = { { name = "101" }, { name = "102" } } } } } } },
      { name = "Spain", cities = {} } }
  end
  okit.Model.state(function() okit.Model.store(w) end)
end)
local function list(name, title, path, segue, extra)
  local p = { dataPath = path, titlePath = title, add = false, edit = false, search = false,
    cell = okit.ModelTableCell { path = "name", segue = segue },
    left = { okit.ModelBarButtonItem { title = "#Cancel", tap = function() okit.navigateToHome() end } } }
  for k, v in pairs(extra or {}) do p[k] = v end
  okit.ModelListTableController:extend(name, p)
end
list("home", "#Countries", "countries", "cities", { subTitlePath = "summary()", left = {} })
list("cities", "name", "cities", "hotels")
list("hotels", "name", "hotels", "rooms")
okit.ModelListTableController:extend("rooms", { dataPath = "rooms", titlePath = "name", add = false, edit = false,
  search = false,
  tap = "prepare()", cell = okit.ModelTableCell { path = "name", detailPath = "taken" },
  left = { okit.ModelBarButtonItem { title = "#Cancel", tap = function() okit.navigateToHome() end } } })
okit.ModelDetailTableController:extend("booking", { titlePath = "name", edit = false,
  left = { okit.ModelBarButtonItem { title = "#Cancel", tap = "cancel()" } },
  right = { okit.ModelBarButtonItem { title = "#Book", tap = "book()", enabled = "!taken" } },
  sections = { { cells = { okit.ModelTableCell { path = "#Room", detailPath = "name" } } } } })
okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })

-- Planted (error): a day that is equal to a constant.
local okit = require "okit"
local t = okit.types
local Person = okit.ModelEntity:extend("Person", { name = "", born = t.day, nick = "" })
local Club = okit.Model:extend("Club", { people = t.list(Person) })
local holidays = {}
function Person:sign()
  if self.born == okit.day("1988-07-04") then return holidays[1].name end -- fault
  -- corrected: if self.born == okit.day("1988-07-04") then return "holiday" end
  return self.nick
end
okit.Model.initialize(function()
  local m = okit.Model.register(Club)
  okit.Model.state(function() okit.Model.store(m) end)
end)
okit.ModelListTableController:extend("home", { type = "Person", dataPath = "people", titlePath = "#Club",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", segue = "person" } })
okit.ModelDetailTableController:extend("person", { titlePath = "name", subTitlePath = "sign()", sections = { { cells = {
  okit.ModelTextCell { path = "#Name", textPath = "name" }, okit.ModelTextCell { path = "#Nick", textPath = "nick" },
  okit.ModelDateCell { path = "#Born", datePath = "born" } } } } })

-- Grids: of films with cells of each kind, of prices by shop with columns from a list, and a wide one.

local okit = require "okit"
local t = okit.types

local Film = okit.ModelEntity:extend("Film", {
  name = "", price = 0.0, seen = false, genre = "Novel", released = t.optional(t.day), note = "", code = "",
})

function Film:total() return self.price * 2 end

function Film:drop() self.parent.films:remove(self) end

local Price = okit.ModelEntity:extend("Price", { amount = 0.0 })
local Shop = okit.ModelEntity:extend("Shop", { name = "" })
local Product = okit.ModelEntity:extend("Product", { name = "", prices = t.map(Price) })

function Product:price(shop) return self.prices[shop.name] end

local World = okit.Model:extend("World", {
  films = t.list(Film), shops = t.list(Shop), products = t.list(Product), width = 4,
})

function World:numbers()
  local numbers = {}
  for i = 1, self.width do numbers[i] = "N" .. i end
  return numbers
end

okit.Model.initialize(function()
  local world = okit.Model.register(World)
  for _, film in ipairs {
    { name = "Dune", price = 9.5, released = "2021-09-15" }, { name = "Emma", price = 7, seen = true },
    { name = "Alien", price = 9.5, genre = "Play" },
  } do
    world.films:add(film)
  end
  for _, name in ipairs { "North", "South" } do world.shops:add { name = name } end
  for i, name in ipairs { "Tea", "Rice" } do
    world.products:add { name = name, prices = { North = { amount = i }, South = { amount = 10 * i } } }
  end
end)

-- How often a cell was evaluated.
local count = 0
function Film:counted()
  count = count + 1
  return self.price
end
function World:counts() return count end

okit.ModelGridController:extend("films", {
  type = "Film",
  dataPath = "films",
  titlePath = "#Films",
  searchPath = "name",
  addAppend = true,
  deletePrompt = false,
  columns = {
    { title = "#Name", cell = okit.ModelTextCell { textPath = "name", validationRequired = true }, sort = "name" },
    {
      title = "#Price", sort = { "price", "name" },
      cell = okit.ModelTextCell { textPath = "price", formatType = "number", formatPattern = "0.00" },
    },
    { title = "#Total", cell = okit.ModelTableCell { path = "total()" } },
    { title = "#Seen", cell = okit.ModelSwitchCell { onPath = "seen" } },
    {
      title = "#Genre",
      cell = okit.ModelSegmentCell { selectIndexPath = "genre", segmentsPath = "#Novel,#Play", byTitle = true },
    },
    { title = "#Released", cell = okit.ModelDateCell { datePath = "released" } },
    {
      title = "#Note",
      cell = okit.ModelTextCell {
        textPath = "note", onEndEdit = function(film)
          if film.note == "drop" then film:drop() end
        end,
      },
    },
    {
      title = "#Code",
      cell = okit.ModelTextCell { textPath = "code", formatType = "masked", formatPattern = "##-##" },
    },
    {
      title = "#More",
      cell = okit.ModelTableCell { path = "#…", accyText = "#Drop", accyTap = "drop()", tap = "drop()" },
    },
  },
})

okit.ModelGridController:extend("dates", {
  dataPath = "films", columns = { { title = "#Released", cell = okit.ModelDateCell { datePath = "released" } } },
})

okit.ModelGridController:extend("titled", {
  dataPath = "films", columns = { { title = "width", cell = okit.ModelTableCell { path = "name" } } },
  cellPath = function(film, title) if title == "4" then return film end end,
})

okit.ModelGridController:extend("products", {
  titlePath = "#Products",
  dataPath = "products",
  rowHeader = "name",
  search = false,
  columnsPath = "shops",
  columnHeader = "name",
  cellPath = "price",
  cell = okit.ModelTextCell { textPath = "amount", liveUpdate = true },
})

okit.ModelGridController:extend("counted", {
  dataPath = "films", columns = {
    { title = "#Name", cell = okit.ModelTableCell { path = "name" } },
    { title = "#Counted", cell = okit.ModelTableCell { path = "counted()" } },
  },
})

okit.ModelGridController:extend("by price", {
  dataPath = "films", rowHeader = "price", columns = {
    { title = "#Counted", cell = okit.ModelTableCell { path = "counted()" } },
  },
})

okit.ModelGridController:extend("failing", {
  dataPath = "films", columns = {
    { title = "#Name", cell = okit.ModelTableCell { path = "name" } },
    { title = "%Sum", cell = okit.ModelTableCell {
      path = function(film) return film.price / nil end } },
  },
})

okit.ModelGridController:extend("a number as columns", {
  dataPath = "films", columnsPath = function() return 3 end, cell = okit.ModelTableCell { path = "name" },
})
okit.ModelGridController:extend("a text as context", {
  dataPath = "films", columns = { { title = "#Name", cell = okit.ModelTableCell { path = "name" } } },
  cellPath = function(film) return film.name end,
})

okit.ModelDetailTableController:extend("film", { titlePath = "name" })
okit.ModelGridController:extend("segues", {
  dataPath = "films", rowHeader = "name", columns = {
    { title = "#Parent", cell = okit.ModelTableCell {
      contextPath = "parent", path = "#up", segue = "film", tap = function(film) film.note = "tapped" end } },
  },
})

-- A field in the first column of the first row and in the last one of the last row.
okit.ModelGridController:extend("sparse", {
  dataPath = "films", editAlways = true, rowHeader = "name", search = false, columns = {
    { title = "#Code", cell = okit.ModelTextCell { textPath = "code", readOnly = "!seen" } },
    { title = "#Counted", cell = okit.ModelTableCell { path = "counted()" } },
    { title = "#Genre", cell = okit.ModelTextCell { textPath = "genre", readOnly = "!seen" } },
  },
})

okit.ModelGridController:extend("wide", {
  titlePath = "#Wide",
  dataPath = "films",
  rowHeader = "name",
  columnsPath = "numbers()",
  cell = okit.ModelTableCell { path = "price" },
})

okit.ModelGridController:extend("checked", {
  dataPath = "films", editAlways = true,
  columns = {
    { title = "#Name", cell = okit.ModelTextCell { textPath = "name", validationRequired = true } },
    { title = "#Price", cell = okit.ModelTextCell { textPath = "price", onCancelEdit = "drop()" } },
  },
  right = { okit.ModelBarButtonItem { title = "#Send", enabledPath = "valid()", tap = function() end } },
})

okit.ModelApplicationController:extend("app", { homeIdentifier = arg[1] or "films" })

-- The screens: countries → cities → city, and from each one to the targets of its references.

local okit = require "okit"

-- A comma separates the parts of a binding, so that this one is escaped.
local population = "population/formatNumber(##\\u{002c}##0)"

okit.ModelListTableController:extend("countries", {
  type = "Country",
  contextPath = "/",
  dataPath = "countries",
  titlePath = "%World",
  titleCount = "countries.@count",
  subTitleObject = "%Country",
  subTitleObjectPlural = "%Countries",
  rowSort = "name",
  group = "continent",
  groupName = "continent/localized",
  index = "#true",
  searchPath = "name",
  edit = "#false",
  add = "#false",
  delete = "#false",
  cell = okit.ModelTableCell {
    path = "name",
    detailPath = "cities.@count/suffixPlural(#city)",
    segue = "cities",
  },
})

okit.ModelListTableController:extend("cities", {
  type = "City",
  dataPath = "cities",
  titlePath = "name",
  titleCount = "cities.@count",
  subTitleObject = "%City",
  subTitleObjectPlural = "%Cities",
  rowSort = "population",
  rowSortAsc = "#false",
  searchPath = "name",
  searchFilterPath = "size",
  searchFilters = { "%Large", "%Medium", "%Small" },
  edit = "#false",
  add = "#false",
  delete = "#false",
  right = { okit.ModelBarButtonItem { title = "%Country", segue = "country" } },
  cell = okit.ModelTableCell { path = "name", detailPath = population, segue = "city" },
})

okit.ModelDetailTableController:extend("country", {
  titlePath = "name",
  subTitlePath = "continent/localized",
  edit = "#false",
  sections = {
    {
      header = "%General",
      cells = {
        -- Without a capital the cell has no context and no name, and is hidden.
        okit.ModelTableCell {
          contextPath = "capital/ref",
          path = "%Capital",
          detailPath = "name",
          showDisplay = "name",
          segue = "city",
        },
        okit.ModelTableCell { path = "%Population", detailPath = population },
        okit.ModelTableCell { path = "%Area", detailPath = "area/formatNumber(##\\u{002c}##0),#km²" },
        okit.ModelTableCell { path = "%Currency", detailPath = "currency" },
        okit.ModelTableCell { path = "%Languages", detailPath = "languages" },
        okit.ModelTableCell { path = "%Telephone", detailPath = "#+,phone" },
      },
    },
    {
      header = "%Neighbours",
      cells = {
        okit.ModelTableCell { path = "%Neighbours", detailPath = "neighbours.@count", segue = "neighbours" },
      },
    },
  },
})

okit.ModelListTableController:extend("neighbours", {
  type = "Country",
  dataPath = "neighbours",
  titlePath = "name",
  titleCount = "neighbours.@count",
  subTitleObject = "%Neighbour",
  subTitleObjectPlural = "%Neighbours",
  rowSort = "ref/name",
  searchPath = "ref/name",
  edit = "#false",
  add = "#false",
  delete = "#false",
  tap = function(reference) okit.navigate("country", reference.ref) end,
  cell = okit.ModelTableCell { path = "ref/name", detailPath = "ref/capital/ref/name" },
})

okit.ModelDetailTableController:extend("city", {
  titlePath = "name",
  subTitlePath = "rank",
  edit = "#false",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTableCell { contextPath = "..", path = "%Country", detailPath = "name", segue = "country" },
        okit.ModelTableCell { path = "%Population", detailPath = population },
        okit.ModelTableCell { path = "%Coordinates", detailPath = "coordinates" },
        okit.ModelTableCell { path = "%Time zone", detailPath = "timezone" },
      },
    },
  },
})

-- The products, and one product with its stock, its picture and its page.

local okit = require "okit"
local cells = require "cells"

okit.ModelListTableController:extend("products", {
  contextPath = "/",
  dataPath = "products",
  titlePath = "%Products",
  titleCount = "products.@count",
  subTitleObject = "%Product",
  subTitleObjectPlural = "%Products",
  rowSort = "name",
  group = "kind",
  groupName = "kind/localized",
  searchPath = "= name || ' ' || number",
  searchFilterPath = "= CASE WHEN isAvailable THEN 'Available' ELSE 'Sold Out' END",
  searchFilters = "%Available,%Sold Out",
  addName = "name",
  addNav = "#true",
  cell = cells.Amount {
    path = "= name || CASE WHEN isAvailable THEN '' ELSE ' (' || [%Sold Out] || ')' END",
    detailPath = "price",
    segue = "product",
  },
})

okit.ModelForm:extend("product", {
  titlePath = "name",
  subTitlePath = "kind/localized",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTextCell { path = "%Name", dataPath = "name", validationRequired = "#true" },
        okit.ModelTextCell {
          path = "%Number", dataPath = "number", formatType = "masked", formatPattern = "XX-0000",
          validationRequired = "#true", validationMessage = "%Two letters and four digits.",
        },
        okit.ModelSegmentCell { path = "%Kind", dataPath = "kind" },
        okit.ModelTextPickerCell { path = "%Unit", dataPath = "unit", optionValues = "#piece,#kg,#hour" },
        cells.MoneyField { path = "%Price", dataPath = "price", validationFormula = "value > 0" },
      },
    },
    {
      header = "%Stock",
      showDisplay = "= kind <> 'service'",
      showEdit = "= kind <> 'service'",
      cells = {
        okit.ModelStepperCell {
          path = "%Pieces", dataPath = "stock", maxValuePath = "capacity",
        },
        okit.ModelProgressCell {
          path = "%Filled", valuePath = "stock", maxValuePath = "capacity",
          colorPath = "= CASE WHEN stock * 5 < capacity THEN 'red' ELSE 'green' END",
        },
      },
    },
    {
      header = "%About",
      cells = {
        okit.ModelImageCell { path = "%Picture", valuePath = "picture", hiddenPath = "= picture = ''" },
        okit.ModelWebCell { path = "%About", valuePath = "about", containsHTML = "#true", hiddenPath = "= about = ''" },
        okit.ModelWebCell { path = "%Page", valuePath = "page", hiddenPath = "= page = ''" },
      },
    },
  },
})

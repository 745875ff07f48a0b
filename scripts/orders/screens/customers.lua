-- The customers, and one customer. The masks of the telephone number and the postal code follow the country.

local okit = require "okit"
local cells = require "cells"

okit.ModelListTableController:extend("customers", {
  contextPath = "/",
  dataPath = "customers",
  titlePath = "%Customers",
  titleCount = "customers.@count",
  subTitleObject = "%Customer",
  subTitleObjectPlural = "%Customers",
  rowSort = "name",
  searchPath = "= name || ' ' || email",
  addName = "name",
  addNav = "#true",
  deleteEnabled = "!hasOrders()",
  cell = okit.ModelTableCell { path = "name", detailPath = "kind/localized", segue = "customer" },
})

okit.ModelForm:extend("customer", {
  titlePath = "%Customer",
  subTitlePath = "name",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelTextCell { path = "%Name", dataPath = "name", validationRequired = "#true" },
        okit.ModelSegmentCell { path = "%Kind", dataPath = "kind" },
        cells.DateField { path = "%Since", dataPath = "since" },
      },
    },
    {
      header = "%Address",
      cells = {
        okit.ModelSegmentCell {
          path = "%Country", segmentsPath = "#US,#DE,#CA", dataPath = "country", byTitle = "#true",
        },
        okit.ModelTextCell {
          path = "%Postal Code", dataPath = "postalCode", formatType = "masked",
          formatPattern = "= CASE country WHEN 'CA' THEN 'X0X 0X0' ELSE '00000' END",
          validationRequired = "#true",
        },
        okit.ModelTextCell {
          path = "%Phone", dataPath = "phone", formatType = "masked",
          formatPattern = "= CASE country WHEN 'DE' THEN '0000 000000' ELSE '(000) 000-0000' END",
        },
        okit.ModelTextCell {
          path = "%E-mail", dataPath = "email", validationFormula = "value = '' OR value LIKE '_%@_%'",
          validationMessage = "%The address needs an @.", instantValidation = "#true",
        },
        okit.ModelSwitchCell { path = "%Newsletter", dataPath = "newsletter" },
      },
    },
    {
      header = "%Payment",
      cells = {
        okit.ModelTextPickerCell {
          path = "%Terms", dataPath = "terms", optionValues = "#0 days,#14 days,#30 days", title = "%Days to pay",
        },
        cells.MoneyField {
          path = "%Credit Limit", dataPath = "creditLimit", validationFormula = "value BETWEEN 0 AND 10000",
          validationMessage = "%The limit is at most 10 000.",
        },
      },
    },
  },
})

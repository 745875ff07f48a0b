-- The orders, one order with its lines, and one line.

local okit = require "okit"
local cells = require "cells"

okit.ModelListTableController:extend("orders", {
  contextPath = "/",
  dataPath = "orders",
  titlePath = "%Orders",
  titleCount = "orders.@count",
  subTitleObject = "%Order",
  subTitleObjectPlural = "%Orders",
  rowSort = "number",
  rowSortAsc = "#false",
  group = "status",
  groupName = "status/localized",
  searchPath = "= number || ' ' || coalesce(customer.ref.name, '')",
  addNav = "#true",
  edit = "#true",
  deleteEnabled = "isOpen",
  quickName = "%Paid",
  quickTap = "pay()",
  quickEnabled = "= status = 'shipped'",
  cell = cells.Amount {
    path = "= [%No.] || ' ' || number || coalesce(', ' || customer.ref.name, '')",
    detailPath = "total",
    colorPath = "= CASE WHEN isOverdue THEN 'red' END",
    segue = "order",
  },
})

okit.ModelForm:extend("order", {
  editAlways = "#true",
  titlePath = "= [%Order] || ' ' || number",
  subTitlePath = "status/localized",
  sections = {
    {
      header = "%General",
      cells = {
        okit.ModelPickerCell {
          path = "%Customer", dataPath = "/customers", namePath = "name", selectionPath = "customer",
          validationRequired = "#true", enabledPath = "isOpen",
        },
        cells.DateField {
          path = "%Date", dataPath = "date", enabledPath = "isOpen",
          validationFormula = "julianday(value) <= julianday('now')",
          validationMessage = "%Enter a date up to today.",
        },
        cells.Date { path = "%Due", detailPath = "due", colorPath = "= CASE WHEN isOverdue THEN 'red' END" },
        okit.ModelSegmentCell {
          path = "%Delivery", dataPath = "delivery", enabledPath = "isOpen",
        },
        okit.ModelMultilineCell {
          dataPath = "address", placeholder = "%Address", enabledPath = "isOpen", hiddenPath = "= delivery = 'pickup'",
        },
      },
    },
    {
      header = "%Amounts",
      cells = {
        okit.ModelTableCell {
          path = "%Lines", detailPath = "lines.@count", accyPath = "#disclosure", segue = "lines",
        },
        cells.Amount { path = "%Net", detailPath = "net" },
        cells.Amount {
          path = "= [%Discount] || printf(' %g %%', discountRate * 100)", detailPath = "= -discount",
          hiddenPath = "= discount = 0",
        },
        cells.Amount { path = "%Shipping", detailPath = "shipping", hiddenPath = "= shipping = 0" },
        cells.Amount { path = "%Tax", detailPath = "tax" },
        cells.Amount {
          path = "%Total", detailPath = "total",
          colorPath = "= CASE WHEN total > customer.ref.creditLimit THEN 'red' END",
        },
      },
    },
  },
  right = { okit.ModelBarButtonItem { title = "%Ship", submit = "#true", tapPath = "ship()", enabledPath = "isOpen" } },
  toolbar = {
    okit.ModelBarButtonItem {
      title = "%Open Customer", contextPath = "customer/ref", segue = "customer",
      enabledPath = "= name IS NOT NULL",
    },
  },
})

okit.ModelListTableController:extend("lines", {
  dataPath = "lines",
  titlePath = "%Lines",
  subTitlePath = "= [%Order] || ' ' || number",
  search = "#false",
  edit = "isOpen",
  add = "#false",
  deletePrompt = "#false",
  right = {
    okit.ModelBarButtonItem { systemItem = "add", segue = "chooseProduct", enabledPath = "isOpen" },
  },
  cell = cells.Amount {
    path = "= quantity || ' × ' || name",
    detailPath = "total",
    colorPath = "= CASE WHEN missing NOTNULL THEN 'red' END",
    segue = "line",
  },
})

-- A tap adds a line with the product.
okit.ModelListTableController:extend("chooseProduct", {
  dataPath = "/products",
  titlePath = "%Products",
  rowSort = "name",
  searchPath = "name",
  edit = "#false",
  add = "#false",
  tap = function(product, controller)
    controller.context:addLine(product)
    okit.back()
  end,
  cell = cells.Amount { path = "name", detailPath = "price", enabledPath = "isAvailable" },
})

-- The total follows the quantity while the user types; the price and the rebate are written when their editing ends.
okit.ModelForm:extend("line", {
  editAlways = "#true",
  titlePath = "name",
  sections = {
    {
      cells = {
        okit.ModelTextCell {
          path = "%Quantity", dataPath = "quantity", liveUpdate = "#true",
          validationFormula = "value >= 1 AND (kind = 'service' OR value <= product.ref.stock)",
          validationMessage = [[= CASE
            WHEN kind = 'service' THEN [%At least 1.]
            ELSE printf([%From 1 to %d.], product.ref.stock)
          END]],
        },
        cells.MoneyField { path = "%Price", dataPath = "price", validationFormula = "value >= 0" },
        cells.PercentField {
          path = "%Rebate", dataPath = "rebate", instantValidation = "#true",
          validationFormula = "value BETWEEN 0 AND 0.5", validationMessage = "%At most 50 %.",
        },
      },
    },
    { cells = { cells.Amount { path = "%Total", detailPath = "total" } } },
  },
})

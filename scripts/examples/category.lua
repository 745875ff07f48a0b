-- One form with every control: the category of the quick example in the documentation of Action Data Binding, in a
-- database (`--documents DIR`).

local okit = require "okit"
local t = okit.types

local Category = okit.ModelEntity:extend("Category", {
  name = "",
  description = "",
  highlightColor = "#FF0000",
  labelColor = t.enum { "none", "red", "orange", "yellow", "green", "blue", "indigo", "violet" },
  use = t.enum { "local", "web" },
  percentage = 100,
  quantity = 1,
  enabled = true,
  icon = "",
  url = "",
})

local Categories = okit.ModelSQLite:extend("Categories", { categories = t.list(Category), filled = false })

function Categories:fill()
  self.categories:add {
    name = "Swift File", description = "A file containing Swift source code.", labelColor = "orange", use = "local",
    quantity = 1000, url = "https://developer.apple.com/documentation/webkit/wkwebview",
    -- A picture as text: a PNG of eight by eight pixels.
    icon = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4P5kBK2IYWhIAhNFkgVxj/1IAAAAASUVORK5CYII=",
  }
  self.filled = true
end

okit.Model.initialize(function()
  local categories = okit.Model.register(Categories)
  okit.Model.state(function() okit.Model.store(categories) end)
  if not categories.filled then categories:fill() end
end)

-- The color of a label as it is shown.
local labelColor = [[= CASE labelColor
  WHEN 'red' THEN '#FF0000' WHEN 'orange' THEN '#FF9300' WHEN 'yellow' THEN '#FFFB00' WHEN 'green' THEN '#00F900'
  WHEN 'blue' THEN '#0433FF' WHEN 'indigo' THEN '#4B0082' WHEN 'violet' THEN '#9437FF'
END]]

okit.ModelListTableController:extend("categories", {
  dataPath = "categories",
  titlePath = "#Categories",
  addName = "name",
  cell = okit.ModelTableCell { path = "name", detailPath = "description", segue = "category" },
})

okit.ModelForm:extend("category", {
  titlePath = "= 'Category: ' + name",
  editAlways = "#true",
  sections = {
    {
      header = "#Text",
      cells = {
        okit.ModelTextCell { path = "#Name", dataPath = "name", validationRequired = "#true" },
        okit.ModelMultilineCell { path = "#Description", dataPath = "description", enabledPath = "enabled" },
        okit.ModelTextCell { path = "#Address", dataPath = "url", enabledPath = "= enabled AND use = 'web'" },
      },
    },
    {
      header = "#Options",
      cells = {
        okit.ModelSwitchCell { path = "#Enabled", dataPath = "enabled" },
        okit.ModelTextPickerCell {
          path = "#Label", title = "#Color of the label", dataPath = "labelColor", colorPath = labelColor,
        },
        okit.ModelSegmentCell {
          path = "#Use", dataPath = "use", segmentsPath = "#local,#web", byTitle = "#true",
        },
      },
    },
    {
      header = "#Numbers",
      cells = {
        okit.ModelStepperCell { path = "#Quantity", dataPath = "quantity", maxValuePath = "#5000" },
        okit.ModelSliderCell {
          path = "#Percentage", dataPath = "percentage", maxValuePath = "#100",
        },
        okit.ModelProgressCell { path = "#Done", dataPath = "percentage" },
        okit.ModelTableCell {
          path = "#Worth", detailPath = "= quantity * percentage / 100.0", formatType = "number",
          formatPattern = "$#,##0.00",
        },
      },
    },
    {
      header = "#Pictures",
      cells = {
        okit.ModelImageCell { path = "#Icon", dataPath = "icon" },
        okit.ModelWebCell { path = "#Page", dataPath = "url" },
        okit.ModelWebCell { path = "#Preview", dataPath = "= '<b>' || name || '</b>'", containsHTML = "#true" },
      },
    },
  },
})

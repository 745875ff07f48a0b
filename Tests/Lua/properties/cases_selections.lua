-- Selections.
local case = require "case"
local define = require "definitions"

local function open(app) app:tap "Open" end
local function select(app) app:tap "Open":row "Apple":tap() end
local selection = case.of("ModelSelectionTableController", { define = define.selection, steps = open })

local function select_two(app)
  app:tap "Open"
  app:row "Banana":tap():row "Apple":tap()
end
local function select_twice(app)
  app:tap "Open"
  app:row "Apple":tap():row "Apple":tap()
end

return {
  selection("refType", "Reference", { given = { selectionPath = "pairs" }, steps = select }),
  selection("refTypeName", "Thing"),
  selection("selectionContextPath", "items[0]", {
    given = { selectionPath = "friend" }, without = "items[2]", steps = select,
  }),
  selection("selectionPath", "favorite", { without = "picks", steps = select }),
  selection("selectAppend", "#true", { steps = select_two }),
  selection("unique", "#false", { given = { unselect = "#false" }, steps = select_twice }),
  selection("unselect", "#false", { steps = select_twice }),
  selection("clear", "#false"),
  selection("close", "#false", { steps = function(app) app:tap "Present" end }),
  selection("autoClose", "#true", { steps = select }),
}

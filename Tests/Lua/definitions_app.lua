-- Defines its screens by its arguments: applications with the same arguments have equal definitions.
local okit = require "okit"
local what = okit.arguments[1] or "text"

local Note = okit.Model:extend("Note", { text = "one" })
okit.Model.register(Note)

local taps = 0
local classes = { text = okit.ModelTextCell, long = okit.ModelMultilineCell }
-- The table is the same for cells of different classes.
local shown = (classes[what] or okit.ModelTextCell) { path = "#Shown", dataPath = "text" }
local home = {
  titlePath = function() return what .. " " .. taps end,
  sections = {
    {
      cells = {
        shown,
        okit.ModelTableCell { path = "#Other", segue = "other" },
        -- Lua collects the objects of the cells, which nothing refers to any more.
        okit.ModelTableCell {
          path = "#Collect",
          tap = function(note)
            for number = 1, 300000 do local _ = { number } end
            note.text = "collected"
          end,
        },
      },
    },
  },
}
if what == "wrong" then home.titlPath = "text" end
if what == "broken" then home.contextPath = "text(" end
okit.ModelDetailTableController:extend("home", home)

okit.ModelDetailTableController:extend("other", {
  titlePath = "text",
  sections = {
    {
      cells = {
        okit.ModelTableCell {
          path = "#Tap",
          tap = function(note)
            taps = taps + 1
            note.text = "tapped " .. taps
          end,
        },
      },
    },
  },
})

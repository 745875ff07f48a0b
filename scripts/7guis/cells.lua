-- 7GUIs, "Cells": a spreadsheet A–Z × 0–99. A cell shows its value, and while it is edited its formula, such as
-- `=A1+B2*2` or `=SUM(A1:A5)`. okit follows which cells a formula reads, and reports cycles.

local okit = require "okit"
local t, letters = okit.types, {}
for letter in ("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):gmatch "." do letters[#letters + 1] = letter end

-- A formula is Lua of numbers, + - * / ( ) and SUM, in which A1 stands for the number in that cell.
local function evaluate(sheet, formula)
  if formula:sub(1, 1) ~= "=" then return tonumber(formula) or formula end
  local function cell(column, row)
    local value = (sheet.rows[row + 1] or error("#no row " .. row, 0)).cells[column].value or error("#cycle", 0)
    return value == "" and 0 or tonumber(value) or error(value:match "^#.*" or "#no number in " .. column .. row, 0)
  end
  local function SUM(column, row, lastColumn, lastRow)
    local sum = 0
    for code = column:byte(), lastColumn:byte() do
      for number = row, lastRow do sum = sum + cell(string.char(code), number) end
    end
    return sum
  end
  assert(formula:sub(2):gsub("SUM%(%u%d+:%u%d+%)", 0):gsub("%u%d+", 0):gsub("%d*%.?%d+", 0):match "^[0+*/() -]+$")
  local lua = formula:sub(2):gsub("(%u)(%d+):(%u)(%d+)", '"%1",%2,"%3",%4'):gsub("(%u)(%d+)", 'cell("%1",%2)')
  return (load("return " .. lua:gsub("[-/]", " %0"), "cell", "t", { cell = cell, SUM = SUM }) or error("#syntax", 0))()
end

local function shown(isRight, result) return (isRight or tostring(result):match "^#") and result or "#error" end
local value = t.computed(function(self) return shown(pcall(evaluate, self.model, self.formula)) end)
local Cell = okit.ModelEntity:extend("Cell", { formula = "", value = value })
local Row = okit.ModelEntity:extend("Row", { number = 0, cells = t.map(Cell) })
local Sheet = okit.Model:extend("Sheet", { rows = t.list(Row) })

okit.Model.initialize(function()
  local rows = okit.Model.register(Sheet).rows
  if #rows > 0 then return end
  for number = 0, 99 do
    local row = rows:add { number = number }
    for _, letter in ipairs(letters) do row.cells[letter] = {} end
  end
end)

okit.ModelGridController:extend("cells", {
  titlePath = "#Cells", editAlways = true, add = false, delete = false, search = false, refresh = false, help = false,
  dataPath = "rows", rowHeader = "number", cell = okit.ModelTextCell { path = "value", textPath = "formula" },
  columnsPath = function() return letters end, cellPath = function(row, letter) return row.cells[letter] end,
})

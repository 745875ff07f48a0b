describe("Cells", function()
  local app
  before_each(function() app = okit.launch("cells.lua") end)

  -- Types formulas, such as `{ "A0 = 1" }`, and leaves the last cell.
  local function enter(...)
    for _, text in ipairs { ... } do
      local column, row, formula = text:match "^(%u)(%d+) = (.*)$"
      app:cell(row, column):type(formula)
    end
    app:doneKey()
  end
  local function shown(column, row) return app:cell(tostring(row), column).text end

  for _, case in ipairs {
    { "a text", { "C9 = hello" }, "hello" },
    { "a number", { "C9 = 12.5" }, "12.5" },
    { "an expression", { "A1 = 3", "B2 = 4", "C9 = =A1+B2*2" }, "11" },
    { "a minus of a minus", { "C9 = =(5--2)/2*.5" }, "1.75" },
    { "an empty cell as 0", { "C9 = =A1+1" }, "1" },
    { "a sum", { "A1 = 1", "A2 = 2", "B1 = 3", "C9 = =SUM(A1:B5)*10" }, "60" },
    { "an error of the syntax", { "C9 = =1+" }, "#syntax" },
    { "a cell that is not there", { "C9 = =A100" }, "#no row 100" },
    { "a text in an expression", { "A1 = x", "C9 = =A1+1" }, "#no number in A1" },
  } do
    it("shows " .. case[1], function()
      enter(table.unpack(case[2]))
      expect(shown("C", 9)).to_be(case[3])
    end)
  end

  for _, formula in ipairs {
    "=('x'):rep(1e9)", "={}", "=AA1", "=SUM(1,2)", "=", "= ", "=nil", "=(1)(2)", "=1 .. 2", "=XSUM(A1:A2)", "=A1:A2",
  } do
    it("shows #error for " .. formula, function()
      enter("C9 = " .. formula)
      expect(shown("C", 9)).to_be("#error")
    end)
  end

  it("shows the formula of a cell that is edited, and its value otherwise", function()
    enter("A0 = 2", "B0 = =A0*21")
    local cell = app:cell("0", "B")
    expect(cell).to_match { text = "42", control = { value = "=A0*21" } }
    expect(cell.control.focused).to_be(nil)
    cell:tap()
    expect(cell.control.focused).to_be(true)
    expect(app:dump()).to_match("│ %[2%] │ ▸%[=A0%*21%] │")
  end)

  it("evaluates what depends on a cell, and nothing else", function()
    enter("A0 = 1", "B0 = =A0+1", "C0 = =B0+1", "Z99 = =7")
    local runs = app:why(app:cell("99", "Z"), "path").runs
    enter("A0 = 10")
    expect(shown("C", 0)).to_be("12")
    expect(app:why(app:cell("99", "Z"), "path").runs).to_be(runs)
  end)

  it("follows a chain down a column", function()
    local chain = { "A0 = 1" }
    for row = 1, 99 do chain[#chain + 1] = ("A%d = =A%d+1"):format(row, row - 1) end
    enter(table.unpack(chain))
    expect(shown("A", 99)).to_be("100")
    enter("A0 = 101")
    expect(shown("A", 99)).to_be("200")
  end)

  it("reports cycles", function()
    enter("A0 = =B0", "B0 = =A0")
    expect(shown("A", 0)).to_be("#cycle")
    enter("B0 = 5")
    expect(shown("A", 0)).to_be("5")
    expect(app.diagnostics[1]).to_match { code = "model.cycle" }
  end)

  it("keeps its hundred rows after a relaunch", function()
    enter("A0 = 5")
    app:background():relaunch()
    expect(#app:model().rows).to_be(100)
    expect(app:cell(1, "A").text).to_be("5")
  end)
end)

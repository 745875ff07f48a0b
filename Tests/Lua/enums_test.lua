-- Enums in segments and pickers; numbers and dates in the form of the locale.
local function launch(options)
  options = options or {}
  options.now = "2020-01-31T12:00:00Z"
  return okit.launch("enums_app.lua", options)
end

describe("A choice of an enum", function()
  it("shows and writes the values", function()
    local app = launch()
    expect(app:cell("Status").control).to_match { value = 0, text = "open", options = { "open", "paid", "refused" } }
    app:cell("Status"):choose("paid")
    expect(app:get("bills[0]/status")).to_be("paid")
    expect(app:cell("Stamp").control).to_match { value = 1, text = "B" }
    app:cell("Stamp"):set("C")
    expect(app:get("bills[0]/status")).to_be("refused")
    app:set("bills[0]/status", "open")
    expect(app:cell("Status").control.text).to_be("open")
    expect(app:dump()).to_contain("◉ open  ○ paid  ○ refused")
  end)

  it("shows nothing chosen while an optional one is nil", function()
    local app = launch()
    local grade = app:cell("Grade")
    grade:tap()
    expect(grade.control.value).to_be(nil)
    grade:choose("bad")
    expect(app:get("bills[0]/grade")).to_be("bad")
    expect(grade.control.text).to_be("bad")
    expect(app.diagnostics).to_have_count(0)
  end)

  for _, case in ipairs {
    { 32, "cell.titles", '2 titles for the 3 values of Bill.status: "open", "paid", "refused"' },
    { 34, "binding.type", "the options for Bill.grade must be texts; Bills.names is a list of Bill" },
  } do
    it("is checked at the start: " .. case[2], function()
      local app = launch { arguments = { "wrong", "bills[0]" } }
      local found
      for _, diagnostic in ipairs(app.diagnostics) do
        if diagnostic.code == case[2] then found = diagnostic end
      end
      expect(found.place).to_match(":" .. case[1] .. "$")
      expect(found.text).to_contain(case[3])
    end)
  end
end)

describe("In German", function()
  local app
  before_each(function() app = launch { locale = "de_DE", timeZone = "Europe/Berlin" } end)

  for _, case in ipairs {
    { "2,50", 2.5, "2,5" }, { "1.234", 1234, "1234" }, { "0.125", 0.125, "0,125" }, { "2.50", 2.5, "2,5" },
    { "1.234,5", 1234.5, "1234,5" },
  } do
    it("a number field reads " .. case[1], function()
      app:cell("Amount"):type(case[1])
      expect(app:get("bills[0]/amount")).to_be(case[2])
      expect(app:cell("Amount").control.value).to_be(case[3])
    end)
  end

  it("sliders and steppers show and read numbers", function()
    expect(app:cell("Slider").control).to_match { value = 0.5, text = "0,5", maxText = "20,5" }
    app:cell("Slider"):set("7,25")
    expect(app:get("bills[0]/amount")).to_be(7.25)
    app:cell("Slider"):set(1.234)
    expect(app:get("bills[0]/amount")).to_be(1.234)
    app:cell("Copies"):set("12")
    expect(app:get("bills[0]/copies")).to_be(12)
    expect(app:dump()).to_contain("1,234 (0…20,5)")
  end)

  for _, case in ipairs {
    { "Day", "31. Januar 2020", "24.12.2021", "2021-12-24T12:00:00Z" },
    { "Time", "13:00", "8:05", "2020-01-31T07:05:00Z" },
    { "Due", "31.01.20, 13:00", "24.12.21, 8:05", "2021-12-24T07:05:00Z" },
    { "Due", "31.01.20, 13:00", "2021-12-24T08:05:00Z", "2021-12-24T08:05:00Z" },
  } do
    it(("a date cell reads %s in %s"):format(case[3], case[1]), function()
      local cell = app:cell(case[1])
      cell:tap()
      expect(cell.control.text).to_be(case[2])
      cell:pick(case[3])
      expect(app:get("bills[0]/due/formatISO")).to_be(case[4])
      cell:set(case[3])
      expect(app:get("bills[0]/due/formatISO")).to_be(case[4])
    end)
  end

  for _, case in ipairs {
    { "Copies", "set", "viel", "cell.value", "use a number such as 1234,5" },
    { "Day", "pick", "morgen", "cell.value", 'use "31.01.20" or "2020-01-31"' },
  } do
    it(("a user cannot set %s to %s"):format(case[1], case[3]), function()
      local cell = app:cell(case[1])
      cell:tap()
      local ok, problem = pcall(cell[case[2]], cell, case[3])
      expect(ok).to_be(false)
      expect(problem.code).to_be(case[4])
      expect(problem.hint).to_be(case[5])
    end)
  end

  it("a number field rejects a text that is not a number", function()
    app:cell("Amount"):type("viel")
    expect(app.diagnostics[1]).to_match { code = "model.type", hint = "use a number such as 1234,5" }
    expect(app:get("bills[0]/amount")).to_be(0.5)
  end)
end)

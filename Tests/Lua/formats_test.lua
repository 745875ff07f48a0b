-- formatType and formatPattern: what cells show, what a user can type, and mistakes. okit.mask.
local function launch(locale, arguments)
  return okit.launch("formats_app.lua", {
    now = "2020-01-31T12:00:00Z", locale = locale, timeZone = "Europe/Berlin", arguments = arguments,
  })
end

local function path(property) return "orders[0]/" .. property end

-- Returns the error of a step that must fail.
local function failure(step, ...)
  local ok, problem = pcall(step, ...)
  expect(ok).to_be(false)
  return problem
end

for _, case in ipairs {
  { "en_US", price = "1,234.50", amount = "99.50", share = "12.5 %", since = "31. January 2020",
    row = "Rent 1,234.50 5 3.00", negative = "(1,234.50)", typed = "-1,234.5", max = "5,000.00",
    day = "Fri 31.1.20 13:00", computed = "1234.5" },
  { "de_DE", price = "1.234,50", amount = "99,50", share = "12,5 %", since = "31. Januar 2020",
    row = "Rent 1.234,50 5 3,00", negative = "(1.234,50)", typed = "-1.234,5", max = "5.000,00",
    day = "Fr. 31.1.20 13:00", computed = "1234,5" },
} do
  describe("In " .. case[1], function()
    local app
    before_each(function() app = launch(case[1]) end)

    it("numbers, dates and masked texts have their formats", function()
      expect(app:cell("Price").control.value).to_be(case.price)
      expect(app:cell("Amount").control.value).to_be(case.amount)
      expect(app:cell("Maybe").control.value).to_be(nil)
      expect(app:cell("Share").control.value).to_be(case.share)
      expect(app:cell("Due").control.value).to_be("31.01.2020")
      expect(app:cell("Since").control.value).to_be(case.since)
      expect(app:cell("Phone").control.value).to_be("(808) 555-1212")
      expect(app:cell("Code").control.value).to_be("AB-12")
      expect(app:row(case.row).detail).to_be(case.price)
      expect(app:cell("Stepper").control).to_match { value = 3, text = "3" .. case.price:sub(-3):gsub("50", "00") }
      expect(app:cell("Slider").control).to_match { value = 1234.5, text = case.price, maxText = case.max }
      expect(app:cell("Day").control.text).to_be(case.day)
      expect(app:cell("Call").detail).to_be("808 555 1212")
      expect(app:dump()).to_contain("808-555-1212")
      expect(app:cell("Computed").detail).to_be(case.computed)
      expect(app:dump()).to_contain(case.price .. " EUR")
      expect(app.diagnostics).to_have_count(0)
    end)

    it("a number is typed in its format", function()
      for _, text in ipairs { case.negative, case.typed, "-1234.5" } do
        app:set(path "price", 1)
        app:cell("Price"):type(text)
        expect(app:get(path "price")).to_be(-1234.5)
        expect(app:cell("Price").control.value).to_be(case.negative)
      end
      app:cell("Amount"):type(case.price)
      expect(app:get(path "amount")).to_be("1234.5")
      app:cell("Copies"):type("7")
      expect(app:get(path "copies")).to_be(7)
    end)

    it("a percentage is typed with or without its sign", function()
      for _, text in ipairs { "15 %", "15%", "15" } do
        app:set(path "share", 0)
        app:cell("Share"):type(text)
        expect(app:get(path "share")).to_be(0.15)
      end
    end)

    it("a field of an optional number can be emptied", function()
      app:cell("Maybe"):type(case.price)
      expect(app:get(path "maybe")).to_be(1234.5)
      app:cell("Maybe"):type("")
      expect(app:get(path "maybe")).to_be(nil)
    end)

    it("a date is typed in its format, and keeps its time", function()
      app:cell("Due"):type("24.12.2021")
      expect(app:get(path "due/formatISO")).to_be("2021-12-24T12:00:00Z")
      app:cell("Due"):type("1.2.22")
      expect(app:get(path "due/formatISO")).to_be("2022-02-01T12:00:00Z")
      app:cell("Due"):type("2023-03-04T05:06:07Z")
      expect(app:get(path "due/formatISO")).to_be("2023-03-04T05:06:07Z")
    end)

    it("a date of an ISO text stays one", function()
      app:cell("Since"):type(case.since:gsub("31", "1"))
      expect(app:get(path "since")).to_be("2020-01-01")
    end)
  end)
end

describe("A masked field", function()
  local app
  before_each(function() app = launch("en_US") end)

  for _, text in ipairs { "(212) 555-0100", "2125550100", "212-555-0100", "(212)5550100", "212 555 0100" } do
    it("reads " .. text, function()
      app:cell("Phone"):type(text)
      expect(app:get(path "phone")).to_be("2125550100")
      expect(app:cell("Phone").control.value).to_be("(212) 555-0100")
    end)
  end

  it("writes letters as its mask shows them", function()
    app:cell("Code"):type("xy-34")
    expect(app:get(path "code")).to_be("XY34")
  end)

  it("can be emptied", function()
    app:cell("Phone"):type("")
    expect(app:get(path "phone")).to_be("")
    expect(app:cell("Phone").control.value).to_be("")
  end)
end)

describe("A text that does not fit the format", function()
  for _, case in ipairs {
    { "Price", "12,5x", '"12,5x" is not a number (column 5)', "1.234,50", "price" },
    { "Price", "1,2,3", '"1,2,3" is not a number (column 4)', "1.234,50", "price" },
    { "Due", "31.02.2020", '"31.02.2020" is not a date (column 1)', "31.01.2020", "due/formatISO" },
    { "Due", "31.01.2020x", '"31.01.2020x" is not a date (column 11)', "31.01.2020", "due/formatISO" },
    { "Phone", "808a", '"808a" does not fit the mask: a digit is needed, not "a" (column 4)', "(123) 456-7891",
      "phone" },
    { "Phone", "808", '"808" is too short for the mask: a digit is missing (column 4)', "(123) 456-7891", "phone" },
  } do
    it(("is refused in %s: %s"):format(case[1], case[2]), function()
      local app = launch("de_DE")
      local before = app:get(path(case[5]))
      local problem = failure(function() app:cell(case[1]):type(case[2]) end)
      expect(problem.code).to_be("cell.value")
      expect(problem.message).to_contain(case[3] .. " (use")
      expect(problem.hint).to_be(('use a text such as "%s"'):format(case[4]))
      expect(app:get(path(case[5]))).to_be(before)
    end)
  end
end)

describe("A computed format", function()
  it("changes with what it reads", function()
    local app = launch("en_US")
    app:set(path "pattern", "0.000")
    expect(app:cell("Computed").detail).to_be("1234.500")
    app:set(path "kind", "")
    expect(app:cell("Computed").detail).to_be("1234.5")
  end)

  for _, case in ipairs {
    { "kind", "dat", "cell.format", 'formatType: unknown format type "dat"; expected one of number, date, masked' },
    { "pattern", "0#", "function.pattern",
      'formatPattern: "0#" is not a number pattern: "#" cannot follow "0" before the decimal separator (column 2)' },
  } do
    it("is reported when it is wrong: " .. case[2], function()
      local app = launch("en_US")
      app:set(path(case[1]), case[2])
      expect(app:cell("Computed").detail).to_be("1234.5")
      expect(app.diagnostics).to_have_count(1)
      expect(app.diagnostics[1]).to_match { code = case[3] }
      expect(app.diagnostics[1].message).to_contain(case[4])
    end)
  end
end)

describe("A wrong format", function()
  for _, case in ipairs {
    { 52, "cell.format", 'unknown format type "nmber"; expected one of number, date, masked' },
    { 54, "function.pattern", '"#,##0.00;#.#.#" is not a number pattern: "." cannot stand there' },
    { 56, "function.pattern", [["yyyy-MM-dd'T" is not a date pattern: the quote is not closed (column 11)]] },
    { 58, "function.pattern", '"dddd" is not a date pattern: "d" can be written 1 to 2 times, not 4' },
    { 59, "cell.format", "formatType: has no effect without formatPattern" },
    { 60, "cell.format", "formatPattern: has no effect without formatType" },
    { 62, "function.pattern", '"0,,0" is not a number pattern: a group has no digits (column 3)' },
  } do
    it("is reported at the start, with its line: " .. case[3], function()
      local app = launch("en_US", { "wrong" })
      local found
      for _, diagnostic in ipairs(app.diagnostics) do
        if diagnostic.place and diagnostic.place:find(":" .. case[1] .. "$") then found = diagnostic end
      end
      expect(found).not_to_be(nil)
      expect(found.code).to_be(case[2])
      expect(found.text).to_contain(case[3])
    end)
  end
end)

describe("okit.mask", function()
  it("applies and removes a mask", function()
    local phone = okit.mask "(###) ###-####"
    local text, valid = phone:apply "8085551212"
    expect(text).to_be("(808) 555-1212")
    expect(valid).to_be(true)
    expect({ phone:apply "808" }).to_equal { "(808)    -    ", false }
    expect({ phone:remove "(808) 555-1212" }).to_equal { "8085551212", true }
    expect(tostring(phone)).to_be("mask (###) ###-####")
  end)

  for _, case in ipairs {
    { "XX-0000", "AB-1234", "AB-0123", false }, { "___", "ab", "ab ", true }, { "\\###", "12", "#12", true },
    { "", "ab", "", true }, { "#\\", "5", "5", true }, { "#", "１", " ", false }, { "*", "e\u{301}", " ", false },
    { "_", "e\u{301}", "e\u{301}", true }, { "\\0\\##", "7", "0#7", true }, { "XX-0000", "AB-0123", "AB-0012", false },
  } do
    it(("%s with %s gives %s"):format(case[1], case[2], case[3]), function()
      expect({ okit.mask(case[1]):apply(case[2]) }).to_equal { case[3], case[4] }
    end)
  end

  it("explains mistakes", function()
    local mask = okit.mask "##"
    expect(failure(function() mask.apply("12") end).message).to_contain('needs a mask: okit.mask("##"):apply(text)')
    expect(failure(function() mask:aply("12") end).hint).to_contain("apply")
    expect(failure(function() mask:apply() end).message).to_contain("string")
    expect(failure(function() okit.mask() end).message).to_contain("string")
    expect(failure(function() mask.x = 1 end).message).to_be("a mask cannot be changed")
  end)
end)

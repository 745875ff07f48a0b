-- Formulas in the properties of controllers and cells, in scripts, and hostile ones.
local fixture = {
  genres = { "novel", "play" },
  books = {
    { id = "emma", name = "Emma", price = 4.5, copies = 3, author = { name = "Jane Austen" } },
    { id = "dune", name = "Dune", price = 20.0, copies = 0, marked = true,
      author = { name = "Frank Herbert" }, type = "1" },
    { id = "zen", name = "Zen", price = 7.25, copies = 10 },
  },
}

describe("Formulas in a list", function()
  local app
  before_each(function() app = okit.launch("formula_app.lua", { fixture = fixture, now = "2020-01-31T12:00:00Z" }) end)

  it("give titles, texts, groups and the order", function()
    expect(app.screen.title).to_be("Books: 3 books")
    expect(app:row("Emma").detail).to_be("3 left 5.36")
    expect(app:row("Dune *").detail).to_be("Sold out 23.80")
    expect(app:row("Emma").text).to_be("Emma")
    local names = {}
    for _, section in ipairs(app.screen.sections) do
      for _, row in ipairs(section.rows) do names[#names + 1] = section.header .. ":" .. row.text end
    end
    expect(names).to_equal { "cheap:Emma", "cheap:Zen", "expensive:Dune *" }
  end)

  it("are evaluated again after writes, and only then", function()
    app:row("Emma")
    app:set("books[0]/marked", true)
    expect(app:row("Emma *").detail).to_be("3 left 5.36")
    expect(app:why(app:row("Emma *"), "detailPath").runs).to_be(1)
    app:set("books[0]/copies", 1)
    expect(app:row("Emma *").detail).to_be("1 left 5.36")
    local why = app:why(app:row("Emma *"), "detailPath")
    expect(why).to_match { runs = 2, cause = "/books/0/copies" }
    expect(why.reads).to_contain("/books/0/price")
    app:set("books[0]/price", 100)
    expect(app.screen.sections[2].rows[2].text).to_be("Emma *")
  end)

  it("give parameters of functions", function()
    app:row("Zen"):quick()
    expect(app:get("books[2]/copies")).to_be(8)
    app:row("Emma"):quick()
    app:row("Emma"):quick()
    expect(app:get("books[0]/copies")).to_be(0)
  end)

  it("are scopes of a search", function()
    app:filter("sold out")
    expect(#app.screen.sections).to_be(1)
    expect(app.screen.sections[1].rows[1].text).to_be("Dune *")
  end)

  it("are searched", function()
    app:search("austen")
    expect(#app.screen.sections).to_be(1)
    expect(app.screen.sections[1].rows[1].text).to_be("Emma")
  end)
end)

describe("Formulas in a detail", function()
  it("use extension functions, the clock and constants", function()
    local app = okit.launch("formula_app.lua", { fixture = fixture, now = "2020-01-31T12:00:00Z" })
    app:row("Emma"):tap()
    expect(app.screen.title).to_be("EMMA?")
    expect(app:cell("Value").detail).to_be("13.5")
    expect(app:cell("Age").detail).to_be("30 days")
    app.clock:advance(2 * 86400)
    expect(app:cell("Age").detail).to_be("32 days")
    app:tap("Edit")
    app:cell("Copies"):set(5)
    app:cell("Name"):type("Emma 2")
    app:tap("Done")
    expect(app:cell("Value").detail).to_be("22.5")
    expect(app.screen.title).to_be("EMMA 2?")
  end)
end)

describe("A formula", function()
  local app, emma
  before_each(function()
    app = okit.launch("formula_app.lua", { fixture = fixture, now = "2020-01-31T12:00:00Z" })
    emma = app:model().books[1]
  end)

  for _, case in ipairs {
    { "= price * copies", 13.5 }, { "= 'Category: ' + name", "Category: Emma" },
    { "= CASE labelColor WHEN 'red' THEN '#FF0000' WHEN 'orange' THEN '#FF9300' ELSE '#000000' END", "#000000" },
    { "= CASE WHEN copies = 0 THEN [%Sold out] ELSE copies || ' left' END", "3 left" },
    { "= name LIKE 'A%' AND price BETWEEN 5 AND 10 OR type IN ('0', '1')", 1 },
    { "= round([price/vat(#0.19)], 3)", 5.355 },
    { "= [/genres.@count]", 2 }, { "= [author/name]", "Jane Austen" }, { "= round(vat(price, 0.19), 3)", 5.355 },
    { "= cheaper([.], 5)", 1 }, { "= shout(name)", "EMMA!" }, { "= shout(shout(name, 1), 2)", "EMMA12" },
    { "= released - '2019-12-31'", 86400.0 }, { "!= copies > 5", true }, { "#a, = 1 + 1", "a 2" },
    { "= round(2.5)", 3.0 }, { "= 9223372036854775807 + 1", 9223372036854775808.0 }, { "= 1 / 0", nil },
    { "= marked", 0 }, { "= 'a' IS NOT NULL", 1 }, { "= \"it's\"", "it's" },
  } do
    it("in a script: " .. case[1], function() expect(emma:get(case[1])).to_be(case[2]) end)
  end

  it("is observed", function()
    local seen = {}
    local observation = emma:observe("= price * copies > 20", function(new) seen[#seen + 1] = new end)
    app:set("books[0]/copies", 4)
    app:set("books[0]/copies", 5)
    app:set("books[0]/copies", 6)
    observation:cancel()
    expect(seen).to_equal { 1 }
  end)

  it("has random numbers of the seed of the test", function()
    local first = app:get("= random()")
    expect(app:get("= random()") ~= first).to_be(true)
    local again = okit.launch("formula_app.lua", { fixture = fixture })
    expect(again:get("= random()")).to_be(first)
  end)

  it("cannot be written", function()
    expect(function() emma:set("= name", "x") end).to_fail("a formula cannot be written")
  end)

  it("reports errors of functions", function()
    expect(emma:get("= broken([.])")).to_be(nil)
    local found = app.diagnostics
    expect(found[1].message).to_contain("broken on purpose")
    expect(emma:get("= lenght(name)")).to_be(nil)
    expect(app.diagnostics[2]).to_match { code = "binding.unknownName", hint = 'did you mean "length"?' }
  end)

  for _, case in ipairs {
    { "= cnt(*)", "%[books.@count%]" },
    { "= price *", "expected a value, found the end" }, { "= pric", nil, "binding.unknownName" },
    { "= (" .. ("("):rep(10000), "nested more than 100 levels" },
    { "= " .. ("NOT "):rep(10000) .. "1", "nested more than 100" },
    { "= '" .. ("x"):rep(70000) .. "'", "at most 65536" }, { "= CASE WHEN 1 THEN 2", "expected END" },
    { "= 0x10000000000000000", "at most 64 bits" }, { "= 'a' LIKE 'b' ESCAPE 'cc'", nil, "function.argument" },
    { "= substr(name)", nil, "function.parameters" },
  } do
    it("with a mistake is refused: " .. case[1]:sub(1, 30), function()
      if case[2] then
        expect(function() emma:get(case[1]) end).to_fail(case[2])
      else
        expect(emma:get(case[1])).to_be(nil)
        expect(app.diagnostics[1].code).to_be(case[3])
      end
    end)
  end

  it("of huge numbers gives numbers", function()
    expect(emma:get("= 1e999")).to_be(math.huge)
    expect(emma:get("= 1e999 - 1e999")).to_be(nil)
    expect(emma:get("= -9223372036854775808 / -1")).to_be(9223372036854775808.0)
    expect(emma:get("= " .. ("9"):rep(1000) .. " * 0")).to_be(nil)
    expect(emma:get("= 1 << 9223372036854775807")).to_be(0)
  end)

  it("with a pattern that takes too long is stopped", function()
    emma.name = ("a"):rep(30000)
    local formula = "= name LIKE '" .. ("%a"):rep(60) .. "b' OR name LIKE '" .. ("%a"):rep(61) .. "b'"
    local ok, result = pcall(function() return emma:get(formula) end)
    if ok then expect(result == nil or result == 0).to_be(true) else expect(tostring(result)).to_contain("limit") end
    local _ = app.diagnostics
  end)

  it("that is long is evaluated within the limits", function()
    expect(emma:get("= " .. ("copies + "):rep(7000) .. "0")).to_be(21000)
    emma.name = ("x"):rep(100000)
    expect(emma:get("= " .. ("name || "):rep(5000) .. "''")).to_be(nil)
    expect(app.diagnostics[1].code).to_be("app.size")
  end)

  for name, case in pairs {
    names = { "name" .. (".name"):rep(12000), "String has no property or function" },
    operators = { "name" .. (".@sum"):rep(8000), "@sum needs a collection, got String" },
  } do
    it("takes no deep recursion for a long path of " .. name, function()
      for _, binding in ipairs { case[1], "= " .. case[1], "= [" .. case[1] .. "]" } do
        expect(function() app:get(binding) end).to_fail(case[2])
      end
    end)
  end
end)

describe("Mistakes in formulas", function()
  it("are found at the start", function()
    local app = okit.launch("formula_mistakes_app.lua")
    local found = {}
    for _, diagnostic in ipairs(app.diagnostics) do
      found[#found + 1] = ("%s %s: %s"):format(
        diagnostic.place:match(":(%d+)$"), diagnostic.code, diagnostic.message)
    end
    table.sort(found)
    expect(found).to_equal {
      '13 binding.noEffect: books: quickTap: reads "= price * 2", which has no effect',
      '17 binding.unknownName: Book has no property or function "pric"',
      "24 binding.notWritable: a formula cannot be written",
      "27 binding.type: needs an entity; the formula gives a Number",
      "32 binding.type: needs a list, set or map; the formula gives a String",
      "35 binding.type: needs a list, set or map; the formula gives a Number",
      '36 function.parameters: "substr" takes 2 to 3 arguments, not 1',
    }
  end)
end)

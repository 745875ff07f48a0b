-- Reports of errors: the line, the property, and the traceback through Lua, the engine and Lua again.
describe("errors tell", function()
  local app, book
  before_each(function()
    app = okit.launch("errors_app.lua")
    book = app:model().books[1]
  end)

  -- The detail of each row fails, also in tests that look at other errors.
  after_each(function()
    app:dump()
    expect(#app.diagnostics > 0).to_be(true)
  end)

  -- The text of what was reported last, without folders, the excerpt and the functions' own lines.
  local function told()
    local found = app.diagnostics
    local lines = {}
    local text = found[#found].text:gsub("[^%s<]*/errors_app", "errors_app")
    for line in text:gmatch("[^\n]+") do lines[#lines + 1] = line end
    return lines
  end

  it("the extension function, the binding, and whose property it is", function()
    app:dump()
    expect(told()).to_equal {
      "errors_app.lua:5: attempt to index a number value (local 'rate')",
      '    okit.extend("Number", { vat = function(n, rate) return n * rate.x end })',
      "                                                               ^",
      "    errors_app.lua:5: in function <errors_app.lua:5>",
      "    in extension function 'vat', called from 'price/vat(#1)' in cell 'detailPath' of 'books'",
    }
  end)

  local taps = {
    { "the binding of a row's action", function() app:row("A"):more("Binding") end,
      "    called from 'fail()' in 'moreActions[1].tap' of 'books'" },
    { "the function of a row's action", function() app:row("A"):more("Function") end,
      "    in 'moreActions[2].tap' of 'books'" },
    { "the quick action", function() app:row("A"):quick() end, "    in 'quickTap' of 'books'" },
    { "the tap of a cell", function() app:row("A"):tap() end, "    in cell 'tap' of 'books'" },
    { "the tap of a bar button", function() app:tap("Button") end, "    in bar button 'tap' of 'books' (\"Button\")" },
    { "the title", function() app:tap("Books") end, "    in 'titleTap' of 'books'" },
  }
  for _, case in ipairs(taps) do
    it(case[1], function()
      case[2]()
      local lines = told()
      expect(lines[#lines]).to_be(case[3])
    end)
  end

  it("the way through Lua, the engine, and Lua again", function()
    app:call("books[0]/outer()")
    local lines = told()
    expect(lines[1]).to_be("errors_app.lua:23: it fails")
    expect({ table.unpack(lines, 4) }).to_equal {
      "    errors_app.lua:23: in function <errors_app.lua:23>",
      "    called from 'fail()'",
      "    errors_app.lua:24: in function <errors_app.lua:24>",
    }
  end)

  it("the way through a binding that Lua evaluates", function()
    app:call("books[0]/read()")
    expect({ table.unpack(told(), 4) }).to_equal {
      "    errors_app.lua:5: in function <errors_app.lua:5>",
      "    in extension function 'vat', called from 'price/vat(#1)'",
      "    errors_app.lua:25: in function <errors_app.lua:25>",
    }
  end)

  it("each binding and function on the way, and what began it", function()
    app:tap("Far")
    expect({ table.unpack(told(), 4) }).to_equal {
      "    errors_app.lua:5: in function <errors_app.lua:5>",
      "    in extension function 'vat', called from 'price/vat(#1)'",
      "    errors_app.lua:31: in function <errors_app.lua:31>",
      "    errors_app.lua:29: in function <errors_app.lua:29>",
      "    errors_app.lua:28: in function <errors_app.lua:28>",
      "    in extension function 'halfway', called from 'price/halfway'",
      "    called from 'near()'",
      "    called from 'books[0]/far()' in bar button 'tap' of 'books' (\"Far\")",
    }
  end)

  it("the computed property, whose value is nil then", function()
    expect(app:get("books[0]/broken")).to_be(nil)
    local lines = told()
    expect(lines[#lines]).to_be("    in computed property Book.broken")
  end)

  it("a computed property that writes is refused; what it has made it may write", function()
    expect(app:get("books[0]/greedy")).to_be(nil)
    expect(told()[1]).to_match("the computed property Book.greedy must not write Book.price")
    expect(app:get("books[0]/price")).to_be(2)
    expect(app:get("books[0]/own")).to_be("made here")
  end)

  it("didSet and hooks", function()
    expect(function() book.limited = 1 end).to_fail("it is limited")
    app:transaction(function() book.name = "hook" end)
    local lines = told()
    expect(lines[#lines]).to_be("    in Book:invalidated")
    expect(app:get("books[0]/name")).to_be("A")
  end)
end)

-- Those modules of penlight that are about functions, sequences, types and dates.

describe("pl.seq", function()
  local seq = require "pl.seq"

  it("chains", function()
    expect(seq({ 1, 2, 3, 4 }):filter(function(n) return n > 1 end):map(function(n) return n * 10 end):copy())
      .to_equal { 20, 30, 40 }
    expect(seq.sum { 1, 2, 3 }).to_be(6)
    expect(seq.copy(seq.range(1, 3))).to_equal { 1, 2, 3 }
    expect(seq.copy(seq.take(seq.list { 5, 6, 7 }, 2))).to_equal { 5, 6 }
    expect(seq.count_map({ "a", "b", "a" }):get "a").to_be(2)
  end)
end)

describe("pl.func", function()
  local func = require "pl.func"
  local _1, _2 = func._1, func._2

  it("makes functions of expressions", function()
    expect(func.I(_1 + _2 * 2)(1, 3)).to_be(7)
    expect(func.compose(tostring, math.abs)(-4)).to_be("4")
    expect(func.bind1(math.max, 10)(20)).to_be(20)
    expect(func.repr(_1 + 1)).to_be("_1 + 1")
    expect(require("pl.tablex").map(_1 * 2, { 1, 2 })).to_equal { 2, 4 }
  end)
end)

describe("pl.utils", function()
  local utils = require "pl.utils"

  it("helps with functions, texts and errors", function()
    expect(utils.string_lambda "|x, y| x .. y"("a", "b")).to_be("ab")
    expect(utils.split("a b  c")).to_equal { "a", "b", "c" }
    expect(select("#", utils.unpack(utils.pack(nil, nil)))).to_be(2)
    expect(utils.choose(false, 1, 2)).to_be(2)
    expect(function() utils.assert_arg(1, "x", "number") end).to_fail("expected a 'number', got a 'string'")
    expect(function() utils.assert_string(1, {}) end).to_fail("string")
    expect(utils.escape "a.b").to_be("a%.b")
    expect(utils.enum("ONE", "TWO").ONE).to_be("ONE")
  end)

  it("reports that files need a permission", function()
    local text, problem = utils.readfile "/etc/passwd"
    expect(text).to_be(nil)
    expect(problem).to_match("permission denied")
    expect(utils.writefile("x", "y")).to_be(nil)
  end)

  it("writes to the output", function()
    utils.printf("%s %d\n", "written", 1)
  end)
end)

describe("pl.types and operator", function()
  local types, operator = require "pl.types", require "pl.operator"

  it("ask what something is", function()
    expect(types.is_callable(setmetatable({}, { __call = print }))).to_be(true)
    expect(types.is_integer(3.0)).to_be(true)
    expect(types.is_empty "").to_be(true)
    expect(types.is_indexable {}).to_be(true)
    expect(types.type(io.stdout)).to_be("file")
    expect(types.type "x").to_be("string")
    expect(types.to_bool("yes")).to_be(true)
    expect(operator.add(1, 2)).to_be(3)
    expect(operator.optable["<"](1, 2)).to_be(true)
  end)
end)

describe("pl.permute and array2d", function()
  it("arrange", function()
    local count = 0
    for _ in require("pl.permute").order_iter { 1, 2, 3 } do count = count + 1 end
    expect(count).to_be(6)
    local array2d = require "pl.array2d"
    local grid = { { 1, 2 }, { 3, 4 } }
    expect(array2d.column(grid, 2)).to_equal { 2, 4 }
    expect(array2d.map(function(x) return x + 1 end, grid)).to_equal { { 2, 3 }, { 4, 5 } }
    expect(array2d.reduce_rows("+", grid)).to_equal { 3, 7 }
  end)
end)

describe("pl.Date", function()
  local Date = require "pl.Date"

  it("counts and reads", function()
    local date = Date { year = 2020, month = 1, day = 31, hour = 12 }
    expect(date:year()).to_be(2020)
    expect(date:add { day = 1 }:month()).to_be(2)
    expect(Date.Format("yyyy-mm-dd"):tostring(date)).to_be("2020-02-01")
    expect(Date.Format("dd/mm/yyyy"):parse("24/12/2019"):day()).to_be(24)
    expect(Date { year = 2020, month = 3, day = 1 } > date).to_be(true)
  end)
end)

describe("pl.strict", function()
  it("refuses names that are not declared", function()
    local strict = require "pl.strict"
    expect(function() return not_declared_anywhere end).to_fail("variable 'not_declared_anywhere' is not declared")
    expect(function() also_not_declared = 1 end).to_fail("assign to undeclared global")
    local module = strict.module("part", { x = 1 })
    expect(function() return module.y end).to_fail("'y' is not declared in 'part'")
    expect(module.x).to_be(1)
    setmetatable(_G, nil)
  end)
end)

describe("pl.import_into and compat", function()
  it("bring the modules when they are used", function()
    local pl = require("pl.import_into")()
    expect(pl.List { 2, 1 }:sort()).to_equal { 1, 2 }
    expect(pl.stringx.strip " x").to_be("x")
    local compat = require "pl.compat"
    expect(compat.lua51).to_be(false)
    expect(compat.is_windows).to_be(false)
    expect(compat.load("return x", "chunk", "t", { x = 5 })()).to_be(5)
  end)
end)

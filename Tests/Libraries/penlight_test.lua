-- Modules of penlight, unchanged, under --lua-path.

describe("pl.List", function()
  local List = require "pl.List"

  it("slices, maps and sorts", function()
    local list = List { 5, 3, 9, 1 }
    expect(list:sorted()).to_equal { 1, 3, 5, 9 }
    expect(list:slice(2, 3)).to_equal { 3, 9 }
    expect(list:map("_ * 2"):filter(function(n) return n > 5 end)).to_equal { 10, 6, 18 }
    expect(tostring(list:reverse())).to_be("{1,9,3,5}")
    expect(list:contains(9)).to_be(true)
    expect(List.range(1, 4):reduce "+").to_be(10)
  end)

  it("is an object with methods of its own", function()
    local list = List()
    list:append("b"):insert(1, "a"):extend { "c", "d" }
    expect(list:pop()).to_be("d")
    expect(list:index "c").to_be(3)
    expect(list .. { "e" }).to_equal { "a", "b", "c", "e" }
    expect(List "abc":join "-").to_be("a-b-c")
    expect(List.split("x,y,z", ","):len()).to_be(3)
  end)
end)

describe("pl.class", function()
  local class = require "pl.class"

  it("makes classes with inheritance and properties", function()
    local Animal = class()
    function Animal:_init(name) self.name = name end
    function Animal:__tostring() return self.name .. ": " .. self:speak() end
    local Dog = class(Animal)
    function Dog:speak() return "bark" end
    local dog = Dog "Fido"
    expect(tostring(dog)).to_be("Fido: bark")
    expect(dog:is_a(Animal)).to_be(true)
    expect(Dog:class_of(Animal "x")).to_be(false)
    class.Named { _init = function(self, n) self.n = n end }
    expect(Named("x").n).to_be("x")
    expect(tostring(Named("x"))).to_match("^Named: ")
  end)
end)

describe("pl.tablex", function()
  local tablex = require "pl.tablex"

  it("copies and compares deeply", function()
    local original = { a = { b = { 1, 2 } } }
    local copy = tablex.deepcopy(original)
    expect(copy.a == original.a).to_be(false)
    expect(tablex.deepcompare(copy, original)).to_be(true)
    copy.a.b[2] = 3
    expect(tablex.deepcompare(copy, original)).to_be(false)
  end)

  it("merges, indexes and walks", function()
    expect(tablex.merge({ a = 1, b = 2 }, { b = 3, c = 4 }, true)).to_equal { a = 1, b = 3, c = 4 }
    expect(tablex.keys { a = 1 }).to_equal { "a" }
    expect(tablex.find({ 10, 20, 30 }, 20)).to_be(2)
    expect(tablex.map(function(v) return v * v end, { 1, 2, 3 })).to_equal { 1, 4, 9 }
    local names = {}
    for key, value in tablex.sort { b = 2, a = 1 } do names[#names + 1] = key .. value end
    expect(names).to_equal { "a1", "b2" }
  end)

  it("makes tables that cannot be changed", function()
    local fixed = tablex.readonly { 1 }
    expect(function() fixed[1] = 2 end).to_fail("read%-only")
    expect(#fixed).to_be(1)
  end)
end)

describe("pl.stringx", function()
  local stringx = require "pl.stringx"

  it("splits, strips and asks", function()
    expect(stringx.split("a  b c")).to_equal { "a", "b", "c" }
    expect(stringx.strip("  x ")).to_be("x")
    expect(stringx.startswith("okit", "ok")).to_be(true)
    expect(stringx.rpartition("a.b.c", ".")).to_be("a.b")
    expect(stringx.count("banana", "an")).to_be(2)
    expect(stringx.center("x", 5, "*")).to_be("**x**")
    expect(stringx.Template("$a and ${b}"):substitute { a = 1, b = 2 }).to_be("1 and 2")
    expect(stringx.quote_string "]]").to_match("%[=%[")
  end)

  it("gives its functions to texts", function()
    stringx.import()
    expect(("a,b"):split(",")).to_equal { "a", "b" }
    expect(("abc"):at(2)).to_be("b")
  end)
end)

describe("pl.pretty", function()
  local pretty = require "pl.pretty"

  it("writes and reads tables", function()
    local value = { 1, 2, name = "x", inner = { true } }
    local text = pretty.write(value)
    expect(text).to_match('name = "x"')
    expect(pretty.read(text)).to_equal(value)
    expect(pretty.write({ 1, 2 }, "")).to_be("{1,2}")
  end)

  it("reads data only", function()
    expect(select(2, pretty.read "{ a = function() end }")).to_match("cannot have functions")
    expect(pretty.load("a = 1 b = a + 1", {}, false)).to_equal { a = 1, b = 2 }
    expect(select(2, pretty.load("for i = 1, 2 do end", {}, true))).to_match("looping")
    expect(("still"):upper()).to_be("STILL")
  end)

  it("shows large numbers for people", function()
    expect(pretty.number(123456, "M", 1)).to_be("120.6KiB")
    expect(pretty.number(1234567, "N", 2)).to_be("1.23M")
  end)
end)

describe("pl.OrderedMap, Map, MultiMap and Set", function()
  local OrderedMap, Map, MultiMap, Set =
    require "pl.OrderedMap", require "pl.Map", require "pl.MultiMap", require "pl.Set"

  it("keep their order, their values, their elements", function()
    local map = OrderedMap()
    map:set("z", 1)
    map:set("a", 2)
    map:insert(1, "m", 3)
    expect(map:keys()).to_equal { "m", "z", "a" }
    expect(tostring(map)).to_be("{m=3,z=1,a=2}")
    expect(Map { a = 1, b = 2 }:items():len()).to_be(2)
    local many = MultiMap()
    many:set("x", 1)
    many:set("x", 2)
    expect(many:get "x").to_equal { 1, 2 }
    local union = Set { "a", "b" } + Set { "b", "c" }
    expect(Set.len(union)).to_be(3)
    expect(Set { 1, 2 } * Set { 2, 3 } == Set { 2 }).to_be(true)
    expect(Set.issubset(Set { 1 }, Set { 1, 2 })).to_be(true)
  end)
end)

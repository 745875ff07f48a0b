-- The messages of assertions, spies and stubs.

-- The failure of an assertion: its message, and below it the diff.
local function said(fn)
  local ok, failure = pcall(fn)
  if ok then return "nothing" end
  return failure.diff and failure.message .. "\n" .. failure.diff or failure.message
end

-- `{ what, function, text }`: the function must fail with exactly that text, or with "nothing" must not fail.
local function table_of(cases)
  for _, case in ipairs(cases) do
    it(case[1], function() expect(said(case[2])).to_be(case[3]) end)
  end
end

local function list_object(elements)
  return setmetatable({}, {
    __len = function() return #elements end,
    __index = function(_, key) return elements[key] end,
  })
end

describe("to_be", function()
  local one = { 1 }
  table_of {
    { "takes equal values", function() expect("a").to_be("a") end, "nothing" },
    { "takes an integer and a float of one value as equal", function() expect(2).to_be(2.0) end, "nothing" },
    { "takes nothing as nil", function() expect((function() end)()).to_be(nil) end, "nothing" },
    { "takes nil", function() expect(nil).to_be(nil) end, "nothing" },
    { "may be called with a colon", function() expect(1):to_be(1):not_to_be(2) end, "nothing" },
    { "shows both values", function() expect("1 Book").to_be("2 Books") end, 'expected to be "2 Books", got "1 Book"' },
    { "tells text and number apart", function() expect(1).to_be("1") end, 'expected to be "1", got 1' },
    { "prints a float as one", function() expect(0.1).to_be(3.0) end, "expected to be 3.0, got 0.1" },
    { "compares tables by identity", function() expect(one).to_be(one) end, "nothing" },
    { "names equal content", function() expect { 1 }.to_be { 1 } end,
      "expected to be the same table, got another one with equal content (to_equal compares content)" },
    { "negated", function() expect(1).not_to_be(1) end, "expected not to be 1" },
    { "negated, with other values", function() expect(1).not_to_be(2) end, "nothing" },
    { "escapes", function() expect("a\tb\0").to_be('"') end, [[expected to be "\"", got "a\tb\x00"]] },
    { "keeps letters", function() expect("Größe").to_be("größe") end, 'expected to be "größe", got "Größe"' },
    { "prints bytes that are not text", function() expect("\xFF").to_be("") end, [[expected to be "", got "\xFF"]] },
    { "shows where long texts part", function() expect(("x"):rep(200) .. "ab").to_be(("x"):rep(200) .. "ac") end,
      'expected to be …"xxxxxxxxxxxxxxxxxxxac", got …"xxxxxxxxxxxxxxxxxxxab"' },
    { "shows the lines that differ", function() expect("a\nb\nc\nd").to_be("a\nB\nc\nd\ne") end,
      "expected to be the text, but 3 lines differ (- expected, + got)\nline 2:\n- B\n+ b\nline 5:\n- e" },
    { "needs a value", function() expect(1).to_be() end, "to_be needs a value to compare with" },
  }
end)

describe("to_equal", function()
  local ring, other = { name = "ring" }, { name = "ring" }
  ring.self, other.self = ring, other
  local even = setmetatable({}, { __matches = function(actual) return actual % 2 == 0 end })
  local explains = setmetatable({}, { __matches = function() return false, "the sky is the limit" end })
  local row = function(id) return setmetatable({ id = id, at = {} }, { __eq = function(a, b) return a.id == b.id end,
    __tostring = function(self) return "Row " .. self.id end }) end
  table_of {
    { "goes deep", function() expect { a = { 1, { b = 2 } } }.to_equal { a = { 1, { b = 2.0 } } } end, "nothing" },
    { "names every place", function()
      expect { { text = "Dune", detail = "not marked" }, "x" }
        .to_equal { { text = "Dune", detail = "marked" }, "x", "Emma" }
    end, "expected to equal, but 2 places differ\n"
      .. '[1].detail: expected "marked", got "not marked"\n[3]: missing, expected "Emma"' },
    { "one place", function() expect { a = 1 }.to_equal { a = 2 } end,
      "expected to equal, but 1 place differs\na: expected 2, got 1" },
    { "more than asked", function() expect { a = 1, b = 2 }.to_equal { a = 1 } end,
      "expected to equal, but 1 place differs\nb: unexpected 2" },
    { "one inserted element", function() expect { 0, 1, 2, 3 }.to_equal { 1, 2, 3 } end,
      "expected to equal, but 1 place differs\n[1]: unexpected 0" },
    { "one removed element", function() expect { "a", "c" }.to_equal { "a", "b", "c" } end,
      'expected to equal, but 1 place differs\n[2]: missing, expected "b"' },
    { "odd names", function() expect { ["a b"] = 1, ["end"] = 1 }.to_equal { ["a b"] = 2, ["end"] = 2 } end,
      'expected to equal, but 2 places differ\n["a b"]: expected 2, got 1\n["end"]: expected 2, got 1' },
    { "other kinds", function() expect(1).to_equal { 1 } end, "expected to equal { 1 }, got 1" },
    { "a list where a record is", function() expect { 1 }.to_equal { a = 1 } end,
      "expected to equal, but 2 places differ\n[1]: unexpected 1\na: missing, expected 1" },
    { "false is not nil", function() expect {}.to_equal { a = false } end,
      "expected to equal, but 1 place differs\na: missing, expected false" },
    { "cycles end", function() expect(ring).to_equal(other) end, "nothing" },
    { "a live collection and a list", function() expect(list_object { 1, 2 }).to_equal { 1, 2 } end, "nothing" },
    { "a live collection that differs", function() expect(list_object { 1, 2 }).to_equal { 1 } end,
      "expected to equal, but 1 place differs\n[2]: unexpected 2" },
    { "an empty live collection", function() expect(list_object {}).to_equal {} end, "nothing" },
    { "an equality of the objects' own", function() expect { row(1) }.to_equal { row(1) } end, "nothing" },
    { "objects that say they differ", function() expect { row(1) }.to_equal { row(2) } end,
      "expected to equal, but 1 place differs\n[1]: expected Row 2, got Row 1" },
    { "__matches decides", function() expect { n = 4 }.to_equal { n = even } end, "nothing" },
    { "__matches refuses", function() expect { n = 4 }.to_equal { n = explains } end,
      "expected to equal, but 1 place differs\nn: the sky is the limit" },
    { "many places are counted", function()
      local a, b = {}, {}
      for i = 1, 25 do a[i], b[i] = i, -i end
      local text = said(function() expect(a).to_equal(b) end)
      expect(text).to_match("^expected to equal, but 25 places differ\n%[1%]")
      expect(text).to_match("\n… and 5 more$")
    end, "nothing" },
    { "__matches refuses the whole", function() expect(1).to_equal(explains) end,
      "expected to equal: the sky is the limit" },
    { "negated", function() expect { 1 }.not_to_equal { 1 } end, "expected not to equal { 1 }" },
  }
end)

describe("to_match", function()
  table_of {
    { "a pattern", function() expect("2 Books").to_match("^%d+ Books$") end, "nothing" },
    { "a pattern that is not there", function() expect("Dune").to_match("^%d") end,
      'expected to match "^%d", got "Dune"' },
    { "a pattern on no text", function() expect(nil).to_match("x") end, 'expected to match "x", got nil' },
    { "no pattern", function() expect("x").to_match("[") end,
      'to_match: "[" is not a pattern: malformed pattern (missing \']\')' },
    { "part of a table", function() expect { a = 1, b = { c = 2, d = 3 } }.to_match { b = { c = 2 } } end, "nothing" },
    { "part of a list", function() expect { "a", "b" }.to_match { "a" } end, "nothing" },
    { "what is missing", function() expect { a = { b = 1 } }.to_match { a = { c = 2 } } end,
      "expected to match, but 1 place differs\na.c: missing, expected 2" },
    { "what a field says when it fails", function()
      expect(setmetatable({}, { __index = function(_, key) error("no property " .. key, 0) end })).to_match { x = 1 }
    end, "expected to match, but 1 place differs\nx: expected 1, but: no property x" },
    { "negated", function() expect("ab").not_to_match("b") end, 'expected not to match "b", got "ab"' },
    { "neither", function() expect("ab").to_match(1) end, "to_match needs a table or a pattern, got 1" },
  }
end)

describe("to_contain", function()
  local rows = { { text = "Dune", detail = "1" }, { text = "Emma" } }
  table_of {
    { "an element", function() expect { "a", "b" }.to_contain("b") end, "nothing" },
    { "no element", function() expect { "a" }.to_contain("b") end, 'expected to contain "b", got { "a" }' },
    { "part of a text, no pattern", function() expect("a.b").to_contain(".b") end, "nothing" },
    { "no part of a text", function() expect("a.b").to_contain("c") end, 'expected to contain "c", got "a.b"' },
    { "part of an element", function() expect(rows).to_contain { text = "Dune" } end, "nothing" },
    { "no part of an element", function() expect(rows).to_contain { text = "Ulysses" } end,
      'expected to contain { text = "Ulysses" }, got { { detail = "1", text = "Dune" }, { text = "Emma" } }' },
    { "part of a record", function() expect { a = 1, b = 2 }.to_contain { a = 1 } end, "nothing" },
    { "in a live collection", function() expect(list_object { 1, 2 }).to_contain(2) end, "nothing" },
    { "in a number", function() expect(1).to_contain(1) end,
      "to_contain needs a list or a string to look in, got 1" },
    { "negated", function() expect { 1 }.not_to_contain(1) end, "expected not to contain 1, got { 1 }" },
  }
end)

describe("to_be_near", function()
  table_of {
    { "within", function() expect(0.1 + 0.2).to_be_near(0.3) end, "nothing" },
    { "without", function() expect(1.5).to_be_near(1, 0.25) end, "expected to be near 1 (within 0.25), got 1.5" },
    { "no number", function() expect("1").to_be_near(1, 0.5) end, 'expected to be near 1 (within 0.5), got "1"' },
    { "dates", function() expect { timestamp = 10 }.to_be_near({ timestamp = 11 }, 2) end, "nothing" },
    { "negated", function() expect(1).not_to_be_near(1, 0) end, "expected not to be near 1 (within 0), got 1" },
    { "no tolerance", function() expect(1).to_be_near(1, "x") end,
      'to_be_near needs a number and a tolerance, got 1 and "x"' },
  }
end)

describe("to_fail", function()
  local function raise(value) return function() error(value, 0) end end
  table_of {
    { "any error", function() expect(raise("x")).to_fail() end, "nothing" },
    { "a matching text", function() expect(raise("no such row")).to_fail("such") end, "nothing" },
    { "a matching object", function() expect(raise { message = "no such row" }).to_fail("^no") end, "nothing" },
    { "nil as an error", function() expect(raise(nil)).to_fail() end, "nothing" },
    { "another text", function() expect(raise("abc")).to_fail("x") end,
      'expected to fail with a message matching "x", got "abc"' },
    { "no error", function() expect(function() end).to_fail() end, "expected to fail, but it did not fail" },
    { "no error where one is asked for", function() expect(function() end).to_fail("x") end,
      'expected to fail with a message matching "x", but it did not fail' },
    { "negated", function() expect(raise("abc")).not_to_fail() end, "expected not to fail, but it failed: abc" },
    { "no function", function() expect(1).to_fail() end, "to_fail needs a function, got 1" },
  }
end)

describe("to_have_count", function()
  table_of {
    { "a list", function() expect { 1, 2 }.to_have_count(2) end, "nothing" },
    { "a record", function() expect { a = 1 }.to_have_count(1) end, "nothing" },
    { "a text, in characters", function() expect("Größe").to_have_count(5) end, "nothing" },
    { "a live collection", function() expect(list_object { 1 }).to_have_count(1) end, "nothing" },
    { "another count", function() expect { "a" }.to_have_count(2) end, 'expected a count of 2, got 1: { "a" }' },
    { "negated", function() expect {}.not_to_have_count(0) end, "expected a count other than 0: {}" },
    { "no count", function() expect {}.to_have_count("x") end, 'to_have_count needs an integer, got "x"' },
    { "nothing to count", function() expect(1).to_have_count(1) end, "to_have_count needs something to count, got 1" },
  }
end)

describe("wrong names", function()
  table_of {
    { "an assertion", function() expect(1).to_bee(2) end, 'unknown assertion "to_bee" (did you mean "to_be"?)' },
    { "a negated assertion", function() expect(1).not_to_equals(2) end,
      'unknown assertion "not_to_equals" (did you mean "not_to_equal"?)' },
    { "far from any", function() expect(1).zzz() end,
      'unknown assertion "zzz" (the names begin with "to_" or "not_to_")' },
    { "of expect", function() expect.sift(1) end, 'unknown name "expect.sift" (did you mean "expect.soft"?)' },
    { "of it", function() it.eech {} end, 'unknown name "it.eech" (did you mean "it.each"?)' },
    { "it in a test", function() it("x", function() end) end, 'it("x") inside a running test' },
  }
end)

describe("failures", function()
  it("know their place", function()
    local _, failure = pcall(function() expect(1).to_be(2) end)
    expect(failure.kind).to_be("assertion")
    expect(failure.place.file).to_match("testing_spec%.lua$")
    expect(tostring(failure)).to_match("testing_spec%.lua:%d+: expected to be 2, got 1$")
  end)
end)

describe("okit.spy", function()
  it("passes on and records", function()
    local spy = okit.spy(function(a, b) return a + b, "more" end)
    local sum, more = spy(1, 2)
    expect { sum, more }.to_equal { 3, "more" }
    spy.fn(3, 4)
    expect(spy.count).to_be(2)
    expect(spy.calls).to_equal { { 1, 2, n = 2 }, { 3, 4, n = 2 } }
    expect(spy:called_with(3, 4)).to_be(true)
    expect(spy:called_with(3)).to_be(false)
    expect(tostring(spy)).to_be("spy (called 2 times)")
    expect(spy:clear().count).to_be(0)
  end)

  it("does nothing without a function", function()
    local spy = okit.spy()
    expect(spy(nil)).to_be(nil)
    expect(spy:called_with(nil)).to_be(true)
  end)

  table_of {
    { "a wrong name", function() return okit.spy().call_count end, 'a spy has no member "call_count"' },
    { "a near name", function() return okit.spy().cout end,
      'a spy has no member "cout" (did you mean "count"?)' },
    { "no function", function() okit.spy(1) end, "okit.spy needs a function, got 1" },
  }
end)

describe("okit.stub", function()
  local base = { greet = function() return "base" end }
  local object = setmetatable({ own = function() return "own" end }, { __index = base })

  it("takes a function's place", function()
    local stub = okit.stub(object, "own", function() return "stub" end)
    okit.stub(object, "greet")
    expect(object.own(1)).to_be("stub")
    expect(object.greet()).to_be(nil)
    expect(stub:called_with(1)).to_be(true)
  end)

  it("is gone in the next test", function()
    expect(object.own()).to_be("own")
    expect(object.greet()).to_be("base")
    expect(rawget(object, "greet")).to_be(nil)
  end)

  table_of {
    { "of nothing", function() okit.stub({ tap = print }, "tab") end,
      'nothing to stub: no "tab" (did you mean "tap"?)' },
    { "with no function", function() okit.stub({ tap = print }, "tap", 1) end, "okit.stub needs a function, got 1" },
  }
end)

describe("What the framework makes", function()
  it("protects its metatables", function()
    local made = { expect = expect, expectation = expect(1), soft = expect.soft(1), it = it, spy = okit.spy() }
    for name, object in pairs(made) do
      expect(getmetatable(object) == false).to_be(true)
      expect({ name, pcall(setmetatable, object, {}) }).to_match { name, false }
    end
    local _, failure = pcall(function() expect(1).to_be(2) end)
    expect(getmetatable(failure) == false).to_be(true)
  end)
end)

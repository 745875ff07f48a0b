-- Those modules of penlight that read, write and generate texts and code.

describe("pl.template", function()
  local template = require "pl.template"

  it("renders loops and expressions", function()
    local text = template.substitute("# for _, name in ipairs(names) do\n- $(name:upper())\n# end\n",
      { names = { "a", "b" }, ipairs = ipairs })
    expect(text).to_be("- A\n- B\n")
  end)

  it("tells where a template fails", function()
    local rendered, problem = template.substitute("$(nothing.at_all)", {})
    expect(rendered).to_be(nil)
    expect(problem).to_match("attempt to index a nil value")
  end)

  it("is compiled once and rendered often", function()
    local compiled = template.compile("Hello $(name)!")
    expect(compiled:render { name = "Ada" }).to_be("Hello Ada!")
    expect(compiled:render { name = "Bob" }).to_be("Hello Bob!")
  end)
end)

describe("pl.data", function()
  local data, stringio = require "pl.data", require "pl.stringio"

  it("reads columns, selects rows and writes them", function()
    local films = data.read(stringio.open "name,year\nAlien,1979\nBrazil,1985\n")
    expect(films.fieldnames).to_equal { "name", "year" }
    expect(films:column_by_name "year").to_equal { 1979, 1985 }
    local rows = {}
    for name in films:select "name where year > 1980" do rows[#rows + 1] = name end
    expect(rows).to_equal { "Brazil" }
    local out = stringio.create()
    data.write(films, out)
    expect(out:value()).to_match("Alien\t1979")
  end)
end)

describe("pl.lexer", function()
  local lexer = require "pl.lexer"

  it("takes Lua apart", function()
    local kinds = {}
    for kind, value in lexer.lua "x = 12 -- rest" do kinds[#kinds + 1] = kind .. ":" .. value end
    expect(kinds[1]).to_be("iden:x")
    expect(kinds[3]).to_be("number:12")
  end)

  it("goes back and looks for what is expected", function()
    local tokens = lexer.scan "( a , b )"
    lexer.expecting(tokens, "(")
    expect(lexer.get_separated_list(tokens)).to_have_count(2)
  end)
end)

describe("pl.sip", function()
  local sip = require "pl.sip"

  it("reads with patterns that have names", function()
    local result = {}
    expect(sip.match("$S{name}=$i{count}", "books=12", result)).to_be(true)
    expect(result).to_equal { name = "books", count = 12 }
    local match = sip.compile "$v{a} + $v{b}"
    expect(match("x + y", result)).to_be(true)
    expect(result.b).to_be("y")
  end)
end)

describe("pl.config, text, url and xml", function()
  it("read the texts that they are for", function()
    local lines = "# a comment\nsize=12\nnames=a,b\n[part]\nx=y\n"
    local config = require("pl.config").read(require("pl.stringio").open(lines))
    expect(config).to_equal { size = 12, names = { "a", "b" }, part = { x = "y" } }
    local text = require "pl.text"
    expect(text.dedent("  a\n    b\n")).to_match("^a\n  b")
    expect(require("pl.stringx").fill("a b c", 3)).to_match("^a b")
    local url = require "pl.url"
    expect(url.unquote(url.quote("a b&c"))).to_be("a b&c")
    -- Without the native parser, which may be installed.
    local document = require("pl.xml").parse("<books><book id='1'>Dune</book></books>", false, true)
    expect(document:child_with_name("book"):get_text()).to_be("Dune")
    expect(tostring(document)).to_match("<book id='1'>Dune</book>")
  end)

  it("reads the options of a script", function()
    local lapp = require "pl.lapp"
    local options = lapp.process_options_string(
      "Makes something\n  -v,--verbose  tells more\n  -n (default 5)  how often\n  <name> (string) what\n",
      { "-v", "-n", "7", "x" })
    expect(options.verbose).to_be(true)
    expect(options.n).to_be(7)
    expect(options.name).to_be("x")
  end)
end)

describe("pl.comprehension", function()
  it("makes lists of expressions", function()
    local C = require("pl.comprehension").new()
    expect(C "x ^ 2 for x = 1, 4 if x % 2 == 0" ()).to_equal { 4.0, 16.0 }
    expect(C "sum(x for x)" { 1, 2, 3 }).to_be(6)
    expect(C "table(x, y for x, y in pairs(_1))" { a = 1 }).to_equal { a = 1 }
  end)
end)

describe("pl.luabalanced and stringio", function()
  it("find what belongs together", function()
    local balanced = require "pl.luabalanced"
    expect(balanced.match_bracketed("(a(b)c)d", 1)).to_be("(a(b)c)")
    local file = require("pl.stringio").open "1 2\nthree\n"
    local a, b = file:read("*n", "*n")
    expect({ a, b }).to_equal { 1, 2 }
    expect(file:read "*l").to_be("")
    expect(file:read "*a").to_be("three\n")
  end)
end)

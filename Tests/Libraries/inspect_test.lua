-- inspect, unchanged, under --lua-path.

local inspect = require "inspect"

describe("inspect", function()
  it("writes values", function()
    expect(inspect { 1, "two", true }).to_be('{ 1, "two", true }')
    expect(inspect { b = 1, a = { 2 } }).to_be("{\n  a = { 2 },\n  b = 1\n}")
    expect(inspect 'a "quote"\n').to_be([['a "quote"\n']])
    expect(inspect { [{}] = 1 }).to_match("%[{}%] = 1")
    expect(inspect(print)).to_match("^<function 1>")
    expect(inspect(math.huge)).to_be("inf")
  end)

  it("writes cycles and metatables", function()
    local cycle = { name = "x" }
    cycle.self = cycle
    expect(inspect(cycle)).to_be('<1>{\n  name = "x",\n  self = <table 1>\n}')
    local object = setmetatable({ 1 }, { __name = "Thing" })
    expect(inspect(object)).to_match('<metatable> = {\n    __name = "Thing"')
  end)

  it("takes options", function()
    expect(inspect({ a = { b = { c = 1 } } }, { depth = 1 })).to_match("a = {...}")
    expect(inspect({ 1, { 2 } }, { newline = "", indent = "" })).to_be("{ 1, { 2 } }")
    local hidden = inspect({ user = "x", password = "y" },
      { process = function(item, path) if path[#path] ~= "password" then return item end end })
    expect(hidden).to_be('{\n  user = "x"\n}')
  end)
end)

describe("what modules of the Lua world look for", function()
  it("reaches nothing", function()
    expect(io.open("/etc/passwd")).to_be(nil)
    expect(io.popen).to_be(nil)
    expect(io.lines).to_be(nil)
    expect(io.read()).to_be(nil)
    expect(package.loadlib).to_be(nil)
    expect(package.cpath).to_be("")
    expect(debug.getlocal).to_be(nil)
    expect(debug.getregistry).to_be(nil)
    expect(debug.setupvalue).to_be(nil)
    expect(function() debug.sethook(print, "l") end).to_fail("cannot have hooks")
    expect(debug.getmetatable("")).to_be(nil)
    expect(debug.getupvalue(print, 1)).to_be(nil)
    expect(getmetatable(expect)).to_be(false)
    for level = 0, 60 do
      local info = debug.getinfo(level, "fS")
      if info and (info.what == "C" or info.source:find "^=%[okit") then expect(info.func).to_be(nil) end
    end
    package.path = "/etc/?"
    expect(pcall(require, "passwd")).to_be(false)
    expect(os.getenv).to_be(nil)
  end)

  it("is whole as far as it goes", function()
    expect(package.loaded.inspect).to_be(inspect)
    expect(package.searchpath("inspect", package.path)).to_match("/inspect%.lua$")
    package.preload["made.up"] = function(name, origin) return { name, origin } end
    expect(require "made.up").to_equal { "made.up", ":preload:" }
    table.insert(package.searchers, function(name)
      if name == "searched" then return function(...) return { ... } end, "somewhere" end
      return "nothing here"
    end)
    local module, place = require "searched"
    expect(module).to_equal { "searched", "somewhere" }
    expect(place).to_be("somewhere")
    expect(function() require "nowhere" end).to_fail("module 'nowhere' not found")
    package.loaded["made.up"] = nil
    expect(rawequal(require "made.up", module)).to_be(false)
    expect(debug.traceback("message")).to_match("^message\nstack traceback:")
    expect(debug.getinfo(1, "l").currentline > 60).to_be(true)
  end)
end)

import LuaSyntax
import OKitCoverage
import Testing

/// The counters that are inserted into scripts, and the items that they count.
@Suite struct CountedScriptTests {
  private static func items(_ text: String, _ kind: CoverageKind? = nil) throws -> [String] {
    try CountedScript(LuaScript(file: "a.lua", text: text)).items.filter { kind == nil || $0.kind == kind }.map {
      "\($0.line):\($0.column) \($0.id.dropFirst($0.kind.rawValue.count + 6)) \($0.text)"
    }
  }

  /// The script with counters, without the beginning that takes them.
  private static func text(_ text: String) throws -> String {
    let counted = try CountedScript(LuaScript(file: "a.lua", text: text)).text
    return counted.firstRange(of: "local _kc=_kl[1];").map { String(counted[$0.upperBound...]) } ?? counted
  }

  @Test(arguments: [
    ("", ""), ("-- nothing", "-- nothing"),
    ("f()", "_kc[1]=_kc[1]+1;f()"),
    // What cannot fail runs as often as the statement after it.
    ("local a\nlocal b = 1\nf()", "_kc[1]=_kc[1]+1;local a\nlocal b = 1\nf()"),
    // One statement of a line counts.
    ("f() g()\nh()", "_kc[1]=_kc[1]+1;f() g()\n_kc[2]=_kc[2]+1;h()"),
    ("return f()", "_kc[1]=_kc[1]+1;return f()"),
    ("(f or g)()", "_kc[1]=_kc[1]+1;(_kf(0,(f)) or g)()"),
    (
      "if a then\nb()\nend",
      "_kc[1]=_kc[1]+1;if a then\n_kc[2]=_kc[2]+1;b()\n else _kc[3]=_kc[3]+1;end"
    ),
    (
      "while a do b() end",
      "_kc[1]=_kc[1]+1;while true do  if not(a) then _kc[2]=_kc[2]+1;break end    _kc[3]=_kc[3]+1;b() end"
    ),
    ("while true do b() end", "_kc[1]=_kc[1]+1;while true do b() end"),
    (
      "repeat a() until b",
      "_kc[1]=_kc[1]+1;repeat a() local _kv=  b if _kv then _kc[2]=_kc[2]+1;else _kc[3]=_kc[3]+1;end until _kv "
    ),
    ("repeat return until b", "_kc[1]=_kc[1]+1;repeat return until b"),
    ("f(... or 1)", "_kc[1]=_kc[1]+1;f(_kf(0,(...)) or 1)"),
    // The counter of an operand that fails is that of the statement.
    (
      "x = a or 1",
      "do local _kv; _kc[1]=_kc[1]+1;_kv=a;if  _kv then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;_kv=1;"
        + "::_kg1:: x = _kv end "
    ),
    (
      "return a and b",
      "do local _kv; _kc[1]=_kc[1]+1;_kv=a;if not _kv then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;_kv=b;"
        + "::_kg1:: return _kv end "
    ),
    (
      "local y = a or b",
      "local y ;do  _kc[1]=_kc[1]+1;y=a;if  y then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;y=b;::_kg1:: end "
    ),
    (
      "local y, z = a or b, c",
      "local y, z ;do  _kc[1]=_kc[1]+1;y=a;if  y then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;y=b;::_kg1::  "
        + "z=c; end "
    ),
    // Its value is that of another variable.
    ("local x = x or 1", "_kc[1]=_kc[1]+1;local x = _kf(0,(x)) or 1"),
    // The number is not named by an error, and nothing is evaluated before it.
    (
      "local n = 1\nn = n + (c and 1 or 2)",
      "_kc[1]=_kc[1]+1;local n = 1\ndo local _kv; if not(c) then _kc[2]=_kc[2]+1;goto _kg2 end    _kv=1;"
        + "_kc[3]=_kc[3]+1;goto _kg1 ::_kg2::   _kv=2;::_kg1::  n = n +  _kv end "
    ),
    ("x = y + (c or 2)", "_kc[1]=_kc[1]+1;x = y + (_kf(0,(c)) or 2)"),
    (
      "local f\nf(a or 1, b)",
      "_kc[1]=_kc[1]+1;local f\ndo local _kv;_kv=a;if  _kv then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;"
        + "_kv=1;::_kg1:: f( _kv, b) end "
    ),
    // No error names an index.
    (
      "local t\ns = 1 + t[a or 1]",
      "_kc[1]=_kc[1]+1;local t\ndo local _kv;_kv=a;if  _kv then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;"
        + "_kv=1;::_kg1:: s = 1 + t[ _kv] end "
    ),
    // An error names what is indexed.
    ("local t\ns = (t or u).x", "_kc[1]=_kc[1]+1;local t\ns = (_kf(0,(t)) or u).x"),
    // One call counts both operators.
    ("print(c and 1 or 2)", "_kc[1]=_kc[1]+1;print(_kf(0,(c)) and 1 or 2)"),
    (
      "if a and b then c() end",
      "do  _kc[1]=_kc[1]+1;if not(a) then _kc[2]=_kc[2]+1;goto _kg1 end    _kc[3]=_kc[3]+1;"
        + "if not(b) then _kc[4]=_kc[4]+1;goto _kg1 end  do  _kc[5]=_kc[5]+1;c()  end ::_kg1::end"
    ),
    // What cannot fail is counted where the script goes on.
    (
      "local a, b\nif a and b then c() end",
      "_kc[1]=_kc[1]+1;local a, b\ndo  if not(a) then _kc[2]=_kc[2]+1;goto _kg1 end    "
        + "if not(b) then _kc[3]=_kc[3]+1;goto _kg1 end  do  _kc[4]=_kc[4]+1;c()  end ::_kg1::end"
    ),
    (
      "if a and b then c() elseif d then e() else f() end",
      "do  _kc[1]=_kc[1]+1;if not(a) then _kc[2]=_kc[2]+1;goto _kg2 end    _kc[3]=_kc[3]+1;"
        + "if not(b) then _kc[4]=_kc[4]+1;goto _kg2 end  do  _kc[5]=_kc[5]+1;c()  end goto _kg1 ::_kg2:: "
        + "if not(d) then _kc[6]=_kc[6]+1;goto _kg3 end  do  _kc[7]=_kc[7]+1;e()  end goto _kg1 ::_kg3::do  f()  end "
        + "::_kg1::end"
    ),
    (
      "repeat a() until b or c",
      "_kc[1]=_kc[1]+1;repeat a() local _kv=false; if b then _kc[2]=_kc[2]+1;goto _kg2 end    _kc[3]=_kc[3]+1;"
        + "if not(c) then _kc[4]=_kc[4]+1;goto _kg1 end _kc[5]=_kc[5]+1;::_kg2:: _kv=true;::_kg1::until _kv "
    ),
    ("x = nil or 1", "_kc[1]=_kc[1]+1;x = nil or 1"),
    (
      "local function f(a)\nreturn a\nend",
      "_kc[1]=_kc[1]+1;local function f(a) local _kc=_kl[2];\n_kc[1]=_kc[1]+1;return a\nend"
    ),
    ("#!lua\nf()", "_kc[1]=_kc[1]+1;f()"),
  ])
  func counters(_ text: String, _ expected: String) throws { #expect(try Self.text(text) == expected) }

  @Test func elseifBecomesElse() throws {
    let text = try Self.text("if a then f() elseif b then g() else h() end")
    #expect(
      text == """
        _kc[1]=_kc[1]+1;if a then _kc[2]=_kc[2]+1;f()  else _kc[3]=_kc[3]+1;if  b then _kc[4]=_kc[4]+1;g() else \
        _kc[5]=_kc[5]+1;h()  end end
        """)
  }

  /// One counter counts what is known at the end of a condition.
  @Test func outcomesShareCounters() throws {
    let counted = try CountedScript(LuaScript(file: "a.lua", text: "local a, b\nif a and b then c() end"))
    let outcomes = counted.items.filter { $0.kind == .branch }.map(\.outcomes)
    #expect(outcomes == [[.true: [3], .false: [1, 2]], [.true: [2, 3], .false: [1]]])
    #expect(counted.items.filter { $0.kind == .line }.map(\.outcomes) == [[.run: [0]], [.run: [0]]])
  }

  @Test func namesAreNewOnes() throws {
    let counted = try CountedScript(LuaScript(file: "a.lua", text: "local _kc = 1"))
    #expect(counted.text.hasSuffix("_kkc[1]=_kkc[1]+1;local _kc = 1"))
  }

  @Test func linesStayTheSame() throws {
    let text = "if a\nthen b()\nelseif c\nthen\nd() end\nrepeat\nlocal x = f\n()\nuntil x\nor y\n"
    #expect(try Self.text(text).count { $0 == "\n" } == text.count { $0 == "\n" })
  }

  @Test func itemsHaveNamesThatSurviveMovedLines() throws {
    let script = """
      Shop = {}
      function Shop:total(n)
        if n and n > 0 then return n end
      end
      okit.X:extend("items", { tap = function() return function() end end })
      """
    let expected = [
      "1:1 :main:1 Shop = {}", "2:1 :main:2 function Shop:total(n)",
      "3:3 :Shop.total:1 if n and n > 0 then return n end", "3:6 :Shop.total:1 n and n > 0",
      "3:8 :Shop.total:2 n and n > 0", "2:1 :Shop.total Shop.total",
      #"5:1 :main:3 okit.X:extend("items", { tap = function() return function() end end })"#,
      "5:50 :items.tap/function items.tap/function", "5:32 :items.tap items.tap",
    ]
    let items = try Self.items(script)
    #expect(items == expected)
    let moved = try Self.items("\n\n" + script)
    #expect(moved.map { $0.drop { $0 != " " } } == items.map { $0.drop { $0 != " " } })
  }

  @Test func equalNamesAreNumbered() throws {
    let items = try Self.items("function f() end\nfunction f() end", .function)
    #expect(items.map { $0.suffix(3) } == ["f f", "f#2"].map { $0.suffix(3) })
  }

  @Test(arguments: [
    ("f() -- okit: ignore coverage\ng()", ["2:1 :main:1 g()"]),
    ("-- okit: ignore coverage\nf()\ng()", ["3:1 :main:1 g()"]),
    ("-- okit: ignore function.unused, coverage\nf()", []),
    ("f() -- okit: ignore function.unused", ["1:1 :main:1 f() -- okit: ignore function.unused"]),
    ("function f() -- okit: ignore coverage\ng()\nend", []),
    ("if a then -- okit: ignore coverage\ng()\nend\nh()", ["4:1 :main:1 h()"]),
  ])
  func commentsExcludeItems(_ text: String, _ expected: [String]) throws {
    #expect(try Self.items(text) == expected)
  }

  @Test func constantsAreNoBranches() throws {
    let items = try Self.items("if true then f() end\nwhile 1 do f() end\nif not nil then f() end", .branch)
    #expect(items.isEmpty)
  }

  @Test func longChainsOfConditionsKeepTheirDepth() throws {
    let chain = "if a == 0 then f()" + (1...300).map { " elseif a == \($0) then f()" }.joined() + " end"
    let counted = try CountedScript(LuaScript(file: "a.lua", text: chain))
    #expect(counted.items.count { $0.kind == .branch } == 301)
    // It can be parsed, so that Lua can compile it as well.
    _ = try LuaScript(file: "b.lua", text: counted.text)
  }
}

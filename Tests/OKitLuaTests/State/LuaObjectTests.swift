import OKitEngine
import OKitLua
import Testing

/// Objects that are numbers: their bits.
final class Things: LuaObjectHandler {
  var written: [String] = []

  let operations: LuaOperations = [
    .length, .invoke, .pairs, .equals, .order, .add, .subtract, .concatenate, .text,
  ]

  func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    if let slot = call.slot { return .value(.string("slot \(slot) of \(object.bits)")) }
    switch try call[0] {
    case "value": return .value(.int(Int(object.bits)))
    case "next": return .value(.object(LuaObject(kind: object.kind, bits: object.bits + 1)))
    case .int(let index): return .value(.int(index * 10))
    case .string(let name): throw Diagnostic("test.name", "there is no '\(name)'")
    default: return .nothing
    }
  }

  func assign(_ object: LuaObject, _ call: borrowing LuaCall) throws {
    written.append("\(object.bits) \(call.slot ?? -1) \(try call.string(0)) \(try call[1])")
  }

  func length(of object: LuaObject) throws -> Int { Int(object.bits) }

  func invoke(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome {
    .values([.int(Int(object.bits))] + (try call.values()))
  }

  func next(_ object: LuaObject, at position: Int, _ call: borrowing LuaCall) throws -> LuaOutcome {
    position < Int(object.bits) ? try call.answer(.string("k\(position)"), .int(position)) : .nothing
  }

  private func number(_ index: Int, _ call: borrowing LuaCall) throws -> Int {
    if let object = call.object(index) { return Int(object.bits) }
    return try call.int(index)
  }

  func compare(_ comparison: LuaComparison, _ call: borrowing LuaCall) throws -> Bool {
    let (a, b) = (try number(0, call), try number(1, call))
    switch comparison {
    case .equal: return a % 10 == b % 10
    case .less: return a < b
    case .lessOrEqual: return a <= b
    }
  }

  func combine(_ operation: LuaOperator, _ call: borrowing LuaCall) throws -> LuaValue {
    switch operation {
    case .add: return .int(try number(0, call) + number(1, call))
    case .subtract: return .int(try number(0, call) - number(1, call))
    case .concatenate: return .string("\(try call[0])|\(try call[1])")
    }
  }

  func text(of object: LuaObject) throws -> String { "thing \(object.bits)" }
}

@Suite struct LuaObjectTests {
  private struct Fixture {
    let sandbox: Sandbox
    let things = Things()
    let kind: LuaKind

    init() throws {
      sandbox = try Sandbox()
      kind = try sandbox.state.defineKind("Thing", handler: things)
      let kind = kind
      try sandbox.state.register("thing") {
        .value(.object(LuaObject(kind: kind, bits: UInt64(bitPattern: Int64(try $0.int(0))))))
      }
    }
  }

  @Test func operationsReachTheHandler() throws {
    let cases: [(String, LuaValue)] = [
      ("return thing(5).value", 5),
      ("return thing(5).next.value", 6),
      ("return thing(5)[3]", 30),
      ("return thing(5)[1.5]", .null),
      ("return #thing(5)", 5),
      ("return select('#', thing(5)(1, nil, 3))", 4),
      ("local s = '' for k, v in pairs(thing(3)) do s = s .. k .. v end return s", "k00k11k22"),
      ("return thing(1) == thing(11)", true),
      ("return thing(1) == thing(2)", false),
      ("return thing(1) < thing(2) and thing(2) <= thing(2) and thing(3) > thing(2)", true),
      ("return thing(1) < 5 and 5 > thing(1)", true),
      ("return thing(1) + 2", 3),
      ("return 2 + thing(1)", 3),
      ("return 10 - thing(1)", 9),
      ("return tostring(thing(7))", "thing 7"),
      ("return type(thing(1))", "userdata"),
      ("return getmetatable(thing(1))", false),
      ("return pcall(setmetatable, thing(1), {})", false),
      ("return rawequal(thing(1), thing(1))", true),
      ("local t = { [thing(1)] = 'x' } return t[thing(1)]", "x"),
      ("return rawequal(thing(-1), thing(-1))", true),
    ]
    let fixture = try Fixture()
    for (text, value) in cases { #expect(try fixture.sandbox.run(text).first == value, "\(text)") }
  }

  @Test func objectsGoInAndOutAsTheyAre() throws {
    let fixture = try Fixture()
    let object = LuaValue.object(LuaObject(kind: fixture.kind, bits: .max))
    #expect(try fixture.sandbox.run("local a, b = ... return a, rawequal(a, b)", object, object) == [object, true])
  }

  @Test func namesWithSlotsReachTheHandlerAsNumbers() throws {
    let fixture = try Fixture()
    try fixture.sandbox.state.setSlot(3, for: "price", of: fixture.kind)
    #expect(try fixture.sandbox.run("return thing(8).price") == ["slot 3 of 8"])
    try fixture.sandbox.run("thing(8).price = 'x' thing(9).other = 1")
    #expect(fixture.things.written == ["8 3 price string(\"x\")", "9 -1 other int(1)"])
  }

  @Test func membersDoNotReachTheHandler() throws {
    let fixture = try Fixture()
    let method = try fixture.sandbox.state.makeFunction("double") { call in
      .value(.int(Int(call.object(0)?.bits ?? 0) * 2))
    }
    try fixture.sandbox.state.setMember("double", to: .function(method), of: fixture.kind)
    #expect(try fixture.sandbox.run("return thing(8):double()") == [16])
    try fixture.sandbox.state.setMember("double", to: .null, of: fixture.kind)
    #expect(fixture.sandbox.failure("thing(8):double()")?.message == "there is no 'double'")
    #expect(
      problem { try fixture.sandbox.state.setMember("n", to: 1, of: fixture.kind) }?.message
        == "a member cannot be a number")
  }

  @Test func errorsAreAtTheScriptsLine() throws {
    let failure = try #require(try Fixture().sandbox.failure("local t = thing(1)\nreturn t.nmae"))
    #expect(failure.code == "test.name")
    #expect(failure.place == .init(file: "test.lua", line: 2))
  }

  @Test func collectedObjectsAreReportedOnce() throws {
    let fixture = try Fixture()
    try fixture.sandbox.run("kept = thing(1) for i = 2, 200 do thing(i) end")
    try fixture.sandbox.state.collectGarbage()
    #expect(fixture.sandbox.state.drainReleased().map(\.bits).sorted() == Array(2...200))
    #expect(fixture.sandbox.state.drainReleased().isEmpty)
    try fixture.sandbox.run("kept = nil")
    try fixture.sandbox.state.collectGarbage()
    try fixture.sandbox.run("again = thing(1)")
    #expect(fixture.sandbox.state.drainReleased().isEmpty)
    try fixture.sandbox.run("again = nil")
    try fixture.sandbox.state.collectGarbage()
    #expect(fixture.sandbox.state.drainReleased().map(\.bits) == [1])
  }

  @Test func kindsWithoutOperationsHaveNone() throws {
    final class JSONValue: LuaObjectHandler {
      func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome { .nothing }
    }
    let sandbox = try Sandbox()
    let kind = try sandbox.state.defineKind("JSONValue", handler: JSONValue())
    try sandbox.state.set("p", to: .object(LuaObject(kind: kind, bits: 1)))
    #expect(sandbox.failure("p.x = 1")?.message == "JSONValue objects cannot be changed")
    #expect(sandbox.failure("return #p")?.message == "attempt to get length of a JSONValue value (global 'p')")
    #expect(sandbox.failure("p()")?.message == "attempt to call a JSONValue value (global 'p')")
    #expect(try sandbox.run("return tostring(p):match('^JSONValue: ') ~= nil") == [true])
  }

  /// Of two objects the one answers whose kind can.
  @Test func theKindWithTheOperationAnswers() throws {
    final class JSONValue: LuaObjectHandler {
      func index(_ object: LuaObject, _ call: borrowing LuaCall) throws -> LuaOutcome { .nothing }
    }
    let fixture = try Fixture()
    let state = fixture.sandbox.state
    let kind = try state.defineKind("JSONValue", handler: JSONValue())
    try state.set("p", to: .object(LuaObject(kind: kind, bits: 4)))
    let run = { (text: String) in try fixture.sandbox.run("local t = thing(3) \(text)") }
    #expect(
      try run("return p + t, t + p, p - t, p < t, t < p, p <= t, p == t") == [7, 7, 1, false, true, false, false])
    #expect(try run("return type(p .. t), type(t .. p)") == ["string", "string"])
  }
}

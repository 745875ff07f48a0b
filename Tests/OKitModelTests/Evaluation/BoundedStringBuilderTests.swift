import OKitModel
import OKitTestSupport
import Testing

/// Texts that would take all memory when they are put together.
@Suite struct BoundedStringBuilderTests {
  private let long = String(repeating: "x", count: 1 << 20)

  @Test func `placeholders that take the same long text`() throws {
    let format = String(repeating: "%1$@", count: 100)
    let texts = Localization()
    #expect(try texts.localized(format, arguments: ["ab"], locale: "en") == String(repeating: "ab", count: 100))
    let problem = #expect(throws: Diagnostic.self) {
      try texts.localized(format, arguments: [long], locale: "en")
    }
    #expect(problem?.code == "app.size")
    #expect(problem?.message == "the localized text exceeds 64 MiB")
  }

  @Test func `parts and elements of bindings`() throws {
    let host = TestHost()
    let type = try host.store.define(
      "Page", extending: host.store.entityType,
      properties: [Property("text", .string), Property("lines", .list(.string))])
    let page = try host.store.create(
      type, ["text": .string(long), "lines": .list(Array(repeating: .string("a"), count: 200))])
    let parts = Array(repeating: "text", count: 100).joined(separator: ",")
    #expect(host.evaluator.getString(try host.evaluator.program(parts), page) == nil)
    #expect(host.evaluator.get(try host.evaluator.program("lines/joined(text)"), page) == .null)
    #expect(host.reports.map(\.code) == ["app.size", "app.size"])
    #expect(host.reports.last?.message == "the result of \"joined\" exceeds 64 MiB")
    #expect(host.evaluator.getString(try host.evaluator.program("lines/joined(#-)"), page)?.utf8.count == 399)
  }

  @Test func `texts that are too long for a function`() throws {
    let longer = String(repeating: long, count: 17)
    for (name, arguments) in [("uppercased", []), ("mask", [Value.string("#")])] {
      #expect(throws: Diagnostic("app.size", "\"\(name)\" accepts strings of up to 16 MiB")) {
        try FunctionFixture().call(name, .string(longer), arguments)
      }
    }
    #expect(throws: Diagnostic("app.size", "\"mask\" accepts strings of up to 16 MiB")) {
      try FunctionFixture().call("mask", .string("1"), [.string(longer)])
    }
    #expect(try FunctionFixture().call("length", .string(long)) == .int(1 << 20))
  }
}

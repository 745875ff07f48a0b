import Testing

@testable import OKitScaffold

@Suite struct LuaPrinterTests {
  private func table(_ values: [String], isFilled: Bool = false) -> String {
    LuaPrinter.text(.table(values.map { .init(nil, .text($0)) }, isFilled: isFilled))
  }

  @Test func `what fits is one line`() {
    #expect(table([]) == "{}")
    #expect(table(["a", "b"]) == #"{ "a", "b" }"#)
    let exact = String(repeating: "x", count: 114)
    #expect(table([exact]) == "{ \"\(exact)\" }")
    #expect(table([exact + "x"]) == "{\n  \"\(exact)x\",\n}")
  }

  @Test func `data fills lines`() {
    let text = table((0..<30).map { "value \($0)" }, isFilled: true)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.count > 100 && $0.count <= 120 })
  }

  @Test func `a long text continues in further lines`() {
    let words = (0..<60).map { "word\($0)" }.joined(separator: " ") + "\n\"end\""
    let text = LuaPrinter.text(.table([.init("note", .text(words))], isFilled: true))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(text.contains("\\z\n"))
    // What Lua reads: line breaks after `\\z`, and the spaces that follow, are skipped.
    let joined = text.replacing(/\\z\n\s*/, with: "").replacing("\\x20", with: " ")
    #expect(joined.contains(words.replacing("\n", with: "\\n").replacing("\"", with: "\\\"")))
  }
}

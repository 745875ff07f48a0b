import Testing

@testable import OKitValues

/// Lines as messages show them, cut around the part that is wrong.
@Suite struct ShownLineTests {
  private func marked(_ line: ShownLine) -> String {
    String(line.text.dropFirst(line.column - 1).prefix(line.endColumn - line.column))
  }

  @Test func aShortLineIsWhole() {
    let line = ShownLine("\tlocal a = 1", part: 7..<8)
    #expect(line.text == "\tlocal a = 1" && line.column == 8 && line.endColumn == 9 && marked(line) == "a")
    #expect(ShownLine.none.text == "" && ShownLine.none.column == 1)
  }

  @Test(arguments: [0, 40, 200, 1100, 50_000, 99_990])
  func aLongLineIsCut(offset: Int) {
    for filler in ["x", "é", "👩‍👩‍👧"] {
      let before = String(repeating: filler, count: offset)
      let text = before + "WRONG" + String(repeating: filler, count: 100_000 - offset)
      let start = before.utf8.count
      let line = ShownLine(text, part: start..<(start + 5))
      #expect(marked(line) == "WRONG", "\(filler) at \(offset)")
      #expect(line.text.count <= PrintableText.maximumColumns + 2)
      #expect(line.text.hasSuffix("…") == (offset < 99_900) && line.text.hasPrefix("…") == (offset > 79))
    }
  }

  @Test func aLongPartEndsWithTheText() {
    let line = ShownLine(String(repeating: "x", count: 5000), part: 100..<4000)
    #expect(line.endColumn <= line.text.count + 1 && line.column < line.endColumn)
    #expect(ShownLine("abc", part: 7..<9).column == 4)
  }

  @Test func linesOfATextAsLuaCountsThem() {
    let text = "one\r\ntwo\rthree\n\nfive"
    #expect((1...6).map { ShownLine.line($0, of: text) } == ["one", "two", "three", "", "five", nil])
  }

  /// What a diagnostic prints does not grow with the line.
  @Test func textAndJSONAreBounded() throws {
    let line = String(repeating: "a = 1; ", count: 20_000) + "wrong" + String(repeating: "; a = 1", count: 20_000)
    let range = SourceRange(140_000, 140_005)
    let diagnostic = Diagnostic(
      "lua.syntax", "a mistake", place: .init(file: "app.lua", line: 1),
      excerpt: .init(source: SourceText(name: "app.lua", text: line), range: range))
    #expect(DiagnosticRenderer.render(diagnostic).utf8.count < 1000)
    let json = diagnostic.jsonValue
    #expect(try json.json(pretty: false).utf8.count < 1000)
    // The columns of the diagnostic are those of the file.
    #expect(json["column"] == .int(140_001) && json["endColumn"] == .int(140_006))
    guard case .string(let text)? = json["excerpt"]?["text"], case .int(let column)? = json["excerpt"]?["column"] else {
      Issue.record("no excerpt")
      return
    }
    #expect(text.dropFirst(column - 1).hasPrefix("wrong"))
  }
}

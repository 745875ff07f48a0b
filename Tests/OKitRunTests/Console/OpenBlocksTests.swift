import Testing

@testable import okit_run

/// Chunks of several lines in the console.
@Suite struct OpenBlocksTests {
  @Test(arguments: [
    ("x = 1", false), ("x = {", true), ("x = { 1, 2 }", false), ("function f()\nreturn 1", true),
    ("function f()\nreturn 1\nend", false), ("if a then b() elseif c then", true),
    ("if a then b() else c() end", false),
    ("for i = 1, 2 do", true), ("while a do b() end", false), ("repeat", true), ("repeat until x", false),
    ("x = '{ ( function'", false), ("x = \"\\\"{\"", false), ("-- { function", false), ("--[[ {\n", true),
    ("--[==[ ]] {\n]==] x = 1", false), ("x = [[\nend", true), ("x = [[\nend ]]", false), ("x = t[1]", false),
    ("x = t[", true), ("endless = functional", false), ("f(", true), ("f(\n)", false),
  ])
  func areOpen(text: String, isOpen: Bool) {
    var blocks = OpenBlocks()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { blocks.add(String(line)) }
    #expect(blocks.areOpen == isOpen, "\(text)")
  }

  /// The lines that are compiled together grow in proportion to the length of a chunk.
  @Test func attemptsAreLinear() {
    func compiled(_ count: Int) -> Int {
      var rhythm = AttemptRhythm()
      var lines = 0
      for number in 1...count where rhythm.isDue(after: number == 1 ? "x = {" : number == count ? "}" : "1,") {
        lines += number
      }
      return lines
    }
    #expect(compiled(40) == 40 * 41 / 2)
    #expect(compiled(100_000) < 20 * 100_000)
  }
}

import Foundation
import OKitEngine
import OKitFuzzing
import OKitTestSupport
import Testing

/// Random changes of the inputs of the fuzzer of SQL's functions, with words of its dictionary, reproducible by seed.
@Suite struct SQLFunctionMutationTests {
  private static let words = [
    "%", "_", "*", "?", "[", "[^", "]", "-", "\\d", "\\b", "(", ")", "|", "+", "{2,3}", "^", "$", ".", "%d", "%5.2f",
    "%s",
    "%q", "%Q", "%w", "%c", "%,d", "%!s", "%*d", "%x", "%%", "%Y", "%m", "%j", "%J", "%W", "%s", "%f", "start of month",
    "start of year", "weekday 1", "unixepoch", "julianday", "auto", "+1 month", "-1 years", "+00:30", "2020-01-31",
    "12:34:56.789", "2451910.5", "NULL", "\n", "é", "😀", "0", "9223372036854775807", "-1",
  ]

  @Test(arguments: 0..<UInt64(4))
  func changedCallsGiveWhatSQLiteGives(number: UInt64) throws {
    let folder = CorpusTests.folder.appending(path: "sqlfunction")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let inputs = try files.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    let run = try FuzzTarget.sqlFunction.make()
    let seed = RandomSteps.seed(of: number)
    var random = SplitMix64(seed: seed)
    for round in 0..<RandomSteps.count(400) / 4 {
      var input = inputs[Int.random(in: inputs.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input, &random) }
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try run(input) }
    }
  }

  private func change(_ input: inout [UInt8], _ random: inout SplitMix64) {
    // The name of the function stays.
    let first = (input.firstIndex(of: UInt8(ascii: "\n")) ?? input.count - 1) + 1
    let start = Int.random(in: first...input.count, using: &random)
    let end = min(input.count, start + Int.random(in: 0...6, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: input.removeSubrange(start..<end)
    case 1: input.insert(contentsOf: input[start..<end], at: Int.random(in: first...input.count, using: &random))
    default: input.insert(contentsOf: (Self.words.randomElement(using: &random) ?? "").utf8, at: start)
    }
  }
}

import Foundation
import OKitEngine
import OKitFuzzing
import OKitTestSupport
import Testing

/// Random changes of the inputs of the journal's fuzzer, reproducible by seed.
@Suite struct JournalMutationTests {
  private static let words = [
    "\"op\":\"add\"", "\"op\":\"remove\"", "\"op\":\"replace\"", "\"op\":\"move\"", "\"path\":\"b1/chapters/0\"",
    "\"path\":\"b1/parts/a\"", "\"path\":\"b1/appendix\"", "\"path\":\"library/books/1\"", "\"path\":\"r1/refKey\"",
    "\"from\":\"library/books/0\",", "\"value\":null", "\"value\":{\"id\":\"c9\"}", "\"value\":\"x\"", "\"value\":7",
    "{", "}",
    "[", "]", ",", "\n", "~1", "~0", "/", "b1", "c1", "0", "1", "\0",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<UInt64(8))
  func changedJournalsAreReadOrRefused(seed: UInt64) throws {
    let folder = CorpusTests.folder.appending(path: "journal")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let inputs = try files.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    let run = try FuzzTarget.journal.make()
    var random = SplitMix64(seed: seed)
    for round in 0..<RandomSteps.count(800) / 8 {
      var input = inputs[Int.random(in: inputs.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input, &random) }
      #expect(throws: Never.self, "seed \(seed), round \(round): \(String(decoding: input, as: UTF8.self))") {
        try run(input)
      }
    }
  }

  private func change(_ input: inout [UInt8], _ random: inout SplitMix64) {
    let start = min(input.count, Int.random(in: 0...input.count, using: &random))
    let end = min(input.count, start + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: input.removeSubrange(start..<end)
    case 1: input.insert(contentsOf: input[start..<end], at: Int.random(in: 0...input.count, using: &random))
    case 2 where start < input.count: input[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default:
      let word = Self.words[Int.random(in: Self.words.indices, using: &random)]
      input.replaceSubrange(Bool.random(using: &random) ? start..<end : start..<start, with: word)
    }
  }
}

import Foundation
import OKitEngine
import OKitFuzzing
import OKitTestSupport
import Testing

/// The inputs in `Tests/Corpus/image` with random bytes changed, removed and repeated.
@Suite struct ImageMutationTests {
  @Test func mutatedHeadersKeepTheRules() throws {
    let folder = CorpusTests.folder.appending(path: "image")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let inputs = try files.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    let run = try FuzzTarget.image.make()
    var random = SplitMix64(seed: 7)
    for _ in 0..<RandomSteps.count(5000) {
      var input = inputs[Int.random(in: 0..<inputs.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) where !input.isEmpty {
        let position = Int.random(in: 0..<input.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: input[position] = UInt8.random(in: .min ... .max, using: &random)
        case 1: input[position] = [0x00, 0xFF, 0xC0, 0xD8, 0xDA].randomElement(using: &random) ?? 0
        case 2: input.removeSubrange(position..<min(input.count, position + Int.random(in: 1...9, using: &random)))
        default: input.insert(contentsOf: input[..<position].suffix(40), at: position)
        }
      }
      #expect(throws: Never.self, "\(input)") { try run(input) }
    }
  }
}

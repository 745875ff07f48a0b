import Foundation
import OKitEngine
import OKitFuzzing
import OKitTestSupport
import Testing

/// Random changes of the inputs of the backup's fuzzer, reproducible by seed.
@Suite struct BackupMutationTests {
  @Test(arguments: 0..<UInt64(8))
  func changedBackupsAreReadOrRefused(seed: UInt64) throws {
    let folder = CorpusTests.folder.appending(path: "backup")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let inputs = try files.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    let run = try FuzzTarget.backup.make()
    var random = SplitMix64(seed: seed)
    for round in 0..<RandomSteps.count(800) / 8 {
      var input = inputs[Int.random(in: inputs.indices, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input, &random) }
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try run(input) }
    }
  }

  private func change(_ input: inout [UInt8], _ random: inout SplitMix64) {
    let start = Int.random(in: 0...input.count, using: &random)
    let end = min(input.count, start + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: input.removeSubrange(start..<end)
    case 1: input.insert(contentsOf: input[start..<end], at: Int.random(in: 0...input.count, using: &random))
    case 2: input.insert(contentsOf: [UInt8](repeating: 0, count: 512), at: start)
    case 3: input.replaceSubrange(start..<end, with: "7777".utf8)
    default: if start < input.count { input[start] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    }
  }
}

import Foundation
import OKitEngine
import OKitFuzzing
import OKitTestSupport
import Testing

/// Random changes of the storyboards of the fuzzer, reproducible by seed.
@Suite struct StoryboardMutationTests {
  @Test(arguments: 0..<UInt64(4))
  func changedStoryboardsAreReadOrRefused(seed: UInt64) throws {
    let folder = CorpusTests.folder.appending(path: "storyboard")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let inputs = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let run = try FuzzTarget.storyboard.make()
    var random = SplitMix64(seed: seed)
    for round in 0..<RandomSteps.count(400) / 4 {
      let input = inputs[Int.random(in: inputs.indices, using: &random)]
      let changed = change(input.split(separator: "\n"), &random).joined(separator: "\n")
      #expect(throws: Never.self, "seed \(seed), round \(round)") { try run(Array(changed.utf8)) }
    }
  }

  /// Most changes keep the XML whole: they move lines, or give an attribute the value of another one.
  private func change(_ lines: [Substring], _ random: inout SplitMix64) -> [Substring] {
    var lines = lines
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let line = lines.indices.randomElement(using: &random),
        let other = lines.indices.randomElement(using: &random)
      else { continue }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: lines.swapAt(line, other)
      case 1: lines.insert(lines[line], at: other)
      case 2: lines.remove(at: line)
      default:
        var (parts, source) = (quoted(lines[line]), quoted(lines[other]))
        guard parts.count > 2, source.count > 2 else { continue }
        source = source.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let index = 2 * Int.random(in: 0..<parts.count / 2, using: &random) + 1
        parts[index] = source[Int.random(in: source.indices, using: &random)]
        lines[line] = Substring(parts.joined(separator: "\""))
      }
    }
    return lines
  }

  private func quoted(_ line: Substring) -> [Substring] {
    line.split(separator: "\"", omittingEmptySubsequences: false)
  }
}

import Foundation
import OKitFuzzing
import Testing

/// Every input that the fuzzers have taught us something by still does no harm.
@Suite struct CorpusTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test(arguments: FuzzTarget.all.map(\.name))
  func corpus(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let folder = Self.folder.appending(path: name)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!files.isEmpty)
    let run = try target.make()
    for file in files {
      let input = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      #expect(throws: Never.self, "Tests/Corpus/\(name)/\(file)") { try run(input) }
    }
  }

  @Test func foldersBelongToTargets() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(folders.filter { !$0.hasSuffix(".dict") }.sorted() == FuzzTarget.all.map(\.name).sorted())
  }
}

import Foundation
import OKitTestSupport
import Testing

/// The operations with which the benchmarks measure the growth of the engine's public functions.
@Suite struct GrowthOfInterfaceTests {
  private static let types = ["ModelStore", "ModelRegistry", "Evaluator", "AppRuntime", "AppDriver"]

  /// The text of each Swift file below a folder.
  private static func sources(_ folder: String) throws -> [String] {
    let url = DeclarationTests.root.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The functions of the types whose cost could depend on a model, as `Type.function`.
  private static func declared(_ access: Set<Substring>) throws -> Set<String> {
    var names: Set<String> = []
    for source in try sources("Sources/OKitModel") + sources("Sources/OKitEngine") {
      var type: Substring?
      for line in source.split(separator: "\n") {
        if !line.hasPrefix(" "),
          let match = line.firstMatch(of: #/^(?:.* )?(?:extension|class|struct|enum|protocol) (\w+)/#)
        {
          type = match.1
        }
        guard let type, types.contains(String(type)),
          let match = line.firstMatch(of: #/^  (?:.* )?(public|package) (?:.* )?func (\w+)/#), access.contains(match.1)
        else { continue }
        names.insert("\(type).\(match.2)")
      }
    }
    return names
  }

  @Test func `every public function has an operation or a reason to have none`() throws {
    let listed = try Self.sources("Benchmarks/okit-bench/Growth").flatMap { source in
      source.matches(of: #/"([A-Z]\w+\.\w+)[" ]/#).map { String($0.1) }
    }
    #expect(listed.count > 50)
    #expect(try Self.declared(["public"]).subtracting(listed).sorted() == [])
    // Programs reach the others through functions of other types.
    #expect(try Set(listed).subtracting(Self.declared(["public", "package"])).sorted() == [])
  }
}

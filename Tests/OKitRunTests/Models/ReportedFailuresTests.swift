import Foundation
import OKitTestSupport
import Testing

/// Failures of `okit-run models …` that stop nothing are reported.
@Suite struct ReportedFailuresTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder([
      "app.lua": """
      local Diary = okit.ModelEncrypted:extend("Diary", { notes = "" })
      local Shop = okit.Model:extend("Shop", { cover = okit.types.entity(okit.ModelData), name = "" })
      local diary, shop = okit.Model.register(Diary, "diary"), okit.Model.register(Shop)
      diary.notes, shop.name = okit.arguments[1], okit.arguments[1]
      shop.cover = { id = "c", data = okit.arguments[1] }
      okit.Model.storeState()
      """
    ])
    for name in ["first", "second"] {
      let result = try run("app.lua", "--documents", "data", "--key-file", "my.key", "--", name)
      #expect(result.status == 0, "\(result)")
    }
  }

  private func run(_ arguments: String..., key: String? = nil) throws -> CommandProcess.Result {
    try CommandProcess.run(arguments, in: folder, environment: key.map { ["OKIT_KEY_FILE": $0] } ?? [:])
  }

  @Test func `restoring in place of a damaged document says that its blobs stay`() throws {
    try folder.write("{", to: "data/okit/data/default.json")
    let restored = try run("models", "restore", "--documents", "data", "--format", "json")
    #expect(restored.status == 0, "\(restored)")
    #expect(restored.errors.contains("restored the previous version of default"))
    #expect(restored.errors.contains("\"severity\":\"warning\""), "\(restored)")
    #expect(restored.errors.contains("\"code\":\"json.syntax\""), "\(restored)")
    #expect(restored.errors.contains("its blobs and partials stay"))
    // One that can be read is restored without a word about it.
    let again = try run("models", "restore", "diary", "--documents", "data", "--key-file", "my.key")
    #expect(again.status == 0 && !again.errors.contains("warning"), "\(again)")
  }

  @Test func `restoring a backup reports a key of the environment that does not open the models`() throws {
    #expect(try run("models", "backup", "create", "one", "--documents", "data").status == 0)
    let good = try run("models", "backup", "restore", "one", "--documents", "data", key: "my.key")
    #expect(good.status == 0 && !good.errors.contains("OKIT_KEY_FILE"), "\(good)")
    try folder.write(String(repeating: "0a", count: 32), to: "other.key")
    try folder.setMode(0o600, of: "other.key")
    let restored = try run("models", "backup", "restore", "one", "--documents", "data", key: "other.key")
    #expect(restored.status == 0 && restored.output == "restored one\n", "\(restored)")
    #expect(restored.errors.contains("warning: "), "\(restored)")
    #expect(restored.errors.contains("$OKIT_KEY_FILE is not used"), "\(restored)")
    let refused = try run(
      "models", "backup", "restore", "one", "--documents", "data", "--key-file", "other.key")
    #expect(refused.status == 1 && !refused.errors.contains("warning: "), "\(refused)")
  }
}

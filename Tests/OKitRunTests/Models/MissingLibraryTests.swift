import OKitTestSupport
import Testing

/// A machine without libcrypto: the loader finds an empty file in its place.
@Suite struct MissingLibraryTests {
  private static let message = "encryption and backups need libcrypto of OpenSSL 3, which is not installed"

  private let folder: TestFolder
  init() throws {
    folder = try TestFolder([
      "libcrypto.so.3": "", "plain.lua": Self.script("Model"), "secret.lua": Self.script("ModelEncrypted"),
    ])
  }

  private static func script(_ kind: String) -> String {
    """
    okit.Model.register(okit.\(kind):extend("M", { text = "t" }))
    okit.Model.storeState()
    """
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      arguments + ["--documents", "data", "--format", "json"], in: folder,
      environment: ["LD_LIBRARY_PATH": folder.path])
  }

  @Test func `plain models need no cryptography`() throws {
    let result = try run("plain.lua")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(folder.exists("data/okit/data/default.json"))
  }

  @Test func `an encrypted model is an error, and nothing is stored`() throws {
    let result = try run("secret.lua")
    #expect(result.status == 1 && result.errors.contains(Self.message), "\(result)")
    #expect(result.errors.contains("\"code\":\"storage.library\""), "\(result)")
    #expect(!folder.exists("data/okit/data") && !folder.exists("data/okit/keys"))
  }

  @Test func `a backup is an error, and nothing is written`() throws {
    #expect(try run("plain.lua").status == 0)
    let result = try run("models", "backup", "create", "b")
    #expect(result.status == 1 && result.errors.contains(Self.message), "\(result)")
    #expect(!folder.exists("data/okit/backup/b.okitbackup"))
  }
}

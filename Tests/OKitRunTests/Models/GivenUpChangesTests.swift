import Foundation
import OKitTestSupport
import Testing

/// Changes that wait to be sent, and are given up, as docs/http.md says.
@Suite struct GivenUpChangesTests {
  private static let script = """
    local t = okit.types
    local Shop = okit.ModelHttp:extend("Shop", { motto = "", cover = t.entity(okit.ModelData) })
    local shop = okit.Model.register(Shop)
    local action, text, other = table.unpack(okit.arguments)
    if action == "print" then print(shop.motto, shop.cover.data) end
    if action == "set" then
      if shop.cover then shop.cover.data = text else shop.cover = { id = "cover", data = text } end
      shop.motto = text
      -- Another program stores a blob while this one runs.
      if other then
        okit.fetch { url = okit.Model.endpoint() .. "/_data/cover.raw", method = "PUT", body = other }
      end
      local _, message, code = okit.Model.storeState():wait()
      print(code or "stored", message or "")
    end
    """

  let folder: TestFolder
  let server: WebDAVServer

  init() throws {
    folder = try TestFolder(["app.lua": Self.script])
    server = try WebDAVServer(.lighttpd)
  }

  private func run(_ arguments: String...) throws -> CommandProcess.Result {
    let options = ["--documents", "data", "--endpoint", server.url, "--allow", "net=127.0.0.1"]
    return try CommandProcess.run(["app.lua"] + options + ["--"] + arguments, in: folder)
  }

  @Test func `an own blob in a conflict is kept until it is given up`() throws {
    #expect(try run("set", "first").output == "stored\t\n")
    let conflict = try run("set", "mine!", "other")
    #expect(conflict.output.hasPrefix("http.conflict\t"), "\(conflict)")
    #expect(conflict.errors.contains("\(server.url)/_data/cover.raw"), "\(conflict)")
    // A start sends nothing over the other version, and has its own one still.
    let kept = try run("print")
    #expect(kept.output == "mine!\tmine!\n" && kept.errors.contains("files cannot be merged"), "\(kept)")
    let waiting = "\(folder.path)/data/okit/pending/default"
    #expect(FileManager.default.fileExists(atPath: "\(waiting)/new/_data/cover.raw"))

    try FileManager.default.moveItem(atPath: waiting, toPath: "\(folder.path)/given-up")
    let given = try run("print")
    #expect(given == .init(status: 0, output: "first\tother\n", errors: ""), "\(given)")
    #expect(try run("set", "again").output == "stored\t\n")
    #expect(try run("print").output == "again\tagain\n")
    #expect(!FileManager.default.fileExists(atPath: waiting))
  }
}

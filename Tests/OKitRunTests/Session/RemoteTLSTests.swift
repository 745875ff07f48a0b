import Foundation
import OKitTestSupport
import Testing

/// Models on a server with TLS, whose certificate an authority of the test has signed.
@Suite struct RemoteTLSTests {
  private static let script = """
    local Shop = okit.ModelHttp:extend("Shop", { name = "new" })
    local loaded, shop = pcall(okit.Model.register, Shop, "shop")
    print(loaded and shop.name or shop.code)
    if not loaded then return end
    shop.name = arg[1] or shop.name
    -- The server does not answer what is stored.
    okit.Model.endpoint { timeout = 0.2 }
    okit.Model.storeState()
    """

  private static let document = #"{"id": "s", "name": "Dune"}"#

  private func server(_ flaw: TLSServer.Flaw) throws -> TLSServer {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.document.utf8.count)\r\nETag: \"1\"\r\n\r\n"
    return try TLSServer(flaw, ["shop.json": head + Self.document])
  }

  /// Runs the script; waiting between attempts takes no time.
  private func run(_ server: TLSServer, _ arguments: [String] = [], in folder: TestFolder) throws
    -> CommandProcess.Result
  {
    try CommandProcess.run(
      ["app.lua", "--documents", "d", "--now", "2026-01-01", "--endpoint", "https://127.0.0.1:\(server.port)/", "--"]
        + arguments,
      in: folder, environment: ["SSL_CERT_FILE": server.authorities])
  }

  @Test func `a model is loaded from a server with a known authority`() throws {
    let server = try server(.none)
    let result = try run(server, in: TestFolder(["app.lua": Self.script]))
    #expect(result.output == "Dune\n" && result.status == 0, "\(result)")
  }

  @Test(arguments: [TLSServer.Flaw.otherHost, .expired, .selfSigned])
  func `a server with another certificate gets nothing, and nothing is loaded from it`(flaw: TLSServer.Flaw) throws {
    let folder = try TestFolder(["app.lua": Self.script])
    let refused = try run(try server(flaw), in: folder)
    #expect(refused.output == "http.tls\n", "\(refused)")
    #expect(!folder.exists("d/okit/pending/shop/manifest.json"))
    // This server stores nothing: the change waits.
    let good = try server(.none)
    let waiting = try run(good, ["Emma"], in: folder)
    #expect(waiting.output == "Dune\n" && waiting.status == 1, "\(waiting)")
    #expect(waiting.errors.contains("did not respond in time"), "\(waiting)")
    #expect(try folder.read("d/okit/pending/shop/new/shop.json").contains("Emma"))
  }
  @Test(arguments: [TLSServer.Flaw.otherHost, .expired, .selfSigned])
  func `a change is not sent to a server with another certificate, and waits`(flaw: TLSServer.Flaw) throws {
    let folder = try TestFolder(["app.lua": Self.script])
    let good = try server(.none)
    let waiting = try run(good, ["Emma"], in: folder)
    #expect(waiting.output == "Dune\n" && waiting.status == 1, "\(waiting)")
    let manifest = try folder.read("d/okit/pending/shop/manifest.json")
    good.stop()
    let bad = try TLSServer(flaw, [:], port: good.port)
    for _ in 1...2 {
      let refused = try run(bad, ["Faust"], in: folder)
      #expect(refused.output == "http.tls\n", "\(refused)")
      #expect(try folder.read("d/okit/pending/shop/new/shop.json").contains("Emma"))
      #expect(try folder.read("d/okit/pending/shop/manifest.json") == manifest)
    }
  }

  /// Another program changes the document after it was loaded.
  private static let merging = """
    if okit.arguments[1] == "merge" then
      print(os.execute("sh others.sh"))
      diary.notes = "later"
      print(okit.Model.storeState():wait())
      print(diary.entries[1].name)
    end
    """

  @Test(arguments: ["ModelHttp", "ModelEncryptedHttp"])
  func `a model with blobs and partials is stored, read and merged`(kind: String) throws {
    let certificate = try TestCertificate()
    let server = try WebDAVServer(.lighttpd, certificate)
    let curl = "curl -sf --cacert \(certificate.authorities)"
    let folder = try TestFolder([
      "app.lua": ServerModelsTests.script(kind) + "\n" + Self.merging,
      "others.sh": "\(curl) \(server.url)/diary.json | sed s/change/exchange/ | \(curl) -T - \(server.url)/diary.json",
    ])
    #expect(server.url.hasPrefix("https:"))
    func run(_ words: String...) throws -> CommandProcess.Result {
      try CommandProcess.run(
        ["app.lua", "--documents", "d", "--allow", "os", "--endpoint", server.url, "--"] + words, in: folder,
        environment: ["SSL_CERT_FILE": certificate.authorities])
    }
    for words in [("fill", "store"), ("change", "store")] {
      let result = try run(words.0, words.1)
      #expect(result.status == 0 && result.output == "", "\(result)")
    }
    let read = try run("print")
    #expect(read.output == ServerModelsTests.content && read.status == 0, "\(read)")
    // The other program does not have the key.
    guard kind == "ModelHttp" else { return }
    let merged = try run("merge")
    #expect(merged.output == "true\texit\t0\ntrue\nsecret exchange\n" && merged.status == 0, "\(merged)")
    let after = try run("print")
    #expect(after.output.hasPrefix("secret exchange\t5\tsecret photo"), "\(after)")
  }
}

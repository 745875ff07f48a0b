import Foundation
import OKitTestSupport
import Testing

/// Reloading a script while its models are being sent to a server.
@Suite struct ServerReloadTests {
  /// A document with an entity tag; a write is answered when the test says so.
  private final class Document: @unchecked Sendable {  // The lock guards the properties.
    private let lock = NSLock()
    private var text = "{\"id\":\"s\",\"motto\":\"first\"}"
    private var tag = 1
    private var isHeld = true
    /// Signalled for each write that has arrived.
    let arrived = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)

    var body: String { lock.withLock { text } }

    private func count() -> Int {
      lock.withLock {
        tag += 1
        return tag
      }
    }

    func answer(_ request: HTTPServer.Request) -> HTTPServer.Response {
      guard request.line.hasSuffix("/default.json") else {
        // The probe of conditions: only the first write of it has a condition that holds.
        return .complete(request.line.hasPrefix("PUT") && count() > 2 ? 412 : 201)
      }
      guard request.line.hasPrefix("PUT") else {
        return lock.withLock { .complete(200, ["ETag: \"\(text.count)\"", "Content-Type: application/json"], text) }
      }
      if lock.withLock({ isHeld }) {
        arrived.signal()
        released.wait()
      }
      return lock.withLock {
        isHeld = false
        guard request.header("If-Match") == "\"\(text.count)\"" else { return .complete(412) }
        text = String(decoding: request.body, as: UTF8.self)
        return .complete(204, ["ETag: \"\(text.count)\""])
      }
    }
  }

  @Test func `a reload while a store waits loses nothing`() throws {
    let document = Document()
    let server = try HTTPServer { document.answer($0) }
    let folder = try TestFolder([
      "app.lua": """
      local Shop = okit.ModelHttp:extend("Shop", { motto = "", hint = "" })
      local shop
      okit.Model.initialize(function() shop = okit.Model.register(Shop) end)
      function Shop:change(name, value) self[name] = value okit.Model.storeState() end
      okit.ModelDetailTableController:extend("home", { titlePath = "motto" })
      """
    ])
    let session = try CommandProcess(["app.lua", "--documents", "d", "--endpoint", server.url], in: folder)
    try session.send("call change(#motto,#the second)\nget motto\n")
    #expect(session.line() == "the second")
    // The request is sent while the session waits for commands.
    try #require(document.arrived.wait(timeout: .now() + 300) == .success)
    try session.send("reload\ncall change(#hint,#another one)\nget motto\nget hint\n")
    #expect(session.line() == "the second")
    #expect(session.line() == "another one")
    #expect(document.body.contains("first"))
    document.released.signal()
    try session.send("store\nget motto\n")
    #expect(session.line() == "the second")
    #expect(document.body.contains("the second") && document.body.contains("another one"), "\(document.body)")
    #expect(try session.end() == 0)
    #expect(!folder.exists("d/okit/pending/default/manifest.json"))
  }

  @Test func `a program waits for a store`() throws {
    let document = Document()
    document.released.signal()
    let server = try HTTPServer { document.answer($0) }
    let folder = try TestFolder([
      "app.lua": """
      local Shop = okit.ModelHttp:extend("Shop", { motto = "" })
      local shop = okit.Model.register(Shop)
      shop.motto = "by a program"
      print(okit.Model.storeState():wait())
      """
    ])
    let result = try CommandProcess.run(["app.lua", "--documents", "d", "--endpoint", server.url], in: folder)
    #expect(result.status == 0 && result.output == "true\n", "\(result)")
    #expect(document.body.contains("by a program"))
    let refusing = try HTTPServer { $0.line.hasPrefix("GET") ? .complete(404) : .complete(403) }
    let failed = try CommandProcess.run(["app.lua", "--documents", "e", "--endpoint", refusing.url], in: folder)
    #expect(failed.status == 1 && failed.output.contains("http.status"), "\(failed)")
  }
}

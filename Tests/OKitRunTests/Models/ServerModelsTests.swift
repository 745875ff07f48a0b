import Foundation
import OKitTestSupport
import Testing

/// `okit-run models` with models on a server.
@Suite struct ServerModelsTests {
  let folder: TestFolder
  let server: WebDAVServer

  init() throws {
    folder = try TestFolder(["app.lua": Self.script("ModelHttp")])
    server = try WebDAVServer(.lighttpd)
  }

  static func script(_ kind: String) -> String {
    """
    local t = okit.types
    local Entry = okit.ModelEntity:extend("Entry", { name = "", photo = t.entity(okit.ModelImage), raw = \
    t.entity(okit.ModelData) })
    local Page = okit.ModelEntity:extend("Page", { text = "", scan = t.entity(okit.ModelData) })
    local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred(Page) })
    local Diary = okit.\(kind):extend("Diary", { entries = t.list(Entry), pages = t.list(PageDefer), notes = "" })
    local diary = okit.Model.register(Diary, "diary")
    for _, argument in ipairs(okit.arguments) do
      if argument == "fill" then
        diary.entries:add {
          id = "e", name = "secret entry", photo = { id = "p", data = "secret photo", format = "image/png" },
          raw = { id = "r", data = ("secret raw "):rep(900) },
        }
        diary.pages:add { id = "d", page = { id = "page", text = "secret page", scan = { id = "s", data = "secret \
    scan" } } }
        diary.notes = ("secret notes "):rep(700)
      end
      if argument == "change" then diary.entries[1].name = "secret change" end
      if argument == "later" then diary.notes = "later" end
      if argument == "store" then
        local stored, message, code = okit.Model.storeState():wait()
        if not stored then print(code, message) end
      end
      if argument == "print" then
        local entry, page = diary.entries[1], diary.pages[1].page
        print(entry.name, #diary.notes, entry.photo.data, #entry.raw.data, page.text, page.scan.data)
      end
      if argument == "query" then okit.Model.query(diary, "SELECT 1") end
    end
    """
  }

  static let content = "secret change\t9100\tsecret photo\t9900\tsecret page\tsecret scan\n"

  func run(_ arguments: String...) throws -> CommandProcess.Result { try run(arguments) }

  func run(_ arguments: [String], endpoint: String? = nil) throws -> CommandProcess.Result {
    let own = arguments.prefix { $0 != "--" }
    let options = ["--documents", "data"] + (endpoint == "" ? [] : ["--endpoint", endpoint ?? server.url])
    return try CommandProcess.run(own + options + arguments.dropFirst(own.count), in: folder)
  }

  func fill() throws {
    for words in [["fill", "store"], ["change", "store"]] {
      let result = try run(["app.lua", "--"] + words)
      #expect(result.status == 0 && result.output == "", "\(result)")
    }
  }

  func stored(_ path: String) throws -> Data? {
    let result = Process()
    let output = Pipe()
    (result.executableURL, result.standardOutput) = (URL(fileURLWithPath: "/usr/bin/curl"), output)
    result.arguments = ["-s", "-f", "\(server.url)/\(path)"]
    try result.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    result.waitUntilExit()
    return result.terminationStatus == 0 ? data : nil
  }

  func put(_ path: String, _ text: String) throws {
    try folder.write(text, to: "body")
    let result = try Process.run(
      URL(fileURLWithPath: "/usr/bin/curl"),
      arguments: ["-s", "-f", "-T", "\(folder.path)/body", "\(server.url)/\(path)"])
    result.waitUntilExit()
    #expect(result.terminationStatus == 0)
  }

  @Test func `the error of a document that cannot be decrypted says how to replace it`() throws {
    try folder.write(Self.script("ModelEncryptedHttp"), to: "app.lua")
    try fill()
    try put("diary.json", "{}")
    let result = try run("app.lua", "--", "print")
    #expect(result.status == 1 && result.errors.contains("not encrypted"), "\(result)")
    #expect(result.errors.contains("the document on the server was not changed; store a copy there"), "\(result)")
    #expect(!result.errors.contains("models restore"), "\(result)")
  }

  @Test(arguments: ["ModelHttp", "ModelEncryptedHttp"])
  func `a model on a server is listed, shown, verified and exported`(kind: String) throws {
    try folder.write(Self.script(kind), to: "app.lua")
    try fill()
    let listed = try run("models", "list", "app.lua")
    #expect(listed.status == 0 && listed.output.contains("\(server.url)/diary.json"), "\(listed)")
    #expect(listed.output.contains("encrypted") == (kind == "ModelEncryptedHttp"))
    for arguments in [["app.lua", "diary"], ["diary"]] {
      let shown = try run(["models", "show"] + arguments)
      #expect(shown.status == 0 && shown.output.contains("secret change"), "\(shown)")
      if kind == "ModelEncryptedHttp" {
        let refused = try run(["models", "export", "--format", "json"] + arguments)
        #expect(refused.status == 1 && refused.errors.contains("--decrypt") && refused.output.isEmpty, "\(refused)")
      }
      let exported = try run(["models", "export", "--decrypt", "--format", "json"] + arguments)
      #expect(exported.status == 0 && exported.output.contains("secret change"), "\(exported)")
      let verified = try run(["models", "verify"] + (arguments.count == 1 ? arguments : ["app.lua"]))
      #expect(verified.status == 0 && verified.output == "diary  ok\n", "\(verified)")
    }
    #expect(try run("models", "show", "diary/d").output.contains("secret page"))
    let table = try run("models", "export", "app.lua", "diary", "--format", "csv", "--list", "entries", "--decrypt")
    #expect(table.status == 0 && table.output.contains("secret change"), "\(table)")
    let whole = try run("models", "export", "app.lua", "diary", "--format", "json", "--contents", "--decrypt")
    #expect(whole.output.contains(Data("secret scan".utf8).base64EncodedString()), "\(whole)")
    let none = try run("models", "show", "other")
    #expect(none.status == 1 && none.errors.contains("the server has no model \"other\""), "\(none)")
  }

  @Test func `a damaged document and a missing blob are found`() throws {
    try fill()
    let delete = try Process.run(
      URL(fileURLWithPath: "/usr/bin/curl"), arguments: ["-s", "-f", "-X", "DELETE", "\(server.url)/_image/p.png"])
    delete.waitUntilExit()
    for arguments in [["app.lua"], ["diary"]] {
      let missing = try run(["models", "verify", "--format", "json"] + arguments)
      #expect(missing.status == 1 && missing.errors.contains("blob.missing"), "\(missing)")
      #expect(!missing.output.contains("\"ok\""))
    }
    try put("diary.json", "{\"id\": 1")
    for arguments in [["app.lua"], ["diary"]] {
      let damaged = try run(["models", "verify", "--format", "json"] + arguments)
      #expect(damaged.status == 1 && damaged.errors.contains("\(server.url)/diary.json"), "\(damaged)")
    }
  }

  @Test func `an encrypted model on a server is not a missing document of this machine`() throws {
    try folder.write(Self.script("ModelEncryptedHttp"), to: "app.lua")
    try fill()
    for endpoint in [nil, ""] {
      let verified = try run(["models", "verify"], endpoint: endpoint)
      #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified)")
    }
    // A class for this machine would begin with another model.
    try folder.write(Self.script("ModelEncrypted"), to: "app.lua")
    let started = try run("app.lua", "--", "print")
    #expect(started.status == 1 && started.errors.contains("\"diary\" is stored on a server"), "\(started)")
    let converted = try run("models", "convert", "app.lua", "diary", "--to", "encrypted")
    #expect(converted.status == 0, "\(converted)")
    #expect(try run("app.lua", "--", "print").output == Self.content)
    // From now on, the document of this machine is the only one.
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit/data/diary.json")
    let missing = try run(["models", "verify"], endpoint: "")
    #expect(missing.status == 1 && missing.errors.contains("of the model \"diary\" is missing"), "\(missing)")
  }

  @Test func `without an endpoint, the error says so`() throws {
    try fill()
    for command in [["show"], ["export", "--format", "json"], ["convert", "--to", "file"]] {
      let result = try run(["models"] + command + ["app.lua", "diary"], endpoint: "")
      #expect(result.status == 1 && result.errors.contains("HTTP models need an endpoint"), "\(result)")
    }
    let verified = try run(["models", "verify", "app.lua", "--format", "json"], endpoint: "")
    #expect(verified.status == 1 && verified.errors.contains("http.endpoint"), "\(verified)")
    let unknown = try run(["models", "show", "diary"], endpoint: "")
    #expect(unknown.status == 1 && unknown.errors.contains("--endpoint URL"), "\(unknown)")
  }

  @Test func `a server that does not respond within the time limit of the script is named`() throws {
    let slow = try HTTPServer { _ in nil }
    let result = try run(["app.lua", "--limit-time", "2s", "--format", "json"], endpoint: slow.url)
    #expect(result.status == 1 && result.errors.contains("\"http.timeout\""), "\(result)")
    #expect(result.errors.contains("\(slow.url)/diary.json"), "\(result)")
  }

  /// Ends with a change that the server has not got.
  private func leavePending() throws {
    try fill()
    let broken = try HTTPServer { request in request.line.hasPrefix("GET") ? .complete(404) : .complete(403) }
    let result = try run(["app.lua", "--", "fill", "store"], endpoint: broken.url)
    #expect(result.output.contains("http.status"), "\(result)")
    let manifest = "data/okit/pending/diary/manifest.json"
    let text = try String(contentsOfFile: "\(folder.path)/\(manifest)", encoding: .utf8)
    try folder.write(text.replacingOccurrences(of: broken.url, with: server.url), to: manifest)
  }

  @Test func `what waits to be sent is reported, and no command sends it`() throws {
    try leavePending()
    let before = try stored("diary.json")
    for arguments in [["verify", "app.lua"], ["list", "app.lua"], ["show", "app.lua", "diary"], ["show", "diary"]] {
      let result = try run(["models"] + arguments)
      #expect(result.status == 0, "\(result)")
      if arguments[0] != "show" {
        #expect((result.output + result.errors).contains("wait to be sent to \(server.url)/"), "\(result)")
      }
      if arguments[0] == "show" { #expect(result.output.contains("secret entry"), "\(result)") }
    }
    #expect(try stored("diary.json") == before)
    let listed = try run(["models", "list"], endpoint: "")
    #expect(listed.output.contains("wait to be sent"), "\(listed)")
    let shown = try run(["models", "show", "diary", "--format", "json"], endpoint: "")
    #expect(shown.errors.contains("http.endpoint"), "\(shown)")

    let document = String(decoding: try #require(try stored("diary.json")), as: UTF8.self)
    try put("diary.json", "<html>damaged</html>")
    for target in ["app.lua", "diary"] {
      let damaged = try run(["models", "verify", target, "--format", "json"])
      #expect(damaged.status == 1 && damaged.errors.contains("http.body"), "\(damaged)")
    }
    try put("diary.json", document)

    let other = try run(["models", "verify", "app.lua", "--format", "json"], endpoint: "http://127.0.0.1:1/")
    #expect(other.status == 1 && other.errors.contains("were not sent to \(server.url)"), "\(other)")
    try folder.write("{", to: "data/okit/pending/diary/manifest.json")
    for command in [["list"], ["verify"], ["verify", "app.lua"]] {
      let damaged = try run(["models"] + command + ["--format", "json"], endpoint: command.count == 1 ? "" : nil)
      #expect(damaged.status == 1 && damaged.errors.contains("http.pending"), "\(damaged)")
      #expect(damaged.errors.contains("manifest.json"), "\(damaged)")
    }
  }

  @Test func `a damaged log of what waits to be sent does not hide the models`() throws {
    try fill()
    try folder.write(#"{"id": "s"}"#, to: "data/okit/data/other.json")
    let log = "data/okit/.storing/pending.log"
    try folder.write("0000000000000000 [{}]\nchanged", to: log)
    for command in ["verify", "list"] {
      let result = try run(["models", command], endpoint: "")
      #expect(result.status == 1 && result.output.contains("other"), "\(result)")
      #expect(result.errors.contains("move data/okit/.storing/pending.log away"), "\(result)")
    }
    #expect(try run("app.lua", "--", "print").errors.contains("pending.log away"))
    try FileManager.default.moveItem(atPath: "\(folder.path)/\(log)", toPath: "\(folder.path)/pending.log")
    #expect(try run("app.lua", "--", "print").output == Self.content)
  }

  @Test func `a file is imported into a model on the server`() throws {
    try fill()
    try folder.write("name\nimported\n", to: "rows.csv")
    let result = try run("models", "import", "app.lua", "diary", "rows.csv", "--format", "csv", "--into", "entries")
    #expect(result.status == 0, "\(result)")
    #expect(String(decoding: try stored("diary.json") ?? Data(), as: UTF8.self).contains("imported"))
    let broken = try HTTPServer { request in request.line.hasPrefix("GET") ? .complete(404) : .complete(403) }
    try FileManager.default.removeItem(atPath: "\(folder.path)/data")
    let failed = try run(
      ["models", "import", "app.lua", "diary", "rows.csv", "--format", "csv", "--into", "entries"], endpoint: broken.url
    )
    #expect(failed.status == 1 && failed.errors.contains("status 403"), "\(failed)")
  }

  @Test func `a query needs a database`() throws {
    let result = try run("app.lua", "--", "query")
    #expect(result.status == 1 && result.errors.contains("only a class that extends okit.ModelSQLite"), "\(result)")
  }
}

import Foundation
import OKitTestSupport
import Testing

/// `okit-run models convert` from and to a server.
@Suite struct ConvertServerTests {
  private let models: ServerModelsTests
  private var folder: TestFolder { models.folder }

  init() throws { models = try ServerModelsTests() }

  private func convert(_ form: String, _ more: String...) throws -> CommandProcess.Result {
    try models.run(["models", "convert", "app.lua", "diary", "--to", form] + more)
  }

  private func use(_ kind: String) throws { try folder.write(ServerModelsTests.script(kind), to: "app.lua") }

  private func expectContent(_ kind: String) throws {
    try use(kind)
    let printed = try models.run("app.lua", "--", "print")
    #expect(printed.output == ServerModelsTests.content, "\(kind): \(printed)")
    let verified = try models.run("models", "verify", "app.lua")
    #expect(verified.status == 0, "\(kind): \(verified)")
  }

  private func localFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/data/okit").filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder.path)/data/okit/\(name)", isDirectory: &isFolder)
      return !isFolder.boolValue && (name.hasPrefix("data/") || name.hasPrefix("pending/")) && !name.contains("/.")
    }
  }

  static let forms = [
    ("file", "Model"), ("encrypted", "ModelEncrypted"), ("sqlite", "ModelSQLite"),
  ]

  @Test(arguments: forms, ["ModelHttp", "ModelEncryptedHttp"])
  func `a model moves to a server and back`(form: (name: String, kind: String), server: String) throws {
    try use(form.kind)
    try models.fill()
    try use(server)
    let isEncrypted = form.name == "encrypted" || server == "ModelEncryptedHttp"
    let there = try convert("http")
    #expect(there.status == 0 && there.output == "converted diary to a document on a server\n", "\(there)")
    #expect(try localFiles() == [])
    let document = try models.stored("diary.json") ?? Data()
    #expect((document.range(of: Data("secret".utf8)) == nil) == isEncrypted)
    #expect(try models.stored("_data/r.raw") != nil && models.stored("_image/p.png") != nil)
    #expect(try models.stored("diary/d.json") != nil && models.stored("_data/s.raw") != nil)
    try expectContent(isEncrypted ? "ModelEncryptedHttp" : "ModelHttp")
    let again = try convert("http", "--format", "json")
    #expect(again.status == 1 && again.errors.contains("storage.exists"), "\(again)")

    if isEncrypted, form.name != "encrypted" {
      let refused = try convert(form.name, "--format", "json")
      #expect(refused.status == 1 && refused.errors.contains("storage.decrypt"), "\(refused)")
      #expect(try localFiles() == [])
    }
    let back = try convert(form.name, "--decrypt")
    #expect(back.status == 0, "\(back)")
    for path in ["diary.json", "_data/r.raw", "_image/p.png", "diary/d.json", "_data/s.raw"] {
      #expect(try models.stored(path) == nil, "\(path)")
    }
    #expect(try localFiles().contains { $0.hasPrefix("pending") } == false)
    try expectContent(form.kind)
  }

  @Test func `the application is not needed for documents`() throws {
    try use("Model")
    try models.fill()
    let there = try models.run("models", "convert", "diary", "--to", "http")
    #expect(there.status == 0, "\(there)")
    #expect(try localFiles() == [])
    let back = try models.run("models", "convert", "diary", "--to", "file")
    #expect(back.status == 0, "\(back)")
    try expectContent("Model")
    #expect(try models.stored("diary/d.json") == nil)
  }

  @Test func `what the server has is not overwritten`() throws {
    try use("Model")
    try models.fill()
    let before = try localFiles()
    try models.put("diary.json", "{\"id\": \"other\"}")
    let refused = try convert("http", "--format", "json")
    #expect(refused.status == 1 && refused.errors.contains("storage.exists"), "\(refused)")
    #expect(try models.stored("diary.json") == Data("{\"id\": \"other\"}".utf8))
    #expect(try localFiles() == before)
    try expectContent("Model")
  }

  /// Answers the first requests as the server does, and then nothing but an error.
  @Test(arguments: LongTests.areOn ? Array(0..<12) : [0, 2, 5, 8, 11])
  func `a conversion that is interrupted is finished by the same command`(count: Int) throws {
    try use("Model")
    try models.fill()
    for form in ["http", "file"] {
      let relay = try Relay(models.server.url, count: count)
      try folder.write(
        ServerModelsTests.script("Model"), to: "app.lua")
      let interrupted = try models.run(
        ["models", "convert", "diary", "--to", form], endpoint: relay.url)
      if interrupted.status != 0 {
        #expect(interrupted.errors.contains("status 403"), "\(interrupted)")
        let manifest = "data/okit/pending/diary/manifest.json"
        if folder.exists(manifest) {
          let text = try String(contentsOfFile: "\(folder.path)/\(manifest)", encoding: .utf8)
          try folder.write(text.replacingOccurrences(of: relay.url, with: models.server.url), to: manifest)
          #expect(text.contains("\"conversion\""))
        }
        let again = try models.run("models", "convert", "diary", "--to", form)
        #expect(again.status == 0, "\(count) to \(form): \(again)")
      }
      #expect(try localFiles().isEmpty == (form == "http"))
      #expect(try models.stored("diary.json") == nil || form == "http")
      try expectContent(form == "http" ? "ModelHttp" : "Model")
    }
  }

  /// A server that stores nothing of a path.
  private func relay(refusingToStore path: String) throws -> Relay {
    try Relay(models.server.url, count: .max) { $0.line == "PUT \(path)" ? .complete(507) : nil }
  }

  private func pass(_ relay: Relay, to url: String) throws {
    let manifest = "data/okit/pending/diary/manifest.json"
    try folder.write(folder.read(manifest).replacing(relay.url, with: url), to: manifest)
  }

  static let classes = ["Model", "ModelEncrypted", "ModelSQLite"].flatMap { kind in
    [kind, "ModelHttp", "ModelEncryptedHttp"].map { (kind, $0) }
  }

  @Test(arguments: classes)
  func `an interrupted conversion to a server is finished with the class before or after it`(
    stored: String, kind: String
  ) throws {
    try use(stored)
    try models.fill()
    try use(kind)
    let relay = try relay(refusingToStore: "/diary.json")
    let arguments = ["models", "convert", "app.lua", "diary", "--to", "http"]
    for _ in 1...2 {
      let interrupted = try models.run(arguments, endpoint: relay.url)
      #expect(interrupted.status == 1 && interrupted.errors.contains("status 507"), "\(interrupted)")
    }
    for application in [["app.lua"], []] {
      let verified = try models.run(["models", "verify", "--format", "json"] + application, endpoint: relay.url)
      let problems = verified.errors.split(separator: "\n").filter { $0.contains("\"severity\":\"error\"") }
      #expect(problems.count == 1 && problems.allSatisfy { $0.contains("http.pending") }, "\(verified)")
    }
    try pass(relay, to: models.server.url)
    let finished = try convert("http")
    #expect(finished.status == 0, "\(finished)")
    let isEncrypted = stored == "ModelEncrypted" || kind == "ModelEncryptedHttp"
    try expectContent(isEncrypted ? "ModelEncryptedHttp" : "ModelHttp")
  }

  static let otherForms = [
    ("file", "sqlite"), ("file", "encrypted"), ("file", "http"), ("sqlite", "file"), ("encrypted", "file"),
    ("http", "file"), ("http", "encrypted"), ("http", "sqlite"),
  ]

  @Test(arguments: otherForms)
  func `a conversion to another form does not replace an interrupted one`(begun: String, other: String) throws {
    let kind = begun == "http" ? "Model" : "ModelHttp"
    try use(kind)
    try models.fill()
    let relay = try begun == "http" ? relay(refusingToStore: "/diary.json") : relay(refusing: 405)
    let command = ["models", "convert", "app.lua", "diary", "--format", "json", "--to"]
    #expect(try models.run(command + [begun], endpoint: relay.url).status == 1)
    let before = try localFiles()
    for more in other == "http" ? [[]] : [[], ["--keep-remote"], ["--decrypt"]] {
      let refused = try models.run(command + [other] + more, endpoint: relay.url)
      #expect(refused.status == 1 && refused.errors.contains("http.pending"), "\(refused)")
      #expect(refused.errors.contains("--to \(begun) --endpoint \(relay.url)/"), "\(refused)")
    }
    #expect(try localFiles() == before)
  }

  @Test func `a server in the way is named, also with a class for it`() throws {
    try use("Model")
    try models.fill()
    let before = try localFiles()
    for kind in ["Model", "ModelHttp", "ModelEncryptedHttp"] {
      try use(kind)
      let none = try models.run(
        ["models", "convert", "app.lua", "diary", "--to", "http", "--format", "json"], endpoint: "http://127.0.0.1:1")
      #expect(none.status == 1 && none.errors.contains("http.unreachable"), "\(kind): \(none)")
      for (document, code) in [("{\"id\": \"other\"}", "storage.exists"), ("{", "http.body"), ("[]", "http.body")] {
        try models.put("diary.json", document)
        let refused = try convert("http", "--format", "json")
        #expect(refused.status == 1 && refused.errors.contains(code), "\(kind), \(document): \(refused)")
        #expect(refused.errors.contains("\(models.server.url)/diary.json"), "\(kind), \(document): \(refused)")
      }
    }
    #expect(try localFiles() == before)
  }

  @Test func `what the model has lost since an interruption leaves the server`() throws {
    try use("Model")
    try models.fill()
    let relay = try relay(refusingToStore: "/diary.json")
    let arguments = ["models", "convert", "diary", "--to", "http"]
    #expect(try models.run(arguments, endpoint: relay.url).status == 1)
    #expect(try models.stored("diary/d.json") != nil && models.stored("_data/s.raw") != nil)
    try pass(relay, to: models.server.url)
    try folder.write(
      ServerModelsTests.script("Model") + "\ndiary.pages:remove(1)\ndiary.entries[1].name = 'edited'\n", to: "app.lua")
    #expect(try models.run(["app.lua", "--", "store"], endpoint: "").status == 0)
    let finished = try models.run(arguments)
    #expect(finished.status == 0, "\(finished)")
    #expect(try models.stored("diary.json") != nil)
    #expect(try models.stored("diary/d.json") == nil && models.stored("_data/s.raw") == nil)
  }

  @Test func `an interrupted conversion at another endpoint is not called changes`() throws {
    try use("Model")
    try models.fill()
    let relay = try relay(refusingToStore: "/diary.json")
    #expect(try models.run(["models", "convert", "diary", "--to", "http"], endpoint: relay.url).status == 1)
    for arguments in [["convert", "diary", "--to", "http"], ["verify"]] {
      let refused = try models.run(["models"] + arguments)
      #expect(refused.status == 1, "\(refused)")
      #expect(
        refused.errors.components(separatedBy: "a conversion of the model \"diary\" at \(relay.url)/ was interrupted")
          .count == 2, "\(refused)")
    }
  }

  @Test func `--decrypt of a model that is on the server, encrypted, says how`() throws {
    try use("ModelEncryptedHttp")
    try models.fill()
    try use("ModelHttp")
    let refused = try models.run("models", "convert", "diary", "--to", "http", "--decrypt")
    #expect(refused.status == 1 && refused.errors.contains("convert it with --to file --decrypt"), "\(refused)")
  }

  @Test func `others have changed the model while it leaves the server`() throws {
    try use("ModelHttp")
    try models.fill()
    let relay = try Relay(models.server.url, count: .max) { request in
      // Between the read and the removal.
      if request.line == "DELETE /diary.json" { return .complete(412) }
      return nil
    }
    let refused = try models.run(
      ["models", "convert", "diary", "--to", "file", "--format", "json"], endpoint: relay.url)
    #expect(refused.status == 1 && refused.errors.contains("http.conflict"), "\(refused)")
    #expect(try localFiles() == [])
    try expectContent("ModelHttp")
  }

  /// A server that does not permit removing files.
  private func relay(refusing status: Int) throws -> Relay {
    try Relay(models.server.url, count: .max) { $0.line.hasPrefix("DELETE ") ? .complete(status) : nil }
  }

  private func toFile(_ relay: Relay, _ more: String...) throws -> CommandProcess.Result {
    try models.run(["models", "convert", "diary", "--to", "file"] + more, endpoint: relay.url)
  }

  @Test(arguments: [403, 405]) func `a server refuses to remove the model`(status: Int) throws {
    try use("ModelHttp")
    try models.fill()
    let relay = try relay(refusing: status)
    for _ in 1...2 {
      let refused = try toFile(relay)
      #expect(refused.status == 1 && refused.errors.contains("status \(status)"), "\(refused)")
      #expect(refused.errors.contains("with --keep-remote to leave it there"), "\(refused)")
      let verified = try models.run(["models", "verify"], endpoint: relay.url)
      #expect(verified.status == 1 && verified.output == "diary  ok\ndiary/d  ok\n", "\(verified)")
      #expect(verified.errors.contains("a conversion of the model \"diary\" was interrupted"), "\(verified)")
      #expect(verified.errors.contains("--keep-remote to leave the model at \(relay.url)/, too"), "\(verified)")
    }
    let kept = try toFile(relay, "--keep-remote")
    #expect(kept.status == 0 && kept.output == "converted diary to a file\n", "\(kept)")
    #expect(kept.errors == "the model diary stays on the server, too: \(relay.url)/diary.json\n")
    #expect(try models.stored("diary.json") != nil)
    #expect(try localFiles().contains { $0.hasPrefix("pending") } == false)
    try expectContent("Model")
  }

  @Test func `a model is copied from a server`() throws {
    try use("ModelHttp")
    try models.fill()
    let relay = try relay(refusing: 405)
    #expect(try toFile(relay, "--keep-remote").status == 0)
    #expect(relay.requests.allSatisfy { $0.line.hasPrefix("GET ") })
    try expectContent("Model")
    let wrong = try convert("http", "--keep-remote")
    #expect(wrong.status == 2 && wrong.errors.contains("--keep-remote is for a conversion from a server"), "\(wrong)")
  }

  @Test func `an encrypted model becomes readable on a server only with --decrypt`() throws {
    try use("ModelEncrypted")
    try models.fill()
    try use("ModelEncryptedHttp")
    let refused = try convert("http", "--decrypt")
    #expect(refused.status == 1, "\(refused)")
    #expect(
      refused.errors.hasSuffix(
        "Diary extends okit.ModelEncryptedHttp, which stores the model encrypted (extend okit.ModelHttp to store it "
          + "readable on the server)\n"), "\(refused)")
    #expect(try models.stored("diary.json") == nil)
    try use("ModelHttp")
    let there = try convert("http", "--decrypt")
    #expect(there.status == 0, "\(there)")
    #expect(
      there.errors
        == "the conversion to a document on a server leaves the model diary, which is encrypted, "
        + "readable without a key\n")
    #expect(try models.stored("diary.json")?.range(of: Data("secret".utf8)) != nil)
    #expect(try localFiles() == [])
    try expectContent("ModelHttp")
  }

  @Test func `an encrypted model on a server of a class that is not encrypted is named by its URL`() throws {
    try use("ModelEncrypted")
    try models.fill()
    #expect(try convert("http").status == 0)
    try use("ModelHttp")
    let refused = try models.run("app.lua")
    #expect(refused.status == 1, "\(refused)")
    #expect(
      refused.errors.contains("\(models.server.url)/diary.json"), "\(refused)"
    )
  }
}

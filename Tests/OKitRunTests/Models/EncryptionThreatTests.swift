import Foundation
import OKitTestSupport
import Testing

/// What somebody who can change the documents directory, or a mistake, must not achieve.
@Suite struct EncryptionThreatTests {
  /// An application with screens, whose plain model has the setting.
  private static let script = """
    local okit = require "okit"
    local Settings = okit.Model:extend("Settings", { encryption = true })
    local settings = okit.Model.register(Settings, "settings")
    if not okit.arguments[1] then okit.SecureStore.encryption = settings.encryption end
    local Diary = okit.ModelEncrypted:extend("Diary", { notes = "" })
    okit.Model.register(Diary)
    if okit.arguments[1] then okit.SecureStore.encryption = settings.encryption end
    okit.ModelDetailTableController:extend("home", {
      titlePath = "#Diary", sections = { { cells = { okit.ModelTextCell { path = "#Notes", textPath = "notes" } } } },
    })
    function switch(isOn) settings.encryption, okit.SecureStore.encryption = isOn, isOn end
    """

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["app.lua": Self.script]) }

  private func run(_ commands: String, _ options: String..., words: [String] = []) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "data", "--exec", commands] + options + (words.isEmpty ? [] : ["--"] + words),
      in: folder)
  }

  private func models(_ arguments: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(["models"] + arguments + ["--documents", "data"], in: folder)
  }

  private func hasPlainText() throws -> Bool {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/data").contains { name in
      FileManager.default.contents(atPath: "\(folder.path)/data/\(name)")?.range(of: Data("secret".utf8)) != nil
    }
  }

  @Test func `an emptied folder of a known key causes a warning`() throws {
    let warning = "warning: the key was used for this folder"
    let first = try run("set-path notes = secret; store", "--key-file", "k.key")
    #expect(first.status == 0 && !first.errors.contains("warning"), "\(first)")
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit")
    let next = try run("set-path notes = secret; store", "--key-file", "k.key")
    #expect(next.status == 0 && next.errors.contains(warning), "\(next)")
    #expect(try !run("get notes", "--key-file", "k.key").errors.contains(warning))
  }

  // MARK: Switching off

  /// A file alone never switches encryption off: neither before the models are registered nor after it.
  @Test(arguments: [[], ["later"]])
  func `a changed setting stores no encrypted model plain`(_ words: [String]) throws {
    #expect(try run("set-path notes = secret; store").status == 0)
    try folder.write("{\"encryption\": false}", to: "data/okit/data/settings.json")
    let result = try run("set-path notes = secret too; store; eval okit.SecureStore.encryption", words: words)
    #expect(result.status == 0 && result.output == "true\n", "\(result)")
    #expect(result.errors.contains("warning: the model \"default\" stays encrypted"), "\(result)")
    #expect(try !hasPlainText())
    #expect(
      try run("eval okit.SecureStore.close(); eval okit.SecureStore.open(); reload; store", words: words).status == 0)
    #expect(try !hasPlainText())
  }

  @Test func `an action switches encryption off`() throws {
    #expect(
      try run("set-path notes = secret; store; eval switch(false); eval okit.SecureStore.encryption").output
        == "false\n")
    #expect(try hasPlainText())
    let off = try run("get notes; set-path notes = secret again; store; eval okit.SecureStore.encryption")
    #expect(off.output == "secret\nfalse\n" && !off.errors.contains("warning"), "\(off)")
    #expect(try run("eval switch(true); get notes").output == "secret again\n")
    #expect(try !hasPlainText())
    // With a changed setting, the action has to say so again.
    try folder.write("{\"encryption\": false}", to: "data/okit/data/settings.json")
    #expect(try run("eval switch(false); eval okit.SecureStore.encryption").output == "false\n")
    #expect(try hasPlainText())
  }

  // MARK: Keys

  @Test func `plain files are refused where the keys are missing`() throws {
    #expect(try run("set-path notes = secret", "--key-file", "my.key").status == 0)
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit/keys/keys.json")
    try folder.write("{\"notes\": \"forged\"}", to: "data/okit/data/default.json")
    let forged = try run("get notes", "--key-file", "my.key", "--format", "json")
    #expect(forged.status == 1 && !forged.output.contains("forged"), "\(forged)")
    #expect(
      forged.errors.contains("\"code\":\"storage.key\"") && forged.errors.contains("my.key.generations"), "\(forged)")
    // Another folder is new to the key, and so is an empty one.
    #expect(
      try CommandProcess.run(["app.lua", "--documents", "other", "--key-file", "my.key"], in: folder).status == 0)
    try FileManager.default.removeItem(atPath: "\(folder.path)/data")
    #expect(try run("get notes", "--key-file", "my.key").status == 0)
  }

  @Test func `encrypted files without their keys are not overwritten`() throws {
    #expect(try run("set-path notes = secret; store; set-path notes = more").status == 0)
    try FileManager.default.removeItem(atPath: "\(folder.path)/data/okit/keys/keys.json")
    for file in ["data/okit/data/default.json", "data/okit/keys/default.key"] {
      let result = try run("get notes", "--format", "json")
      #expect(result.status == 1 && result.errors.contains("\"code\":\"storage.key\""), "\(result)")
      #expect(folder.exists(file))
    }
  }

  @Test(arguments: ["data/okit/data/my.key", "data/okit/my.key", "data/okit/keys/my.key", "data/okit/keys/keys.json"])
  func `a key file is not among the stored files`(_ key: String) throws {
    let refused = try run("get notes", "--key-file", key, "--format", "json")
    #expect(refused.status == 1 && refused.errors.contains("\"code\":\"storage.keyFile\""), "\(refused)")
    #expect(refused.errors.contains("keep the key file in another folder"))
    #expect(try run("set-path notes = secret", "--key-file", "data/my.key").status == 0)
    let rekey = try models("rekey", "--key-file", "data/my.key", "--new-key-file", key)
    #expect(rekey.status == 1 && rekey.errors.contains("keep the key file in another folder"), "\(rekey)")
    #expect(try run("get notes", "--key-file", "data/my.key").output == "secret\n")
  }

  @Test func `a passphrase file is private`() throws {
    try folder.write("correct horse\n", to: "pass.txt")
    try folder.setMode(0o644, of: "pass.txt")
    let refused = try run("get notes", "--passphrase-file", "pass.txt", "--format", "json")
    #expect(refused.status == 1 && refused.errors.contains("\"code\":\"storage.passphrase\""), "\(refused)")
    #expect(
      refused.errors.contains("its mode is 0644, expected 0600 ") || refused.errors.contains("chmod 600 pass.txt"))
    let backup = try models("backup", "create", "b", "--passphrase-file", "pass.txt")
    #expect(backup.status == 1 && backup.errors.contains("chmod 600 pass.txt"), "\(backup)")
    try folder.setMode(0o600, of: "pass.txt")
    #expect(try run("set-path notes = secret", "--passphrase-file", "pass.txt").status == 0)
    // A pipe has no other readers.
    let piped = try CommandProcess.run(
      ["models", "show", "--documents", "data", "--passphrase-file", "/dev/fd/3"], in: folder,
      after: "mkfifo pipe; { printf 'correct horse\\n' >pipe & }; exec 3<pipe")
    #expect(piped.status == 0 && piped.output.contains("secret"), "\(piped)")
    try folder.write("wrong horse\n", to: "wrong.txt")
    try folder.setMode(0o600, of: "wrong.txt")
    let wrong = try run("get notes", "--passphrase-file", "wrong.txt")
    #expect(wrong.errors.contains("the passphrase does not open the encrypted models"), "\(wrong)")
  }

  // MARK: Older copies

  @Test func `restoring a backup is not taken for an older copy`() throws {
    let key = ["--key-file", "my.key"]
    #expect(try run("set-path notes = secret 1", "--key-file", "my.key").status == 0)
    #expect(try models("backup", "create", "b").status == 0)
    for number in 2...4 { #expect(try run("set-path notes = secret \(number)", "--key-file", "my.key").status == 0) }
    #expect(try models("backup", "restore", "b").status == 0)
    let warned = try run("get notes", "--key-file", "my.key")
    #expect(warned.output == "secret 1\n" && warned.errors.contains("but the key was last used with"), "\(warned)")
    #expect(warned.errors.contains("--key-file"))
    #expect(
      try CommandProcess.run(["models", "backup", "restore", "b", "--documents", "data"] + key, in: folder).status == 0)
    let quiet = try run("get notes", "--key-file", "my.key")
    #expect(quiet.output == "secret 1\n" && quiet.errors == "", "\(quiet)")
    let other = try CommandProcess.run(
      ["models", "backup", "restore", "b", "--documents", "data", "--key-file", "other.key"], in: folder)
    #expect(other.status == 1 && !folder.exists("other.key"), "\(other)")
    // A backup without keys leaves a folder without them.
    #expect(
      try CommandProcess.run(
        ["app.lua", "--documents", "plain", "--exec", "eval okit.SecureStore.encryption = false; store"], in: folder
      ).status == 0)
    #expect(
      try CommandProcess.run(["models", "backup", "create", "p", "--documents", "plain"], in: folder).status == 0)
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/plain/okit/backup/p.okitbackup", toPath: "\(folder.path)/data/okit/backup/p.okitbackup")
    #expect(
      try CommandProcess.run(["models", "backup", "restore", "p", "--documents", "data"] + key, in: folder).status == 0)
    #expect(try run("get notes", "--key-file", "my.key").output == "\n")
  }

  // MARK: Messages

  @Test func `messages name what is wrong`() throws {
    try folder.write("correct horse\n", to: "pass.txt")
    try folder.setMode(0o600, of: "pass.txt")
    #expect(try run("set-path notes = secret", "--passphrase-file", "pass.txt").status == 0)
    let type = try run(
      "eval print(select(2, pcall(function() okit.SecureStore.encryption = 'no' end)).message)", "--passphrase-file",
      "pass.txt")
    #expect(type.output == "okit.SecureStore.encryption: expected a boolean, got string\n", "\(type)")
    let keys = "data/okit/keys/keys.json"
    let json = try folder.read(keys)
    for (old, new, message) in [
      ("\"n\": 32768", "\"n\": 1073741824", "the parameter n of scrypt is 1073741824, expected 16384 to 1048576"),
      ("\"r\": 8", "\"r\": \"8\"", "the parameter r of scrypt is \"8\", expected 8 to 16"),
      (
        "\"version\": 1", "\"version\": 2",
        "the file of the keys has version 2, which this version of okit cannot read; expected 1"
      ),
      ("\"version\": 1", "\"version\": 0", "version 0 is not supported; expected 1"),
    ] {
      #expect(json.contains(old))
      try folder.write(json.replacingOccurrences(of: old, with: new), to: keys)
      let result = try run("get notes", "--passphrase-file", "pass.txt")
      #expect(result.status == 1 && result.errors.contains(message), "\(result)")
    }
    try folder.write(json, to: keys)
    let file = URL(fileURLWithPath: "\(folder.path)/data/okit/data/default.json")
    var bytes = try Data(contentsOf: file)
    bytes[3] ^= 1
    try bytes.write(to: file)
    let header = try run("get notes", "--passphrase-file", "pass.txt", "--format", "json")
    #expect(header.errors.contains("the first bytes of the encrypted file were changed"), "\(header)")
    #expect(header.errors.contains("\"code\":\"storage.container\""), "\(header)")
  }
}

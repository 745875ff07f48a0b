import Foundation
import OKitTestSupport
import Testing

/// What is entered into secure fields is nowhere but in the model.
@Suite struct SecretInputTests {
  private static let script = """
    local okit = require "okit"
    local User = okit.Model:extend("User", { name = "", password = "", pin = 0 })
    okit.Model.register(User)
    function User:check() error("wrong password: " .. self.password) end
    function User:note() okit.log.info("the password is " .. self.password) end
    function User:ask()
      okit.alert { title = "Unlock", fields = { { name = "Password", secure = true } }, actions = {
        { title = "OK", tap = function(texts) error("cannot unlock with " .. texts[1]) end } } }
    end
    okit.ModelDetailTableController:extend("login", {
      titlePath = "#Login", editAlways = true,
      sections = { { cells = {
        okit.ModelTextCell { placeholder = "#Name", textPath = "name" },
        okit.ModelTextCell { placeholder = "#Password", textPath = "password", secure = "#true" },
        okit.ModelTextCell { placeholder = "#PIN", textPath = "pin", secure = "#true" },
      } } },
    })
    """

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["app.lua": Self.script]) }

  private func run(_ commands: String...) throws -> CommandProcess.Result {
    try CommandProcess.run(
      ["app.lua", "--documents", "d"], input: commands.joined(separator: "\n") + "\n", in: folder)
  }

  @Test func changesExplanationsAndTheLogHaveAMask() throws {
    let result = try run(
      "type Password = hunter2", "type PIN = 4711", "changes", "why Password", "call note", "type Name = hunter2",
      "changes", "type Name = Eve")
    #expect(!result.output.contains("hunter2") && !result.output.contains("4711"), "\(result)")
    #expect(result.output.contains("/password: \"•••\" → \"•••\"\n/pin: \"•••\" → \"•••\"\n"), "\(result)")
    #expect(result.errors == "info: the password is •••\n", "\(result)")
    #expect(try run("get password").output == "hunter2\n")
    // What another session has entered is a secret, too.
    let other = try run("screen", "set-path password = other", "changes", "why Password")
    #expect(!other.output.contains("hunter2") && !other.output.contains("other"), "\(other)")
  }

  @Test(arguments: ["text", "json"])
  func `secret properties and credentials are in no output`(format: String) throws {
    try folder.write(
      """
      local okit = require "okit"
      local t = okit.types
      local User = okit.ModelTransient:extend("User", { token = t.string { secret = true }, name = "" })
      local user = okit.Model.register(User)
      user.token = "tok-4711 & more"
      function User:say(text) print(text) io.write(text, "\\n") io.stderr:write(text, "\\n") end
      function User:all() for _, text in ipairs(self:forms()) do self:say(text) end end
      function User:forms()
        return { self.token, okit.url.encode(self.token), okit.base64.encode("u:" .. self.token), "tulip-4711",
          okit.base64.encode("ann:tulip-4711"), "caf\\xe9 " .. self.token }
      end
      function User:fail() error("no " .. self.token) end
      function User:ask() okit.alert { title = self.token, message = "for tulip-4711" } end
      function User:name_it() okit.transaction("Set " .. self.token, function() self.name = self.token end) end
      okit.ModelDetailTableController:extend("home", { titlePath = "name", sections = { { cells = {
        okit.ModelTableCell { path = "token" } } } } })
      """, to: "secret.lua")
    try folder.write(#"{"example.org": {"user": "ann", "password": "tulip-4711"}}"#, to: "c.json")
    let result = try CommandProcess.run(
      [
        "secret.lua", "--documents", "d", "--format", format, "--credentials-file", "c.json", "--allow", "read",
        "--keep-going", "--exec",
        "call all(); call fail(); call ask(); screen; json; tap OK; call name_it(); undo; redo; get token; why token; "
          + "eval return okit.Model.get().token, okit.Model.get():forms(); changes; tap tok-4711 & more",
      ], in: folder, after: "chmod 600 c.json")
    for part in ["4711", "dG9rLTQ3MTE", "dHVsaXAtNDcxM", "tulip"] {
      #expect(!(result.output + result.errors).contains(part), "\(part): \(result)")
    }
    #expect(result.output.contains("•••"), "\(result)")
  }

  @Test func `the outbox has no value that is stored nowhere else`() throws {
    try folder.write(
      """
      local okit = require "okit"
      local t = okit.types
      local Session = okit.ModelTransient:extend("Session", { token = t.string { secret = true } })
      local Shop = okit.Model:extend("Shop", { name = "", pin = t.string { secret = true, transient = true } })
      local session, shop = okit.Model.register(Session, "session"), okit.Model.register(Shop)
      local Sign = okit.Mutation:extend("Sign", {})
      function Sign:apply() session.token, shop.pin, shop.name = "tok-4711", "pin-4711", "kept" end
      function Sign:send()
        local response = { headers = { ["retry-after"] = "600" } }
        error { code = "net.status", status = 503, message = "later", response = response }
      end
      function Shop:sign() Sign {}:perform() end
      okit.ModelDetailTableController:extend("home", { titlePath = "name" })
      """, to: "sign.lua")
    let arguments = ["sign.lua", "--documents", "d", "--exec", "call sign(); get name"]
    let result = try CommandProcess.run(arguments, in: folder)
    #expect(result.output == "kept\n", "\(result)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/d")
    let texts = files.compactMap { FileManager.default.contents(atPath: "\(folder.path)/d/\($0)") }
      .map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.contains { $0.contains("kept") } && !texts.contains { $0.contains("4711") })
  }

  @Test(arguments: [
    "call check", "call note", "why Length", "call copy", "changes",
    "eval okit.Model.get().pin = okit.Model.get().password",
  ])
  func `stored values of secure fields are secrets in each session`(_ command: String) throws {
    let script = Self.script.replacing(
      "pin = 0 })",
      with:
        """
        pin = 0, length = okit.types.computed(function(self) return 'c:' .. self.password end) })\nfunction \
        User:copy() self.name = self.password end
        """
    )
    .replacing("} } },\n})", with: "okit.ModelTableCell { path = '#Length', detailPath = 'length' } } } },\n})")
    try folder.write(script, to: "app.lua")
    #expect(try run("type Password = hunter2").status == 0)
    let result = try run("screen", command, "changes")
    let shown = result.output.replacing("c:hunter2 ", with: "") + result.errors
    #expect(!shown.contains("hunter2"), "\(result)")
  }

  @Test(arguments: ["state", "validate"])
  func `errors of the store at the end of a session have none`(_ kind: String) throws {
    let failing =
      kind == "state"
      ? "okit.Model.state(function() error('state ' .. okit.Model.get().password) end)"
      : """
      function User:validate() if #self.password > 0 then return { password = 'Not ' .. self.password } end end \
      User.strict = true
      """
    let script = Self.script.replacing("okit.Model.register(User)", with: "\(failing)\nokit.Model.register(User)")
    try folder.write(script, to: "app.lua")
    let result = try run("type Password = hunter2")
    #expect(result.status == 1 && result.errors.contains("•••") && !result.errors.contains("hunter2"), "\(result)")
  }

  @Test func `the preset text of a secure field of an alert is one`() throws {
    let script = Self.script.replacing("secure = true }", with: "secure = true, text = 'hunter2' }")
    try folder.write(script, to: "app.lua")
    let result = try run("call ask", "alert > OK")
    #expect(result.errors.contains("cannot unlock with •••"), "\(result)")
  }

  @Test(arguments: [
    ["type PIN = hunter2"], ["type Password = hunter2", "call check"], ["call ask", "alert Password = hunter2 > OK"],
    ["type Pasword = hunter2"], ["type Password hunter2"], ["type Password = \"hunter2"],
    ["set Password = hunter2", "tap x"],
    ["choose Password = hunter2"], ["action {\"edit\": \"cell:1\", \"text\": \"hunter2\""],
    ["call ask", "alert Pasword = hunter2 > OK"], ["call ask", "alert Password hunter2 > OK"],
    ["call ask", "alert = hunter2 > KO"], ["call ask", "alert Password = a, hunter2 = b > OK"],
    ["type Password = hunter2", "set PIN = hunter2"],
  ])
  func errorsHaveNone(_ commands: [String]) throws {
    let result = try CommandProcess.run(
      ["app.lua", "--documents", "d"], input: commands.joined(separator: "\n") + "\n", in: folder)
    #expect(!result.errors.isEmpty)
    #expect(!(result.output + result.errors).contains("hunter2"), "\(result)")
  }

  @Test func theHistoryHasNone() throws {
    let terminal = try TerminalProcess(["app.lua", "--documents", "d", "--color", "never"], in: folder)
    #expect(terminal.until("> ") != nil)
    let lines = [
      ("type Name = Eve", "~ 1"), ("type Password = hunter2", "~ 2"), ("type Pasword = hunter3", "no cell matches"),
      ("set-path password = hunter4", "is unchanged"), ("type Name = Anne; type PIN = 4711", "is unchanged"),
      ("type Password \"hunter6", "is not closed"),
      ("get name", "Anne"),
    ]
    for (line, answer) in lines {
      try terminal.type(line + "\r")
      #expect(terminal.until(answer) != nil && terminal.until("> ") != nil, "\(line)")
    }
    try terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    let history = try folder.read(".local/state/okit-run/history")
    #expect(history == "type Name = Eve\nget name\n")
  }
}

import Foundation
import OKitLive
import OKitTestSupport
import Testing

@Suite struct ServeCommandTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder(["app.lua": Self.script]) }

  private static let script = """
    local okit = require "okit"
    local Counter = okit.Model:extend("Counter", { count = 0 })
    function Counter:add() self.count = self.count + 1 end
    function Counter:stop() okit.exit(3) end
    function Counter:spin() while true do end end
    okit.Model.initialize(function() okit.Model.register(Counter) end)
    okit.ModelDetailTableController:extend("home", {
      titlePath = "count",
      right = {
        okit.ModelBarButtonItem { title = "#Add", tap = "add()" },
        okit.ModelBarButtonItem { title = "#Stop", tap = "stop()" },
        okit.ModelBarButtonItem { title = "#Spin", tap = "spin()" },
      },
    })
    """

  /// A server that runs, and its address.
  private struct Served {
    let process: CommandProcess
    let port: Int
    let token: String

    func request(_ line: String, body: String = "") throws -> RawClient.Response {
      try RawClient.request(line, port: port, token: token, body: body)
    }

    func tap(_ button: Int) throws -> JSONValue {
      try request("POST /action", body: #"{"action":{"tap":"right:\#(button)"}}"#).json
    }

    func page() throws -> RawClient {
      let client = try RawClient(port: port)
      #expect(try client.requestSocket(token: token).status == 101)
      try client.send(.hello(.init()))
      return client
    }
  }

  private func serve(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Served {
    let process = try CommandProcess(
      ["serve", "app.lua", "--format", "json", "--documents", "d"] + arguments, in: folder, environment: environment,
      errors: "errors")
    let line = process.line()
    if line == nil { Issue.record("no URL: \(try folder.read("errors"))") }
    let json = try JSONValue.parse(json: line ?? "{}")
    let (port, token) = (try json.int("port"), try json.string("token"))
    #expect(json["url"] == .string("http://127.0.0.1:\(port)/#\(token)"))
    return Served(process: process, port: port, token: token)
  }

  private var stateFiles: [String] {
    get throws {
      let state = "\(folder.path)/.local/state/okit-run/serve"
      return try FileManager.default.contentsOfDirectory(atPath: state).map { "\(state)/\($0)" }.sorted()
    }
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `prints the URL, and nothing else`() throws {
    let process = try CommandProcess(["serve", "app.lua"], in: folder)
    let line = try #require(process.line())
    #expect(line.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/#[A-Za-z0-9_-]{43}/) != nil, "\(line)")
    process.signal(SIGTERM)
    #expect(process.line() == nil)
    #expect(process.wait() == (128 + SIGTERM, false))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `stores the state at the end, and says goodbye`(signal: Int32) throws {
    let served = try serve()
    let page = try served.page()
    _ = try page.readMessage("screen")
    #expect(try served.tap(0) == ["type": "done"])
    served.process.signal(signal)
    #expect(try page.readMessage("bye") == ["type": "bye", "reason": "stopped"])
    #expect(served.process.wait() == (128 + signal, false))
    #expect(try CommandProcess.run(["app.lua", "--documents", "d", "--exec", "get count"], in: folder).output == "1\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `reports a state that cannot be stored, and fails`(signal: Int32) throws {
    let served = try serve()
    let page = try served.page()
    _ = try page.readMessage("screen")
    #expect(try served.tap(0) == ["type": "done"])
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/d/okit/data/default.json", withIntermediateDirectories: true)
    served.process.signal(signal)
    #expect(try page.readMessage("bye") == ["type": "bye", "reason": "stopped"])
    #expect(served.process.wait() == (1, false))
    let errors = try folder.read("errors").split(separator: "\n").map { try JSONValue.parse(json: String($0)) }
    #expect(errors.map { $0["code"] } == ["storage.read"])
  }

  @Test func `offers an Inspector, with the prompt of repl and a recorder`() throws {
    let served = try serve()
    let page = try served.page()
    let welcome = try page.readMessage("welcome")
    #expect(welcome["inspect"] == true)
    let instance = try page.readMessage("screen")["screen"]?.int("instance")
    func ask(_ name: String, _ arguments: JSONValue = [:]) throws -> JSONValue? {
      try page.send(.inspect(.init(number: 1, name: name, arguments: arguments)))
      return try page.readMessage("inspected")["result"]
    }
    _ = try ask("open")
    #expect(try ask("run", ["text": "1 + 1"])?["output"] == [["error": false, "text": "2\n"]])
    #expect(try ask("run", ["text": "for n = 1, 2 do"])?["outcome"] == "incomplete")
    #expect(try ask("run", ["text": ":stack"])?["output"] == [["error": false, "text": "home\n"]])
    #expect(try ask("run", ["text": "nothing.name"])?["outcome"] == "failed")
    #expect(try ask("record", ["on": true])?["isOn"] == true)
    try page.send(.act(.init(number: 1, instance: instance, action: ["tap": "right:0"])))
    #expect(try page.readMessage("done") == ["type": "done", "seq": 1])
    _ = try ask("expect", ["element": "title"])
    let test = try #require(try ask("test"))
    #expect("\(test)".contains("app:tap"))
    let result = try #require(try ask("verify"))
    #expect(result["passes"] == true, "\(result)")
    _ = served.process.end(by: SIGTERM)
    let other = try serve(["--no-inspect"])
    let next = try other.page()
    #expect(try next.readMessage("welcome")["inspect"] == false)
    try next.send(.inspect(.init(number: 1, name: "open")))
    #expect(try next.readMessage("inspected")["error"]?["code"] == "inspect.off")
    _ = other.process.end(by: SIGTERM)
  }

  @Test func `tells options of the command line only on standard error`() throws {
    let served = try serve(["--limit-time", "1s"])
    let page = try served.page()
    let instance = try page.readMessage("screen")["screen"]?.int("instance")
    try page.send(.act(.init(number: 1, instance: instance, action: ["tap": "right:2"])))
    let answer = try page.readMessage("done")
    #expect(answer["error"]?["code"] == "lua.limit", "\(answer)")
    #expect(answer["error"]?["hint"] == nil)
    let unknown = try served.request("POST /action", body: #"{"action":{"tab":"right:2"}}"#).json
    #expect(unknown["error"]?["hint"] == "did you mean \"tap\"?")
    _ = served.process.end(by: SIGTERM)
    let errors = try folder.read("errors").split(separator: "\n").map { try JSONValue.parse(json: String($0)) }
    #expect(errors.map { $0["hint"] } == ["raise it with --limit-time"])
  }

  @Test func `keeps token and port for the user alone`() throws {
    let first = try serve()
    let files = try stateFiles
    #expect(files.count == 1)
    #expect(try mode(try #require(files.first)) == 0o600)
    _ = first.process.end(by: SIGTERM)
    let second = try serve()
    #expect((second.port, second.token) == (first.port, first.token))
    _ = second.process.end(by: SIGTERM)
    let third = try serve(["--new-token"])
    #expect(third.port == first.port)
    #expect(third.token != first.token)
    #expect(try RawClient.request("GET /screen", port: third.port, token: first.token).status == 401)
    _ = third.process.end(by: SIGTERM)
    // Others could have read it.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: try #require(files.first))
    let fourth = try serve()
    #expect(fourth.token != third.token)
    #expect(try mode(try #require(files.first)) == 0o600)
    _ = fourth.process.end(by: SIGTERM)
  }

  @Test func `chooses another port if the kept one is in use, and not if it was asked for`() throws {
    let first = try serve()
    _ = first.process.end(by: SIGTERM)
    let other = try TestFolder(["app.lua": Self.script])
    let taker = try CommandProcess(
      ["serve", "app.lua", "--port", "\(first.port)", "--format", "json"], in: other)
    #expect(taker.line()?.contains("\(first.port)") == true)
    let second = try serve()
    #expect(second.port != first.port)
    #expect(second.token == first.token)
    _ = second.process.end(by: SIGTERM)
    let refused = try CommandProcess.run(
      ["serve", "app.lua", "--port", "\(first.port)", "--format", "json"], in: folder)
    #expect(refused.status == 1)
    #expect(try JSONValue.parse(json: refused.errors)["code"] == "live.port")
    _ = taker.end(by: SIGTERM)
  }

  @Test func `reloads the script in open pages`() throws {
    let served = try serve()
    let page = try served.page()
    _ = try page.readMessage("screen")
    try folder.write("local a = = 1", to: "app.lua")
    let failure = try page.readMessage("notice")
    #expect(failure["reload"] == "failed")
    #expect(try served.page().readMessage("notice")["reload"] == "failed")
    try folder.write(Self.script.replacing("\"count\"", with: "\"#Now ,count\""), to: "app.lua")
    #expect(try page.readMessage("update")["changes"]?["fields"]?["title"] == "Now 0")
    #expect(try page.readMessage("notice") == ["type": "notice", "reload": "done"])
    _ = served.process.end(by: SIGTERM)
    let still = try serve(["--no-watch"])
    try folder.write("local a = = 1", to: "app.lua")
    #expect(try still.tap(0) == ["type": "done"])
    _ = still.process.end(by: SIGTERM)
    #expect(!(try folder.read("errors")).contains("reload"))
  }

  @Test func `ends as the script asks`() throws {
    let served = try serve()
    _ = try served.tap(1)
    #expect(served.process.wait() == (3, false))
  }

  @Test func `stores nothing with --no-store`() throws {
    let served = try serve(["--no-store"])
    #expect(try served.tap(0) == ["type": "done"])
    _ = served.process.end(by: SIGTERM)
    #expect(!folder.exists("d"))
  }

  @Test func `opens a private file in the browser`() throws {
    try folder.write(
      "#!/bin/sh\ncp \"$1\" \(folder.path)/page.html; echo \"$@\" >\(folder.path)/arguments\n", to: "browser")
    try folder.setMode(0o755, of: "browser")
    mkfifo("\(folder.path)/arguments", 0o600)
    let served = try serve(["--open"], environment: ["BROWSER": "\(folder.path)/browser"])
    // Waits for the browser.
    let reader = try #require(FileHandle(forReadingAtPath: "\(folder.path)/arguments"))
    let arguments = String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
    #expect(arguments.hasSuffix(".html\n"))
    #expect(!arguments.contains(served.token))
    #expect(try folder.read("page.html").contains("url=http://127.0.0.1:\(served.port)/#\(served.token)\""))
    #expect(try stateFiles.count == 2)
    for file in try stateFiles { #expect(try mode(file) == 0o600) }
    _ = served.process.end(by: SIGTERM)
    #expect(try stateFiles.count == 1)
  }

  @Test func `asks the page for the passphrase`() throws {
    let encrypted = Self.script.replacing("okit.Model:extend(", with: "okit.ModelEncrypted:extend(")
    try folder.write(encrypted, to: "app.lua")
    let served = try serve(["--ask"])
    #expect(try served.request("GET /screen").json["code"] == "app.covered")
    let page = try served.page()
    #expect(try page.readMessage() == ["type": "passphrase", "new": true])
    try page.send(.passphrase("correct horse"))
    #expect(try page.readMessage("screen")["screen"]?["title"] == "0")
    #expect(try served.tap(0) == ["type": "done"])
    _ = served.process.end(by: SIGTERM)
    let again = try serve(["--ask"])
    let next = try again.page()
    #expect(try next.readMessage() == ["type": "passphrase", "new": false])
    try next.send(.passphrase("wrong"))
    #expect(try next.readMessage()["error"]?["code"] == "storage.key")
    try next.send(.passphrase("correct horse"))
    #expect(try next.readMessage("screen")["screen"]?["title"] == "1")
    _ = again.process.end(by: SIGTERM)
  }

  @Test(arguments: [
    ["--port", "0"], ["--port", "65536"], ["--latency", "-1"], ["--latency", "60001"], ["--allow-host", "a:1"],
    ["--allow-host", ""], ["--exec", "back"],
  ])
  func `rejects wrong options`(_ arguments: [String]) throws {
    #expect(try CommandProcess.run(["serve", "app.lua"] + arguments, in: folder).status == 2)
  }

  @Test func `says which ports there are`() throws {
    let result = try CommandProcess.run(["serve", "app.lua", "--port", "0"], in: folder)
    #expect(result.errors.contains("--port must be from 1 to 65535, not 0; leave it out for a free port."))
  }

  @Test func `needs an application`() throws {
    try folder.write("print('hello')", to: "app.lua")
    let result = try CommandProcess.run(["serve", "app.lua", "--format", "json"], in: folder)
    #expect(result.status == 1)
    #expect(result.output == "")
    let error = try #require(result.errors.split(separator: "\n").last)
    #expect(try JSONValue.parse(json: String(error))["code"] == "controller.none")
  }
}

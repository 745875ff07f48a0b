import Dispatch
import Foundation
import OKitEngine
import OKitTestSupport
import Synchronization
import Testing

/// Sessions that store on a server when a signal ends them.
@Suite struct RemoteSignalTests {
  /// Holds the first request of a process until the test has sent its signal.
  private final class Gate: Sendable {
    let arrived = DispatchSemaphore(value: 0)
    let open = DispatchSemaphore(value: 0)
    private let isUsed = Atomic(false)

    func wait() {
      guard !isUsed.exchange(true, ordering: .relaxed) else { return }
      arrived.signal()
      open.wait()
    }
  }

  private let server: HostileServer
  private let folder: TestFolder
  private let gate = Gate()

  init() throws {
    server = try HostileServer()
    let model = """
      local okit = require "okit"
      local Shop = okit.ModelHttp:extend("Shop", { mine = "", theirs = "", count = 0 })

      """
    folder = try TestFolder([
      "program.lua": """
      \(model)local shop = okit.Model.register(Shop)
      shop.theirs = "x"
      okit.Model.storeState():wait()
      print("ready")
      io.read("l")
      shop.mine = "mine"
      print(okit.Model.storeState():wait())
      for i = 1, 1000 do
        shop.count = i
        print(i, okit.Model.storeState():wait())
      end
      """,
      "session.lua": """
      \(model)okit.Model.endpoint { timeout = 5 }
      okit.Model.initialize(function() okit.Model.register(Shop).theirs = "x" end)
      okit.ModelDetailTableController:extend("home", { titlePath = "mine", edit = false })
      """,
    ])
  }

  private func start(_ script: String) throws -> CommandProcess {
    let process = try CommandProcess(
      [script, "--documents", "d", "--endpoint", server.url, "--allow", "read"], in: folder, errors: "errors")
    if script == "session.lua" { try process.send("store\neval print('ready')\n") }
    while let line = process.line(), line != "ready" {}
    return process
  }

  /// Lets the process begin to store when others have stored another property.
  private func beginStore(_ process: CommandProcess, isSession: Bool) throws {
    let stored = try #require(server.text("default.json"))
    server.put("default.json", stored.replacing("\"theirs\": \"x\"", with: "\"theirs\": \"others\""))
    #expect(server.text("default.json")?.contains("others") == true)
    try process.send(isSession ? "set-path mine = mine\nstore\n" : "\n")
    try #require(gate.arrived.wait(timeout: .now() + 300) == .success, "nothing is stored")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT], ["program.lua", "session.lua"])
  func `a store that meets a conflict is merged`(signal: Int32, script: String) throws {
    let process = try start(script)
    server.setFault { [gate] _, request in
      if request.method == .put { gate.wait() }
      return nil
    }
    try beginStore(process, isSession: script == "session.lua")
    process.signal(signal)
    gate.open.signal()
    #expect(process.wait() == (128 + signal, false))
    let text = try #require(server.text("default.json"))
    #expect(text.contains("\"mine\": \"mine\"") && text.contains("others"), "\(text)")
    // Nothing is stored after it.
    #expect(text.contains("\"count\": 0"))
    #expect(try folder.read("errors") == "")
    #expect(!folder.exists("d/okit/pending/default/manifest.json"))
  }

  @Test func `a server that does not answer is waited for as long as the time limit of a request`() throws {
    let process = try start("session.lua")
    server.setFault { [gate] _, request in
      guard request.method == .put else { return nil }
      gate.wait()
      return .stalled(0)
    }
    try beginStore(process, isSession: true)
    process.signal(SIGTERM)
    gate.open.signal()
    #expect(process.wait() == (128 + SIGTERM, false))
    let errors = try folder.read("errors")
    #expect(errors.contains("default.json") && errors.contains("the next start sends it"), "\(errors)")
    server.recover()
    let next = try CommandProcess.run(
      ["session.lua", "--documents", "d", "--endpoint", server.url, "--exec", "get mine; get theirs"], in: folder)
    #expect(next.output == "mine\nx\n", "\(next)")
    #expect(!folder.exists("d/okit/pending/default/manifest.json"))
  }

  @Test func `a server that refuses each request ends a program with a message`() throws {
    let process = try start("program.lua")
    server.setFault { [gate] _, request in
      guard request.method == .put else { return nil }
      gate.wait()
      return .refused("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
    }
    try beginStore(process, isSession: false)
    process.signal(SIGTERM)
    gate.open.signal()
    #expect(process.wait() == (128 + SIGTERM, false))
    #expect(try folder.read("errors").contains("the server answered PUT with the status 403"))
    #expect(folder.exists("d/okit/pending/default/manifest.json"))
  }

  @Test func `the second signal ends the process`() throws {
    let process = try start("program.lua")
    server.setFault { [gate] _, request in
      if request.method == .put { gate.wait() }
      return nil
    }
    try beginStore(process, isSession: false)
    process.signal(SIGTERM)
    process.signal(SIGHUP)
    #expect(process.wait().wasKilled)
    gate.open.signal()
    #expect(folder.exists("d/okit/.storing/pending.log"))
  }
}

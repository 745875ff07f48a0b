import Foundation
import OKitEngine
import OKitTestSupport
import Testing

/// Processes that store one model on a real server.
@Suite struct RemoteProcessTests {
  /// A writer changes its own properties, and adds and removes its own entries: its number tells what it has done.
  private static let script = """
    local okit = require "okit"
    local t = okit.types
    local writer, class = okit.arguments[1], okit.arguments[2] or "ModelHttp"
    local Entry = okit.ModelEntity:extend("Entry", { name = "", a = 0, b = 0 })
    okit.ModelEntity:extend("Page", { a = 0, b = 0 })
    local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred "Page" })
    local Shop = okit[class]:extend("Shop", {
      a = 0, b = 0, entries = t.list(Entry), part = t.entity(PageDefer), scan = t.entity(okit.ModelData),
    })
    function Shop:edit()
      local number = self[writer] + 1
      self[writer] = number
      self.entries:add(Entry { name = writer .. number })
      self.entries[1][writer] = number
      if number % 5 == 0 then self.part.page[writer] = number end
      -- Files cannot be merged: only one writer has one.
      if writer == "a" and number % 7 == 0 then self.scan = okit.ModelData { data = "scan " .. number } end
      if number % 3 > 0 then return end
      for _, entry in ipairs(self.entries) do
        if entry.name == writer .. (number - 2) then return self.entries:remove(entry) end
      end
    end
    function Shop:number() return self[writer] end
    function Shop:report()
      local names = {}
      for i, entry in ipairs(self.entries) do names[i] = entry.name end
      local page, first = self.part.page, self.entries[1]
      return ("%d %d %d %d %d %d;%s;%s"):format(
        self.a, self.b, first.a, first.b, page.a, page.b, self.scan and self.scan.data or "", table.concat(names, " "))
    end
    okit.Model.initialize(function()
      local shop = okit.Model.register(Shop, "shop")
      if #shop.entries == 0 then
        shop.part = PageDefer {}
        shop.part.page.a = 0
        shop.entries:add(Entry { name = "first" })
      end
      okit.Model.state(function() okit.Model.store(shop) end)
    end)
    okit.ModelDetailTableController:extend("home", { contextPath = "shop>", titlePath = "#Home" })
    okit.ModelApplicationController:extend("app", { homeIdentifier = "home" })
    """

  /// One of several processes with one model.
  private final class Writer {
    let name: String
    private let run: Run
    private(set) var process: CommandProcess
    /// The number of edits that are stored.
    private(set) var stored = 0
    /// The number of edits that the process still has to do.
    private(set) var waiting = 0
    /// Whether the process is not the first one.
    private(set) var hasStartedAgain = false

    init(_ name: String, _ run: Run) throws {
      (self.name, self.run) = (name, run)
      process = try run.start(name)
    }

    /// Lets a process that has just started do edits, each of which it stores.
    func send(_ edits: Int) throws {
      waiting = edits
      try process.send(String(repeating: "call edit()\nstore\nget number()\n", count: edits))
    }

    /// Waits for the next edit. - Returns: Whether it is stored; false when there is none, or the process has ended.
    func next() throws -> Bool {
      guard waiting > 0, let line = process.line() else { return false }
      waiting -= 1
      stored = try #require(Int(line), "\(name): \(line)")
      return true
    }

    /// Kills the process.
    func kill() {
      for line in process.kill() { stored = Int(line) ?? stored }
      waiting = 0
    }

    /// Starts the process again, where it sends first what it has not sent.
    func start() throws {
      hasStartedAgain = true
      process = try run.start(name)
      try process.send("get number()\n")
      let line = try #require(process.line(), "\(name) does not start again")
      let number = try #require(Int(line), "\(name): \(line)")
      #expect(number >= stored, "\(name) has lost what was stored, seed \(run.seed)")
      stored = number
    }
  }

  /// A server, and the folder with the documents of its writers.
  private final class Run {
    let server: WebDAVServer
    let folder: TestFolder
    let seed: UInt64
    private let model: String

    init(_ model: String, seed: UInt64) throws {
      server = try WebDAVServer(.lighttpd)
      folder = try TestFolder(["app.lua": RemoteProcessTests.script], isInMemory: true)
      (self.model, self.seed) = (model, seed)
      let created = try CommandProcess.run(arguments("a") + ["--exec", "store"], in: folder)
      try #require(created.status == 0, "\(created)")
    }

    private func arguments(_ name: String) -> [String] {
      ["app.lua", "--documents", name, "--endpoint", server.url, "--", name, model]
    }

    func start(_ name: String) throws -> CommandProcess {
      try CommandProcess(arguments(name), in: folder)
    }

    /// Checks that the server has exactly what its writers have done.
    ///
    /// - Parameter documents: The folder with the keys of the model; a new one for a plain model.
    func check(_ writers: [Writer], documents: String) throws {
      let result = try CommandProcess.run(
        ["app.lua", "--documents", documents, "--endpoint", server.url, "--exec", "get report()", "--", "a", model],
        in: folder)
      try #require(result.status == 0, "\(result)")
      let parts = result.output.split(whereSeparator: { $0 == ";" || $0 == "\n" })
      let numbers = parts[0].split(separator: " ").compactMap { Int($0) }
      try #require(numbers.count == 6, "\(result)")
      var expected: Set = ["first"]
      for (index, writer) in writers.enumerated() {
        let number = numbers[index]
        #expect(number >= writer.stored, "\(writer.name) has lost an edit, seed \(seed)")
        #expect(numbers[2 + index] == number, "\(writer.name): the entry of both, seed \(seed)")
        #expect(numbers[4 + index] == number / 5 * 5, "\(writer.name): the partial, seed \(seed)")
        for edit in stride(from: 1, through: number, by: 1) where edit % 3 != 1 || edit + 2 > number {
          expected.insert("\(writer.name)\(edit)")
        }
      }
      let names = (parts.last ?? "").split(separator: " ").map(String.init)
      #expect(Set(names) == expected, "seed \(seed)")
      #expect(names.count == expected.count, "twice, seed \(seed)")
      if numbers[0] >= 7 { #expect(parts[1] == "scan \(numbers[0] / 7 * 7)", "seed \(seed)") }
    }
  }

  @Test func `two processes with one model lose none of their edits`() throws {
    let run = try Run("ModelHttp", seed: 0)
    let writers = [try Writer("a", run), try Writer("b", run)]
    let edits = LongTests.areOn ? 500 : 50
    for writer in writers { try writer.send(edits) }
    var restarts = 0
    while let writer = writers.min(by: { $0.stored < $1.stored }), writer.stored < edits {
      if try writer.next() { continue }
      // A process ends when others were faster five times in a row.
      restarts += 1
      try #require(restarts < edits, "\(writer.name) makes no progress")
      writer.kill()
      try writer.start()
      try writer.send(edits - writer.stored)
    }
    for writer in writers {
      let status = try writer.process.end()
      // Others may also be faster while it sends what it has not sent, which it reports when it starts.
      #expect(status == 0 || writer.hasStartedAgain, "\(writer.name)")
    }
    try run.check(writers, documents: "reader")
    #expect(writers.map(\.stored) == [edits, edits])
  }

  @Test(arguments: [("ModelHttp", ["a", "b"]), ("ModelEncryptedHttp", ["a"])])
  func `processes and a server that are killed lose nothing`(model: String, names: [String]) throws {
    let seed: UInt64 = 20_261_123
    let run = try Run(model, seed: seed)
    var random = SplitMix64(seed: seed)
    let writers = try names.map { try Writer($0, run) }
    for writer in writers { try writer.send(10) }
    for _ in 1...(LongTests.areOn ? 200 : 12) {
      let writer = writers[Int.random(in: 0..<writers.count, using: &random)]
      for _ in 0..<Int.random(in: 0..<5, using: &random) where try !writer.next() { break }
      if writer.waiting > 0, Int.random(in: 0..<3, using: &random) == 0 {
        try run.server.killAndStart()
      } else {
        writer.kill()
        try writer.start()
        try writer.send(10)
      }
    }
    for writer in writers { writer.kill() }
    for writer in writers {
      try writer.start()
      #expect(try writer.process.end() == 0)
    }
    try run.check(writers, documents: model == "ModelHttp" ? "reader" : "a")
  }

  @Test func `a server that ignores conditions gets nothing`() throws {
    let server = try WebDAVServer(.nginx)
    let folder = try TestFolder(["app.lua": Self.script])
    let options = ["app.lua", "--documents", "d", "--endpoint", server.url, "--exec", "store", "--", "a"]
    for _ in 1...2 {
      let result = try CommandProcess.run(options, in: folder)
      #expect(result.status == 1)
      #expect(result.errors.contains("the server ignores If-None-Match"), "\(result)")
      #expect(folder.exists("d/okit/pending/shop/new/shop.json"))
    }
    let plain = Self.script.replacingOccurrences(
      of: "local t = okit.types", with: "local t = okit.types\nokit.Model.endpoint { conditions = false }")
    try folder.write(plain, to: "app.lua")
    let result = try CommandProcess.run(options, in: folder)
    #expect(result.status == 0, "\(result)")
    #expect(!folder.exists("d/okit/pending/shop/new/shop.json"))
    withExtendedLifetime(server) {}
  }
}

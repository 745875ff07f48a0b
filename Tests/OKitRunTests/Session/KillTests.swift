import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Killing the process at any moment never loses the last stored state, whatever the models are stored as.
///
/// `OKIT_KILLS` is the number of kills of all kinds together: few by default, 1,000 in the long tests.
@Suite struct KillTests {
  fileprivate static let kills = ProcessInfo.processInfo.environment["OKIT_KILLS"].flatMap { Int($0) }

  /// What a state is stored as.
  struct Kind: CustomTestStringConvertible {
    var testDescription: String
    /// The class of its models.
    var model = "Model"
    /// The length of a text that makes the document of the first model large.
    var padding = 0
    /// Whether its models are stored all or none. Each database commits alone.
    var isDocument = true
    /// A file that shows that the kind was used.
    var file = "okit/data/default.json"

    static let all = [
      Kind(testDescription: "documents"),
      // A small document is written whole. A large one has a journal, which grows until a checkpoint.
      Kind(testDescription: "journals", padding: 70_000, file: "okit/data/default.json.journal"),
      Kind(testDescription: "encrypted documents", model: "ModelEncrypted", file: "okit/keys/keys.json"),
      Kind(
        testDescription: "encrypted journals", model: "ModelEncrypted", padding: 70_000,
        file: "okit/data/default.json.journal"),
      Kind(testDescription: "databases", model: "ModelSQLite", isDocument: false, file: "okit/data/default.sqlite"),
    ]

    /// An application with two models, a blob and a partial, which all have the same number.
    var script: String {
      """
      local okit = require "okit"
      local t = okit.types
      local Entry = okit.ModelEntity:extend("Entry", { text = "" })
      okit.ModelEntity:extend("Page", { number = 0 })
      local PageDefer = okit.ModelPartial:extend("PageDefer", { page = t.deferred "Page" })
      local Other = okit.\(model):extend("Other", { number = 0, entries = t.list(Entry) })
      local Book = okit.\(model):extend("Book", {
        number = 0, entries = t.list(Entry), padding = "",
        scan = t.entity(okit.ModelData), part = t.entity(PageDefer),
      })
      local book, other
      local function fill(entries)
        entries:add(Entry { text = ("x"):rep(200) })
        if #entries > 50 then entries:clear() end
      end
      function Book:step()
        self.number = self.number + 1
        other.number = self.number
        fill(self.entries)
        fill(other.entries)
        if self.number % 3 == 0 then self.scan = okit.ModelData {} end
        self.scan.data = ("y"):rep(self.number % 7) .. self.number
        self.part.page.number = self.number
      end
      function Book:summary()
        local scan = (self.scan.data or "0"):gsub("y", "")
        return ("%d %d %d %d"):format(self.number, scan, self.part.page.number, other.number)
      end
      okit.Model.initialize(function()
        other = okit.Model.register(Other, "other")
        book = okit.Model.register(Book)
        if book.padding == "" then
          book.padding = ("x"):rep(\(max(1, padding)))
          book.scan, book.part = okit.ModelData {}, PageDefer {}
        end
      end)
      okit.Model.state(function()
        okit.Model.store(other)
        okit.Model.store(book)
      end)
      okit.ModelDetailTableController:extend("home", { titlePath = "number", sections = {} })
      """
    }
  }

  /// What a process finds after the one before was killed.
  private struct Report {
    var kills = 0
    /// The state of the last store that had been acknowledged.
    var acknowledged = 0
    /// A state whose store had ended without having been able to say so.
    var later = 0
  }

  @Test(arguments: Kind.all.enumerated().map { ($0, $1) })
  func nothingThatWasStoredIsLost(index: Int, kind: Kind) throws {
    let folder = try TestFolder(["app.lua": kind.script])
    let seed = 20_200_131 + UInt64(index)
    var random = SplitMix(seed: seed)
    var (stored, report) = (0, Report())
    let kills = max(1, (Self.kills ?? 40) / Kind.all.count)
    while report.kills < kills {
      let process = try CommandProcess(["app.lua", "--documents", "d"], in: folder)
      try process.send("get summary()\n")
      let summary = try #require(process.line(), "seed \(seed), after \(report.kills) kills")
      let numbers = summary.split(separator: " ").compactMap { Int($0) }
      let number = try #require(numbers.first)
      try #require(numbers.count == 4 && number >= stored, "seed \(seed), after \(report.kills) kills: \(summary)")
      let difference = kind.isDocument ? 0 : 1
      let isWhole = numbers.dropLast().allSatisfy { $0 == number } && abs(numbers[3] - number) <= difference
      try #require(isWhole, "seed \(seed), after \(report.kills) kills: \(summary)")
      if number == stored { report.acknowledged += 1 } else { report.later += 1 }
      stored = number
      try process.send(String(repeating: "call step()\nstore\nget number\n", count: 100))
      for _ in 0..<(random.next() % 12) { stored = try #require(process.line().flatMap { Int($0) }) }
      for line in process.kill() { stored = Int(line) ?? stored }
      try checkDatabases(in: folder, "seed \(seed), after \(report.kills) kills")
      report.kills += 1
    }
    #expect(folder.exists("d/\(kind.file)"))
    // A kill between a store and the deletion of a file that it no longer needs leaves the file.
    let verify = ["models", "verify", "app.lua", "--documents", "d"]
    _ = try CommandProcess.run(verify + ["--repair"], in: folder)
    let verified = try CommandProcess.run(verify, in: folder)
    #expect(verified.status == 0, "\(verified)")
    guard Self.kills != nil else { return }
    print(
      """
      \(kind.testDescription): \(report.kills) kills, seed \(seed): \(report.acknowledged) times the acknowledged \
      state, \(report.later) times a later one, none lost, none mixed; \(stored) stores
      """)
  }

  /// Checks what a kill has left of the databases, before the next process repairs it.
  private func checkDatabases(in folder: TestFolder, _ comment: String) throws {
    for name in ["default", "other"] {
      let file = "d/okit/data/\(name).sqlite"
      guard folder.exists(file) else { continue }
      let connection = try SQLiteConnection("\(folder.path)/\(file)", .read)
      try #require(try connection.values("PRAGMA integrity_check") == [.text("ok")], "\(comment): \(file)")
    }
  }
}

/// A process that is killed while it sends mutations loses none of them, and sends none again whose answer was stored.
///
/// `OKIT_KILLS` is the number of kills of all kinds together, 500 in the long tests.
extension KillTests {
  /// Sends mutations with latencies and statuses at random, and keeps the numbers of those with an answer.
  private static let sending = """
    local okit = require "okit"
    local t = okit.types
    local class, url = okit.arguments[1], okit.arguments[2]
    local Log = okit[class]:extend("Log", { performed = 0, total = 0, answered = t.list(t.int) })
    local log
    local Step = okit.Mutation:extend("Step", { number = 0 })
    function Step:apply() log.total = log.total + 1 end
    function Step:send(key)
      okit.sleep(math.random() * 0.02)
      local status = math.random(10) == 1 and 503 or self.number % 7 == 0 and 422 or 200
      local path = ("%s/%d/%d"):format(url, status, self.number)
      local response = okit.fetch { url = path, method = "POST", headers = { ["Idempotency-Key"] = key }, timeout = 5 }
      okit.sleep(math.random() * 0.02)
      return response
    end
    function Step:done() log.answered:add(self.number) end
    function Log:perform()
      if #okit.outbox.pending > 30 then return end
      for _ = 1, math.random(3) do
        self.performed = self.performed + 1
        Step { number = self.performed }:perform()
      end
    end
    function Log:summary()
      okit.outbox.retry()
      local numbers = table.concat(self.answered:map(tostring), " ")
      return ("%d %d %d %s"):format(self.performed, self.total, #okit.outbox.pending, numbers)
    end
    okit.Model.initialize(function()
      log = okit.Model.register(Log)
      okit.Model.state(function() okit.Model.store(log) end)
    end)
    okit.ModelDetailTableController:extend("home", { titlePath = "performed", sections = {} })
    """

  private struct Summary {
    /// The numbers of mutations that were performed, that changed the model, and that are in the outbox.
    var (performed, total, pending) = (0, 0, 0)
    var answered: [Int] = []

    /// Asks a process, which sends what waits for its next attempt.
    init(of process: CommandProcess, _ comment: Comment) throws {
      try process.send("get summary()\n")
      let numbers = try #require(process.line(), comment).split(separator: " ").compactMap { Int($0) }
      try #require(numbers.count >= 3, comment)
      (performed, total, pending) = (numbers[0], numbers[1], numbers[2])
      answered = Array(numbers.dropFirst(3))
    }
  }

  @Test(arguments: ["Model", "ModelEncrypted", "ModelSQLite"])
  func noMutationIsLostOrSentAgain(class name: String) throws {
    let folder = try TestFolder(["app.lua": Self.sending])
    let server = try HTTPServer { request in
      .complete(request.line.split(separator: "/").dropFirst().first.flatMap { Int($0) } ?? 400)
    }
    let arguments = ["app.lua", "--documents", "d", "--allow", "net=127.0.0.1", "--", name, server.url]
    let seed: UInt64 = 20_200_131
    var random = SplitMix(seed: seed)
    /// The requests that had arrived when the answer of a mutation was stored.
    var answered: [Int: Int] = [:]
    var summary: Summary
    let kills = max(1, (Self.kills ?? (LongTests.areOn ? 500 : 15)) / 3)
    for kill in 0..<kills {
      let process = try CommandProcess(arguments, in: folder)
      summary = try Summary(of: process, "seed \(seed), after \(kill) kills")
      for number in summary.answered where answered[number] == nil { answered[number] = server.requests.count }
      try process.send(String(repeating: "call perform()\nadvance 0.03s\nget performed\n", count: 100))
      for _ in 0..<(random.next() % 12) { _ = process.line() }
      _ = process.kill()
    }
    let process = try CommandProcess(arguments, in: folder)
    repeat {
      summary = try Summary(of: process, "at the end")
      try process.send("advance 0.1s\n")
    } while summary.pending > 0
    #expect(try process.end() == 0)
    let expected = (1...max(1, summary.performed)).filter { $0 % 7 != 0 && $0 <= summary.performed }
    #expect(summary.answered.sorted() == expected)
    #expect(summary.total == expected.count)
    var keys: [Int: Set<String>] = [:]
    for (index, request) in server.requests.enumerated() {
      let number = try #require(request.line.split(separator: "/").last.flatMap { Int($0) })
      keys[number, default: []].insert(request.header("Idempotency-Key") ?? "")
      #expect(index < answered[number] ?? .max, "\(number) was sent after its answer was stored")
    }
    #expect(keys.count == summary.performed && keys.values.allSatisfy { $0.count == 1 })
  }
}

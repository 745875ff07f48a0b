import Foundation
import OKitTestSupport
import Testing

@testable import OKitSQLite

/// Killing the process at any moment never loses the last stored state, whatever the models are stored as.
///
/// `OKIT_KILLS` is the number of kills of all kinds together: few by default, 1,000 in the long tests.
@Suite struct KillTests {
  private static let kills = ProcessInfo.processInfo.environment["OKIT_KILLS"].flatMap { Int($0) }

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

/// A small generator with a seed, so that a failure can be repeated.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

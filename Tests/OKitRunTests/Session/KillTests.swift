import Foundation
import OKitTestSupport
import Testing

/// Killing the process at any moment never loses the last stored state.
@Suite struct KillTests {
  /// - Parameter padding: The length of a text that makes the document large.
  private static func script(padding: Int) -> String {
    """
    local okit = require "okit"
    local t = okit.types
    local Entry = okit.ModelEntity:extend("Entry", { text = "" })
    local Book = okit.Model:extend("Book", { number = 0, check = 0, entries = t.list(Entry), padding = "" })
    function Book:step()
      self.number = self.number + 1
      self.check = self.number * 7
      self.entries:add(Entry { text = ("x"):rep(200) })
      if #self.entries > 100 then self.entries:clear() end
    end
    local book
    okit.Model.initialize(function() book = okit.Model.register(Book) end)
    book.padding = ("x"):rep(\(padding))
    okit.Model.state(function() okit.Model.store(book) end)
    okit.ModelDetailTableController:extend("home", { titlePath = "number", sections = {} })
    """
  }

  /// A small document is written whole. A large one has a journal, which grows until a checkpoint.
  @Test(arguments: [0, 70_000])
  func nothingThatWasStoredIsLost(padding: Int) throws {
    let folder = try TestFolder(["app.lua": Self.script(padding: padding)])
    var random = SplitMix(seed: 20_200_131)
    var (stored, stores, kills) = (0, 0, 0)
    while stores < 200 {
      let process = try CommandProcess(["app.lua", "--documents", "d"], in: folder)
      try process.send("get number\nget check\n")
      let number = try #require(process.line().flatMap(Int.init), "after \(kills) kills")
      // A store may have ended without having been able to say so.
      #expect(number >= stored, "after \(kills) kills")
      #expect(process.line() == "\(number * 7)")
      stored = number
      try process.send(String(repeating: "call step()\nstore\nget number\n", count: 200))
      let acknowledged = Int(random.next() % 12)
      for _ in 0..<acknowledged { stored = try #require(process.line().flatMap(Int.init)) }
      for line in process.kill() { stored = Int(line) ?? stored }
      stores = stored
      kills += 1
    }
    #expect(kills > 0)
    #expect(folder.exists("d/okit/data/default.json.journal") == (padding > 0))
    let verified = try CommandProcess.run(["models", "verify", "app.lua", "--documents", "d"], in: folder)
    #expect(verified.status == 0, "\(verified)")
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

import OKitEngine
import OKitTestSupport
import Testing

@testable import OKitLua
@testable import OKitTestRunner

@Suite("Launched applications")
struct TestFileRunnerLifeTests {
  @Test("leave nothing behind when they have ended")
  func census() throws {
    let folder = try TestFolder([
      "app.lua": NotesSample.script,
      "a_test.lua": """
      for i = 1, 1000 do
        it("test " .. i, function()
          local app = okit.launch("app.lua", \(NotesSample.fixture))
          expect(app:row("Apples").text).to_be("Apples")
          expect(app:model().notes[1].name).to_be("Apples")
          app:model().notes[1]:observe("name", function() end)
          app:set("notes[0]/name", "Nuts")
        end)
      end
      """,
    ])
    let host = try TestFileRunner(file: "\(folder.path)/a_test.lua")
    defer { host.close() }
    let census = Census()
    host.onLaunch = { census.runtimes.append(WeakRuntime($0.session.runtime)) }
    let counts = try host.run(TestFileRunner.Selection()) { event in
      if event.kind == .start { return }
      census.ended += 1
      guard census.ended % 250 == 0 else { return }
      try host.state.collectGarbage()
      census.memory.append(host.state.memory)
    }
    #expect(counts.selected == 1000 && counts.failed == 0)
    #expect(census.runtimes.count == 1000)
    #expect(census.runtimes.allSatisfy { $0.runtime == nil })
    #expect(host.pool.count == 1)
    // The result of each test stays; what it did must not.
    let perTest = (census.memory[3] - census.memory[1]) / 500
    #expect(perTest < 300, "\(perTest) bytes a test: \(census.memory)")
  }

  private final class Census {
    var ended = 0
    var memory: [Int] = []
    var runtimes: [WeakRuntime] = []
  }

  private struct WeakRuntime {
    weak var runtime: AppRuntime?
    init(_ runtime: AppRuntime) { self.runtime = runtime }
  }
}

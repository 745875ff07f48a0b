import Foundation
import OKitEngine
import OKitLua
import Testing

/// Programs end with what they have started.
@Suite struct ProgramTests {
  let folder: PermittedFolder
  init() throws { folder = try PermittedFolder() }

  static let waiting = [
    "os.execute('\(command)')", "io.popen('\(command)'):read('a')", "io.popen('\(command)'):close()",
    "local p <close> = io.popen('\(command)') while true do end",
  ]
  private static let command = "sleep 600 & echo $! >@/in/number; mv @/in/number @/in/program; wait"

  /// At a terminal, programs stay in the group that may read from it.
  @Test(.enabled(if: isatty(STDIN_FILENO) == 0), arguments: waiting)
  func aLimitEndsAllOfAProgram(text: String) throws {
    // On a busy machine, a short limit may come before the program.
    for seconds in [0.5, 5, 50] where folder.text("in/program") == nil {
      let sandbox = try folder.sandbox("os", limits: LuaLimits(time: .seconds(seconds)))
      #expect(sandbox.failure(text.replacingOccurrences(of: "@", with: folder.path))?.code == "lua.limit")
      sandbox.state.close()
    }
    let program = try #require(folder.text("in/program")?.split(separator: "\n").first)
    // The bridge has already sent the signal; another process reaps the program.
    while isAlive(String(program)) { sched_yield() }
  }

  private func isAlive(_ process: String) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  @Test func aProgramOfItsOwnIsInterruptedToo() throws {
    let sandbox = try folder.sandbox("os")
    try sandbox.state.register("interrupt") { _ in
      LuaState.interrupt()
      return .nothing
    }
    let text =
      "local p = io.popen('trap \"echo told; exit\" INT; echo on; while :; do sleep 0.1; done') print(p:read())"
    try sandbox.run("\(text) pcall(function() interrupt() local x = 1 end) print(p:read()) p:close()")
    #expect(sandbox.printed == ["on", "told"])
  }
}
